// The board editor: the board to choose, the tools, the picture (see board_field.js), what came of the last act, size,
// name and files. Each act is sent to the page, which answers with the board as it is then, and with words.

const PATIENCE = 5000

function stepper(label, id, change) {
  const number = make("input", {type: "number", id, min: 1, max: 64, inputmode: "numeric"})
  const button = (text, words, by) => make("button", {
    type: "button", "aria-label": words, onclick: () => change(Number(number.value) + by),
  }, text)
  number.addEventListener("change", () => change(Number(number.value)))
  const node = make("div", {class: "size"}, make("label", {for: id}, label), make(
    "span", {class: "step"},
    button("\u2212", `One fewer: ${label}`, -1), number, button("+", `One more: ${label}`, 1)))
  return {node, number}
}

function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], {type: "application/toml"}))
  make("a", {href: address, download: name}).click()
  setTimeout(() => URL.revokeObjectURL(address), 10000)
}

export function render({model}) {
  const badge = make("span", {class: "badge"})
  const summary = make("summary", {}, make("span", {}, "Board"), badge)
  const details = make("details", {class: "board-editor", open: model.unfolded}, summary)
  let awaited = 0  // the turn of the answer to the latest act; until then the field is ahead of the page
  let patience = null
  const act = (message) => {
    awaited = Math.max(awaited, model.shown.turn) + 1
    clearTimeout(patience)
    patience = setTimeout(() => { awaited = 0; show() }, PATIENCE)
    // Spaces are told by their place on the drawing that is seen, which may no longer be the latest.
    model.send_msg("space" in message ? {...message, drawing: model.shown.drawing} : message)
  }
  let parts = null

  function build() {
    const said = make("p", {class: "said", "aria-live": "polite"})
    const announce = (words, refused = false) => {
      said.textContent = words
      said.classList.toggle("refused", refused)
    }
    const field = boardField(act, announce)
    const choice = make("select", {id: "board-choice", onchange: () => act({do: "choose", board: choice.value})})
    const hint = make("p", {class: "hint"})
    const buttons = new Map(TOOLS.map((one) => [one.key, make("button", {
      type: "button", "aria-keyshortcuts": one.label[0], onclick: () => choose(one.key),
    }, one.label)]))
    const choose = (key) => {
      for (const [name, button] of buttons) { button.setAttribute("aria-pressed", String(name === key)) }
      hint.textContent = TOOLS.find((one) => one.key === key).hint
      field.useTool(key)
      if (key !== model.tool) { model.tool = key }
    }
    field.onTool = (key) => {
      choose(key)
      announce(`${TOOLS.find((one) => one.key === key).label}: ${hint.textContent}`)
    }
    const faults = make("div")
    const fault = make("div", {class: "fault", role: "alert", hidden: true}, faults)
    const back = () => act({do: "back"})
    fault.append(make("button", {type: "button", onclick: back}, "\u21ba Back to the last playable board"))
    const size = (width, height) => {
      if (Number.isInteger(width) && Number.isInteger(height)) { act({do: "size", width, height}) } else { show() }
    }
    const width = stepper("Columns", "board-width", (value) => size(value, model.shown.board.height))
    const height = stepper("Rows", "board-height", (value) => size(model.shown.board.width, value))
    const name = make("input", {
      type: "text", id: "board-name", maxlength: 80, onchange: () => act({do: "rename", name: name.value}),
    })
    const file = make("input", {
      type: "file", accept: ".toml,text/plain", hidden: true, "aria-label": "Board file", tabindex: "-1",
    })
    file.addEventListener("change", async () => {
      const chosen = file.files[0]
      file.value = ""
      if (!chosen) { return }
      if (chosen.size > model.largest_file) {
        const most = model.largest_file.toLocaleString("en")
        announce(`${chosen.name} has ${chosen.size.toLocaleString("en")} bytes; a board has at most ${most}.`, true)
        return
      }
      const bytes = new Uint8Array(await chosen.arrayBuffer())
      const content = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
      act({do: "load", name: chosen.name, content})
    })
    const load = make("button", {type: "button", onclick: () => file.click()}, "Load\u2026")
    const keep = make("button", {type: "button", onclick: () => save(model.shown.file, model.shown.toml)}, "Save")
    const home = make("button", {type: "button", onclick: () => act({do: "home"})})
    details.append(make(
      "div", {class: "parts"},
      make("div", {class: "line"}, make("label", {for: "board-choice"}, "Board"), choice),
      make("div", {class: "tools", role: "group", "aria-label": "What a click on the board does"}, ...buttons.values()),
      hint, field, said, fault,
      make("div", {class: "sizes"}, width.node, height.node),
      make("div", {class: "line"}, make("label", {for: "board-name"}, "Name"), name),
      make("div", {class: "line"}, load, keep, home, file),
      make("p", {class: "hint", id: "board-keys"},
        "Keys on the board: arrows go from space to space, Enter does it, D, M, B and N choose what is done."),
    ))
    choose((TOOLS.find((one) => one.key === model.tool) ?? TOOLS[0]).key)
    let turn = model.shown.turn
    return () => {
      const {shown} = model
      if (shown.turn >= awaited) { field.show(shown.board, shown.demand) }
      const own = shown.chosen ? [] : [make("option", {value: ""}, shown.board.name)]
      choice.replaceChildren(...own, ...model.shipped.map((one) => make("option", {value: one.key}, one.name)))
      choice.value = shown.chosen
      width.number.value = shown.board.width
      height.number.value = shown.board.height
      name.value = shown.board.name
      if (shown.turn !== turn || !shown.said) { announce(shown.said, shown.refused) }
      turn = shown.turn
      fault.hidden = shown.problems.length === 0
      faults.replaceChildren(
        ...shown.problems.map((words) => make("p", {}, `This board can\u2019t be played on: ${words}.`)),
        make("p", {}, "The games go on with the last one that could."))
      keep.disabled = shown.problems.length > 0
      home.textContent = `\u21ba ${shown.home}`
      home.disabled = !shown.changed
    }
  }

  function show() {
    const {shown} = model
    const wrong = shown.problems.length > 0
    badge.hidden = !(wrong || shown.changed)
    badge.textContent = wrong ? "can\u2019t be played" : "changed"
    badge.classList.toggle("alarm", wrong)
    if (wrong) { details.open = true }
    if (details.open) { parts ??= build() }
    parts?.()
  }

  details.addEventListener("toggle", () => {
    model.unfolded = details.open
    show()
  })
  model.on("shown", show)
  show()
  return details
}
