// The board's picture with a grid of spaces over it, which takes the focus, the pointer and the keys. A click or Enter
// does to a space what the chosen tool does; cities and numbered spaces can be dragged with any tool. Each act is sent;
// what is easily foreseen is drawn at once, and drawn over by the answer.
//
// boardField(send, announce) -> <div> with show(board, demand), useTool(key), and onTool(key), called when a key chooses
// a tool. `send` is given {do, space} or {do: "move", space, target}; `announce` words, and whether they refuse.

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

function boardField(send, announce) {
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

  function act(message) {
    send(message)
    const {space, target} = message
    const place = layout.spaces[space]
    if (message.do === "demand" && place.number) {
      const others = demand.filter((number) => number !== place.number)
      field.show(board, others.length < demand.length ? others : [...demand, place.number])
    } else if (message.do === "block" && !isPiece(space)) {
      const others = board.blocked.filter((other) => other !== space)
      field.show({...board, blocked: place.blocked ? others : [...others, space]}, demand)
    } else if (message.do === "move" && !layout.spaces[target].blocked) {
      const places = new Map([[space, target], [target, space]])
      const moved = (spaces) => spaces.map((one) => places.get(one) ?? one)
      field.show({...board, numbered: moved(board.numbered), cities: moved(board.cities)}, demand)
    }
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
