// The board editor, on the picture that board_drawing.js draws. A click or Enter does to a space what the chosen tool
// does; cities and numbered spaces can be dragged with any tool. Nothing is changed here: each act is sent to the page,
// which answers with the board as it is then, and with words.

const TOOLS = [
  {key: "demand", label: "Demand", hint: "A numbered space gets a demand marker at the start, or loses it."},
  {
    key: "move", label: "Move",
    hint: "Pick up a city or a numbered space, then choose where to put it down. Escape puts it back.",
  },
  {key: "block", label: "Block", hint: "No camel can enter a blocked space; the same again frees it."},
  {key: "number", label: "Number", hint: "A desert space gets the next number; a numbered one loses its own."},
]
const FAR_ENOUGH = 6

function make(tag, attributes = {}, ...children) {
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

// The picture with a grid of spaces over it, which takes the focus, the pointer and the keys.
function boardField(act, announce) {
  const svg = svgNode("svg")
  const spaces = make("div", {class: "spaces", role: "grid", "aria-describedby": "board-keys"})
  const picture = make("div", {class: "picture"}, svg, spaces)
  const field = make("div", {class: "field"}, picture)
  let board = null, demand = [], tool = TOOLS[0].key
  let layout = null, cells = [], drawn = null
  let at = 0            // the space that has the focus, or will have it
  let held = null       // the space whose city or number is being carried
  let pressed = null    // the pointer's first place, until it is clear whether it drags
  let ghost = null
  let swallow = false   // a drag ends with a click that means nothing

  const isPiece = (space) => layout.spaces[space].number > 0 || layout.spaces[space].good >= 0
  const what = (space) => {
    const place = layout.spaces[space]
    const waits = place.number && demand.includes(place.number) ? ", demand marker at the start" : ""
    return spaceWords(board, place) + waits
  }

  function focus(space, really = true) {
    cells[at]?.setAttribute("tabindex", "-1")
    at = Math.min(Math.max(space, 0), cells.length - 1)
    cells[at].setAttribute("tabindex", "0")
    if (really) { cells[at].focus({preventScroll: false}) }
    if (held !== null && !pressed) { hover(at) }
  }

  function hover(space) {
    for (const [index, cell] of cells.entries()) { cell.classList.toggle("target", index === space && space !== held) }
    if (ghost) {
      const [from, to] = [layout.spaces[held], layout.spaces[space]]
      ghost.setAttribute("transform", `translate(${to.x - from.x} ${to.y - from.y})`)
    }
  }

  function pickUp(space) {
    held = space
    ghost = drawn.cells[space].cloneNode(true)
    ghost.classList.add("carried")
    drawn.top.append(ghost)
    drawn.cells[space].classList.add("away")
    cells[space].classList.add("source")
    picture.classList.add("carrying")
  }

  function letGo() {
    if (held === null) { return }
    drawn.cells[held].classList.remove("away")
    cells[held].classList.remove("source")
    picture.classList.remove("carrying")
    ghost.remove()
    held = ghost = null
    hover(-1)
  }

  function putDown(space) {
    const from = held
    letGo()
    act({do: "move", space: from, target: space})
  }

  function putBack() {
    const name = layout.spaces[held].name
    letGo()
    announce(`Put back in ${name}.`)
  }

  function use(space) {
    if (held !== null) {
      putDown(space)
    } else if (tool !== "move") {
      act({do: tool, space})
    } else if (isPiece(space)) {
      pickUp(space)
      const picked = spaceWords(board, layout.spaces[space])
      announce(`Picked up: ${picked}. Choose where to put it down; Escape puts it back.`)
    } else {
      announce(`${what(space)}: there is nothing to move.`, true)
    }
  }

  const spaceUnder = (event) => {
    const box = spaces.getBoundingClientRect()
    const column = Math.floor((event.clientX - box.left) / box.width * board.width)
    const above = Math.floor((event.clientY - box.top) / box.height * board.height)
    const inside = column >= 0 && column < board.width && above >= 0 && above < board.height
    return inside ? (board.height - 1 - above) * board.width + column : -1
  }

  function onPress(event) {
    const space = spaceUnder(event)
    if (event.button !== 0 || !event.isPrimary || space < 0 || held !== null || !isPiece(space)) { return }
    pressed = {x: event.clientX, y: event.clientY, space, id: event.pointerId, drags: false}
  }

  function onDrag(event) {
    if (!pressed || event.pointerId !== pressed.id) {
      if (held !== null && !pressed && event.pointerType === "mouse") { hover(spaceUnder(event)) }
      return
    }
    if (!pressed.drags && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > FAR_ENOUGH) {
      pressed.drags = true
      spaces.setPointerCapture(pressed.id)
      pickUp(pressed.space)
    }
    if (pressed.drags) {
      const box = svg.getBoundingClientRect()
      const unit = layout.width / box.width
      hover(spaceUnder(event))
      ghost.setAttribute(
        "transform", `translate(${(event.clientX - pressed.x) * unit} ${(event.clientY - pressed.y) * unit})`)
    }
  }

  function onRelease(event) {
    if (!pressed || event.pointerId !== pressed.id) { return }
    const {drags} = pressed
    pressed = null
    if (!drags) { return }
    swallow = true
    setTimeout(() => { swallow = false }, 0)
    const space = spaceUnder(event)
    if (space < 0) {
      putBack()
    } else {
      focus(space)
      putDown(space)
    }
  }

  function onCancel() {
    const drags = pressed?.drags
    pressed = null
    if (drags) { putBack() }
  }

  function onClick(event) {
    const space = cells.indexOf(event.target.closest(".space"))
    if (swallow || space < 0) { return }
    focus(space)
    use(space)
  }

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) { return }
    const column = at % board.width, row = Math.floor(at / board.width)
    const steps = {
      ArrowLeft: column > 0 ? at - 1 : at, ArrowRight: column < board.width - 1 ? at + 1 : at,
      ArrowUp: row < board.height - 1 ? at + board.width : at, ArrowDown: row > 0 ? at - board.width : at,
      Home: row * board.width, End: (row + 1) * board.width - 1,
      PageUp: (board.height - 1) * board.width + column, PageDown: column,
    }
    const letter = TOOLS.find((one) => one.label[0].toLowerCase() === event.key.toLowerCase())
    if (event.key in steps) {
      focus(steps[event.key])
    } else if (event.key === "Enter" || event.key === " ") {
      use(at)
    } else if (event.key === "Escape" && held !== null) {
      if (pressed) { onCancel() } else { putBack() }
    } else if (letter) {
      field.onTool(letter.key)
    } else {
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  spaces.addEventListener("pointerdown", onPress)
  spaces.addEventListener("pointermove", onDrag)
  spaces.addEventListener("pointerup", onRelease)
  spaces.addEventListener("pointercancel", onCancel)
  spaces.addEventListener("click", onClick)
  spaces.addEventListener("keydown", onKey)
  spaces.addEventListener("focusout", (event) => {
    if (held !== null && !pressed && !spaces.contains(event.relatedTarget)) { putBack() }
  })

  function layCells() {
    const hadFocus = cells.some((cell) => cell.matches(":focus"))
    const name = layout.spaces.find((place) => place.name === cells[at]?.dataset.name)
    cells = layout.spaces.map((place) => make("div", {
      class: "space", role: "gridcell", tabindex: "-1", "data-name": place.name,
    }))
    const rows = Array.from({length: board.height}, (_, row) => (
      make("div", {class: "row", role: "row"}, ...cells.slice(row * board.width, (row + 1) * board.width))))
    spaces.replaceChildren(...rows.reverse())
    spaces.style.gridTemplateRows = `repeat(${board.height}, 1fr)`
    picture.style.setProperty("--columns", board.width)
    const share = (part, whole) => `${100 * part / whole}%`
    picture.style.setProperty("--left", share(layout.left, layout.width))
    picture.style.setProperty("--right", share(layout.width - layout.left - board.width * layout.cell, layout.width))
    picture.style.setProperty("--top", share(layout.top, layout.height))
    picture.style.setProperty("--bottom", share(layout.height - layout.top - board.height * layout.cell, layout.height))
    focus(name?.space ?? (board.height - 1) * board.width, hadFocus)
  }

  field.show = (newBoard, newDemand) => {
    letGo()
    pressed = null
    const sameSize = board?.width === newBoard.width && board?.height === newBoard.height
    board = newBoard
    demand = newDemand
    drawn = drawBoard(svg, board, {marks: "centre", cityNames: 21, label: ""})
    layout = drawn.layout
    if (!sameSize) { layCells() }
    spaces.setAttribute("aria-label", `Board ${board.name}, ${board.width} by ${board.height} spaces`)
    for (const place of layout.spaces) {
      cells[place.space].setAttribute("aria-label", what(place.space))
      cells[place.space].title = what(place.space)
      cells[place.space].classList.toggle("piece", isPiece(place.space))
      if (place.number && demand.includes(place.number)) {
        drawn.cells[place.space].append(drawDemand(1, place.cx + 26, place.cy - 31, 27))
      }
    }
  }
  field.useTool = (key) => {
    if (held !== null) { putBack() }
    tool = key
    picture.classList.toggle("moving", key === "move")
  }
  field.onTool = () => {}
  return field
}

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
  // Spaces are told by their place on the drawing that is seen, which may no longer be the latest.
  const act = (message) => model.send_msg("space" in message ? {...message, drawing: model.shown.drawing} : message)
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
      field.show(shown.board, shown.demand)
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
