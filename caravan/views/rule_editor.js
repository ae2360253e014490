// The rule editor: one field for each rule parameter, by section. It shows at once what is typed or dragged, and
// sends it on; the page answers with what is wrong, and with values only when it changed them itself.

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      node.addEventListener(name.slice(2), value)
    } else if (value === true) {
      node.setAttribute(name, "")
    } else if (value !== false && value != null) {
      node.setAttribute(name, value)
    }
  }
  node.append(...children)
  return node
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)

// A whole number as a number, anything else as the text that it is, for the page to object to.
const typed = (text) => (/^\s*[-+]?\d{1,15}\s*$/.test(text) ? Number(text) : text)

const fields = {
  whole(row, id, send) {
    const number = element("input", {
      id, type: "number", class: "number", min: row.low, max: row.high, step: 1, inputmode: "numeric",
    })
    const slider = row.slider
      ? element("input", {type: "range", min: row.low, max: row.high, step: 1, "aria-label": row.label})
      : null
    number.addEventListener("input", () => {
      const value = typed(number.value)
      if (slider && typeof value === "number") { slider.value = value }
      send(value, "typed")
    })
    number.addEventListener("change", () => send(typed(number.value)))
    slider?.addEventListener("input", () => {
      number.value = slider.value
      send(Number(slider.value), "dragged")
    })
    return {
      beside: number,
      below: slider ? element("div", {class: "track"}, slider, element("i", {class: "home"})) : null,
      show(value) {
        number.value = value
        if (slider) { slider.value = value }
      },
      home(value, root) {
        const share = (value - row.low) / (row.high - row.low)
        root.querySelector(".home")?.style.setProperty("--share", share)
      },
    }
  },

  flag(row, id, send) {
    const box = element("input", {id, type: "checkbox", class: "switch", role: "switch"})
    box.addEventListener("change", () => send(box.checked))
    return {beside: box, show(value) { box.checked = value === true }}
  },

  choice(row, id, send) {
    const select = element("select", {id}, ...row.options.map((o) => element("option", {value: o.value}, o.label)))
    select.addEventListener("change", () => send(select.value))
    return {beside: select, show(value) { select.value = value }}
  },

  list(row, id, send) {
    const items = element("div", {class: "items"})
    const inputs = () => [...items.querySelectorAll("input")]
    let base = []
    const changed = (manner) => send(inputs().map((input) => typed(input.value)), manner)
    const fewer = element("button", {type: "button", "aria-label": `One fewer: ${row.label}`}, "\u2212")
    const more = element("button", {type: "button", "aria-label": `One more: ${row.label}`}, "+")
    const settle = () => {
      fewer.disabled = inputs().length === 0
      more.disabled = inputs().length >= row.most
    }
    const add = (value) => {
      const place = inputs().length + 1
      const input = element("input", {
        type: "number", class: "number small", min: row.low, max: row.high, step: 1, inputmode: "numeric",
        "aria-label": `${row.label}: turn ${place}`,
      })
      input.value = value
      input.addEventListener("input", () => changed("typed"))
      input.addEventListener("change", () => changed())
      items.append(element("label", {}, element("span", {}, `turn ${place}`), input))
      settle()
    }
    fewer.addEventListener("click", () => { items.lastElementChild?.remove(); settle(); changed() })
    more.addEventListener("click", () => {
      add(base[inputs().length] ?? (inputs().at(-1)?.value || row.low + 1))
      changed()
    })
    return {
      beside: element("span", {class: "steps"}, fewer, more),
      below: items,
      show(values) {
        items.replaceChildren()
        for (const value of values) { add(value) }
        settle()
      },
      home(value) { base = value },
    }
  },

  spaces(row, id, send) {
    const board = element("div", {class: "board"})
    const boxes = () => [...board.querySelectorAll("input")]
    const cell = (place) => {
      if (!place.number) {
        const title = place.city ? `${place.space}: city of ${place.good}` : place.space
        const kind = place.blocked ? "blocked" : place.city ? "city" : "desert"
        return element("span", {class: `cell ${kind}`, title, "aria-hidden": "true"}, place.city)
      }
      const box = element("input", {
        type: "checkbox", value: place.number, "aria-label": `Space ${place.number} (${place.space})`,
      })
      box.addEventListener("change", () => {
        send(boxes().filter((b) => b.checked).map((b) => Number(b.value)).sort((a, b) => a - b))
      })
      return element("label", {class: "cell space", title: place.space}, box, element("span", {}, `${place.number}`))
    }
    const lay = (row) => {
      board.style.setProperty("--columns", row.columns)
      board.replaceChildren(...row.places.map(cell))
    }
    lay(row)
    return {
      below: board,
      lay,
      show(values) {
        for (const box of boxes()) { box.checked = values.includes(Number(box.value)) }
      },
    }
  },
}

// What is dragged goes out at once and then a few times a second, what is typed once the typing rests, and everything
// else at once; the latest value always goes out last, so that the page never works off a queue of old ones.
function outbox(model, dragPause = 200, typingPause = 500) {
  const slots = new Map()
  const send = (name, slot) => {
    slot.due = false
    model.send_msg({name, value: slot.value})
  }
  const rest = (name, slot) => {
    slot.timer = null
    if (slot.due) {
      send(name, slot)
      slot.timer = setTimeout(rest, dragPause, name, slot)
    }
  }
  const post = (name, value, manner) => {
    const slot = slots.get(name) ?? {timer: null, due: false}
    slots.set(name, slot)
    slot.value = value
    if (manner === "typed") {
      clearTimeout(slot.timer)
      slot.due = true
      slot.timer = setTimeout(rest, typingPause, name, slot)
    } else if (manner === "dragged" && slot.timer !== null) {
      slot.due = true
    } else {
      clearTimeout(slot.timer)
      send(name, slot)
      slot.timer = manner === "dragged" ? setTimeout(rest, dragPause, name, slot) : null
    }
  }
  post.forget = () => {
    for (const slot of slots.values()) { clearTimeout(slot.timer) }
    slots.clear()
  }
  return post
}

export function render({model}) {
  const summary = element("span")
  const undo = element("button", {type: "button", class: "back", onclick: restoreAll}, "\u21ba Undo all")
  const differing = element("p", {class: "differing", "aria-live": "polite"}, summary, undo)
  const sections = element("div")
  const root = element("div", {class: "editor"}, differing, sections)
  let rows = {}
  let values = {}

  const post = outbox(model)

  const edit = (name, value, manner) => {
    values[name] = value
    mark(name)
    count()
    post(name, value, manner)
  }

  const restore = (name) => {
    values[name] = model.base[name]
    rows[name].field.show(values[name])
    mark(name)
    count()
    post(name, values[name])
  }

  function restoreAll() {
    values = structuredClone(model.base)
    for (const [name, row] of Object.entries(rows)) { row.field.show(values[name]) }
    refresh()
    post.forget()
    model.send_msg({restore: "all"})
  }

  function mark(name) {
    const row = rows[name]
    const changed = !same(values[name], model.base[name])
    const problem = model.problems[name] ?? ""
    row.node.classList.toggle("changed", changed)
    row.node.classList.toggle("wrong", problem !== "")
    row.back.hidden = !changed
    row.back.textContent = `\u21ba ${model.base_name}: ${model.base_words[name]}`
    row.error.textContent = problem
    row.field.home?.(model.base[name], row.node)
    if (problem) { row.section.open = true }
  }

  function count() {
    const all = root.querySelectorAll(".changed").length
    differing.hidden = all === 0
    summary.textContent = `${all} ${all === 1 ? "value differs" : "values differ"} from ${model.base_name}`
    for (const section of root.querySelectorAll("details")) {
      const changed = section.querySelectorAll(".changed").length
      const wrong = section.querySelectorAll(".wrong").length
      const badge = section.querySelector(".badge")
      badge.hidden = !(changed || wrong)
      badge.classList.toggle("alarm", wrong > 0)
      badge.textContent = wrong ? "can't be played" : `${changed} changed`
    }
  }

  function refresh() {
    for (const name of Object.keys(rows)) { mark(name) }
    count()
  }

  function showAll() {
    values = structuredClone(model.values)
    for (const [name, row] of Object.entries(rows)) { row.field.show(values[name]) }
    refresh()
  }

  function build() {
    rows = {}
    sections.replaceChildren(...model.schema.map((section, index) => {
      const details = element("details", {open: index === 0})
      const badge = element("span", {class: "badge"})
      details.append(element("summary", {}, element("span", {}, section.title), badge))
      for (const row of section.rows) {
        const id = `rule-${row.name}`
        const field = fields[row.kind](row, id, (value, manner) => edit(row.name, value, manner))
        const doc = element("p", {class: "doc", id: `${id}-doc`, hidden: true}, row.doc)
        const ask = element("button", {
          type: "button", class: "ask", "aria-label": `What is "${row.label}"?`, "aria-expanded": "false", title: row.doc,
        }, "?")
        ask.addEventListener("click", () => {
          doc.hidden = !doc.hidden
          ask.setAttribute("aria-expanded", String(!doc.hidden))
        })
        const back = element("button", {type: "button", class: "back", onclick: () => restore(row.name)})
        const error = element("p", {class: "fault", role: "alert"})
        const node = element(
          "div", {class: `row ${row.kind}`, "data-name": row.name},
          element("div", {class: "head"}, element("label", {for: id}, row.label), ask, field.beside ?? ""),
          doc, field.below ?? "", back, error,
        )
        rows[row.name] = {node, field, back, error, section: details}
        details.append(node)
      }
      return details
    }))
    showAll()
  }

  // Only the board can change once the fields are there.
  function layBoard() {
    for (const row of model.schema.flatMap((section) => section.rows)) {
      rows[row.name].field.lay?.(row)
      rows[row.name].field.show(values[row.name])
    }
  }

  model.on("schema", layBoard)
  model.on("turn", showAll)
  model.on("base", refresh)
  model.on("base_words", refresh)
  model.on("problems", refresh)
  build()
  return root
}
