// The list of rule sets: which one is edited, what each is called, its place, and ways to add another. The page keeps
// the list; what is done here is sent to it, and it answers with the rows as they are now.

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

const TYPING_PAUSE = 500

export function render({model}) {
  const send = (act, more = {}) => model.send_msg({act, ...more})
  const group = `edited-${Math.random().toString(36).slice(2)}`
  const list = element("ol")
  const sets = new Map()

  function makeRow(number) {
    const radio = element("input", {type: "radio", name: group, value: number})
    radio.addEventListener("change", () => { if (radio.checked) { send("choose", {number}) } })
    const letter = element("span", {class: "letter", "aria-hidden": "true"})
    const name = element("input", {type: "text", maxlength: model.longest_name, autocomplete: "off", spellcheck: "false"})
    let timer = null
    const rename = () => { clearTimeout(timer); timer = null; send("rename", {number, name: name.value}) }
    name.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(rename, TYPING_PAUSE) })
    name.addEventListener("change", rename)
    const tag = element("span", {class: "tag"}, "Baseline")
    const act = (words, what, more = {}) => element("button", {type: "button", onclick: () => send(what, {number, ...more})}, words)
    const buttons = {
      baseline: act("Make baseline", "baseline"),
      up: act("\u2191", "move", {step: -1}),
      down: act("\u2193", "move", {step: 1}),
      copy: act("Copy", "copy"),
      remove: act("Remove", "remove"),
    }
    const fault = element("p", {class: "fault", role: "alert"})
    const node = element(
      "li", {},
      element("div", {class: "top"}, element("label", {class: "pick"}, radio, letter), name, tag),
      element("div", {class: "acts"}, ...Object.values(buttons)),
      fault,
    )
    return {node, radio, letter, name, tag, buttons, fault, typing: () => timer !== null}
  }

  function show() {
    const rows = model.rows
    const numbers = new Set(rows.map((row) => row.number))
    const focused = list.getRootNode().activeElement
    let lost = false
    for (const [number, set] of sets) {
      if (!numbers.has(number)) {
        lost ||= set.node.contains(focused)
        set.node.remove()
        sets.delete(number)
      }
    }
    rows.forEach((row, place) => {
      if (!sets.has(row.number)) { sets.set(row.number, makeRow(row.number)) }
      const set = sets.get(row.number)
      const {node, radio, letter, name, tag, buttons, fault} = set
      if (list.children[place] !== node) { list.insertBefore(node, list.children[place] ?? null) }
      const called = `${row.letter} ${row.called}`
      node.classList.toggle("chosen", row.number === model.chosen)
      radio.checked = row.number === model.chosen
      radio.setAttribute("aria-label", `Edit the rules of ${called}`)
      letter.textContent = row.letter
      if (!set.typing() && name.value !== row.name) { name.value = row.name }
      name.placeholder = row.called
      name.setAttribute("aria-label", `Name of rule set ${row.letter}`)
      tag.hidden = place !== 0
      buttons.baseline.hidden = place === 0
      buttons.baseline.setAttribute("aria-label", `Make ${called} the baseline`)
      buttons.up.disabled = place === 0
      buttons.up.setAttribute("aria-label", `Move ${called} up`)
      buttons.down.disabled = place === rows.length - 1
      buttons.down.setAttribute("aria-label", `Move ${called} down`)
      buttons.copy.disabled = model.full
      buttons.copy.setAttribute("aria-label", `Copy ${called}`)
      buttons.remove.disabled = rows.length === 1
      buttons.remove.setAttribute("aria-label", `Remove ${called}`)
      fault.textContent = row.problems.join(" ")
    })
    if (lost) {
      sets.get(model.chosen)?.radio.focus()
    } else if (focused && list.contains(focused)) {
      focused.focus()  // what is moved within the list loses the focus
    }
    fillChoices(rows)
    const full = model.full
    addButton.disabled = full
    file.disabled = full
    linkButton.disabled = full
    room.textContent = full ? `There is room for ${rows.length} rule sets. Remove one to add another.` : ""
    room.hidden = !full
  }

  const choices = element("select")
  const presets = element("optgroup", {label: "A preset"})
  const copies = element("optgroup", {label: "A copy, to be changed"})
  choices.append(copies, presets)
  const addButton = element("button", {type: "button", class: "main", onclick: add}, "Add")
  const room = element("p", {class: "hint"})

  function fillChoices(rows) {
    const before = choices.value
    copies.replaceChildren(...rows.map((row) => element("option", {value: `copy:${row.number}`}, `Copy of ${row.letter} ${row.called}`)))
    presets.replaceChildren(...model.presets.map((preset) => element("option", {value: `preset:${preset.name}`}, preset.label)))
    choices.value = [...choices.options].some((option) => option.value === before) ? before : choices.options[0]?.value
  }

  function add() {
    const [kind, what] = choices.value.split(":")
    if (kind === "copy") { send("copy", {number: Number(what)}) } else { send("preset", {name: what}) }
  }

  const file = element("input", {type: "file", accept: ".toml", "aria-label": "A rules file"})
  const fault = element("p", {class: "fault", role: "alert"})
  file.addEventListener("change", async () => {
    const [chosen] = file.files
    if (!chosen) { return }
    fault.textContent = ""
    if (chosen.size > model.largest_file) {
      fault.textContent = `A rules file has at most ${Math.round(model.largest_file / 1024)} kB; this one has ${Math.round(chosen.size / 1024)} kB.`
    } else {
      const bytes = new Uint8Array(await chosen.arrayBuffer())
      send("file", {name: chosen.name.slice(0, 200), content: btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""))})
    }
    file.value = ""
  })
  const link = element("input", {type: "text", autocomplete: "off", spellcheck: "false"})
  const linkButton = element("button", {type: "button", onclick: addLink}, "Add")
  link.addEventListener("keydown", (event) => { if (event.key === "Enter" && !model.full) { addLink() } })
  function addLink() {
    fault.textContent = ""
    send("link", {text: link.value.slice(0, 40000)})
  }
  model.on("faults", () => { fault.textContent = model.faults.words ?? "" })
  model.on("accepted", () => { link.value = ""; fault.textContent = "" })

  const more = element(
    "details", {}, element("summary", {}, "From a file or a link"),
    element(
      "div", {},
      element("label", {}, element("span", {class: "hint"}, "A rules file (.toml): "), file),
      element(
        "div", {class: "pair"},
        element("label", {}, element("span", {}, "A link to the Lab or to a comparison"), link), linkButton,
      ),
      fault,
    ),
  )
  const root = element(
    "div", {class: "sets"},
    element(
      "fieldset", {}, element("legend", {}, "Rule sets"),
      element("p", {class: "hint"}, "The first is the baseline. Choose one to edit its rules below."), list,
    ),
    element(
      "div", {class: "add"},
      element("div", {class: "pair"}, element("label", {}, element("span", {}, "Add a rule set"), choices), addButton),
      room, more,
    ),
  )
  model.on("rows", show)
  model.on("chosen", show)
  show()
  return root
}
