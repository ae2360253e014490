// The board as a picture: plain functions that other scripts of the page have put before their own text (see
// board_script.py). `board` is always what board_data.py makes of a board; colours and strokes are in board_drawing.css.
//
// boardLayout(board) -> {width, height, cell, left, top, spaces}
//   Lengths in units of the picture: a space is `cell` (100) wide, `left` and `top` are the upper left corner of the
//   grid, `width` and `height` those of the whole picture, with the column letters below and the row numbers at the left.
//   `spaces` has for each space, by its index: {space, name, row, column, x, y, cx, cy, number, good, blocked}, where
//   x, y is its upper left corner and cx, cy its centre; number is 0 without one, good an index into board.goods or -1.
//
// drawBoard(svg, board, options) -> {layout, centre, cells, ground, top}
//   Empties the <svg>, sets its viewBox and draws the board. `centre` has {x, y} of each space by its index, `cells` its
//   <g>, `ground` is the <g> of all of them, `top` an empty <g> above them to lay things on.
//   options: marks: "corner" (the usual: number or city's letter at the upper left, so that the rest of the space is
//   free for goods and camels) or "centre" (large, in the middle); cityNames: the height of the good's name below in its
//   city (17; 0 for none);
//   label: what a screen reader is told; "" if it is told by other means, and the picture is then hidden from it.
//
// drawGood(good, x, y, radius) -> <g>   a good as it lies anywhere: its colour and its letter, a diamond if it is rare
//   and a disc if it is common. `good` is one of board.goods.
// drawDemand(count, x, y, size) -> <g>  so many demand markers as one sign: a tag with "+1".
// spaceWords(board, at) -> string       what a screen reader says of a space, such as "g5, city of gold"; `at` is one of
//   layout.spaces.
// svgNode(tag, attributes, ...children) -> an SVG element; attributes that are null or undefined are left out.

const BOARD_CELL = 100
const BOARD_GUTTER = 34
const BOARD_EDGE = 6

export function svgNode(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value != null) { node.setAttribute(name, value) }
  }
  node.append(...children)
  return node
}

export function boardLayout(board) {
  const numbers = new Map(board.numbered.map((space, place) => [space, place + 1]))
  const cities = new Map(board.cities.map((space, place) => [space, place]))
  const blocked = new Set(board.blocked)
  const spaces = board.spaces.map((name, space) => {
    const column = space % board.width
    const row = Math.floor(space / board.width)
    const x = BOARD_GUTTER + column * BOARD_CELL
    const y = BOARD_EDGE + (board.height - 1 - row) * BOARD_CELL
    return {
      space, name, row, column, x, y, cx: x + BOARD_CELL / 2, cy: y + BOARD_CELL / 2,
      number: numbers.get(space) ?? 0, good: cities.get(space) ?? -1, blocked: blocked.has(space),
    }
  })
  return {
    width: BOARD_GUTTER + board.width * BOARD_CELL + BOARD_EDGE,
    height: BOARD_EDGE + board.height * BOARD_CELL + BOARD_GUTTER,
    cell: BOARD_CELL, left: BOARD_GUTTER, top: BOARD_EDGE, spaces,
  }
}

export function spaceWords(board, at) {
  if (at.blocked) { return `${at.name}, blocked` }
  if (at.number) { return `${at.name}, numbered space ${at.number}` }
  if (at.good >= 0) {
    const good = board.goods[at.good]
    return `${at.name}, city of ${good.name}, ${good.rare ? "rare" : "common"}`
  }
  return `${at.name}, desert`
}

export function drawGood(good, x, y, radius) {
  const far = 1.3 * radius
  const shape = good.rare
    ? svgNode("path", {d: `M${x} ${y - far} L${x + far} ${y} L${x} ${y + far} L${x - far} ${y} Z`, fill: good.colour})
    : svgNode("circle", {cx: x, cy: y, r: radius, fill: good.colour})
  shape.setAttribute("class", "board-token")
  const letter = svgNode("text", {
    x, y: y + 0.46 * radius, fill: good.ink, class: "board-letter", style: `font-size: ${1.28 * radius}px`,
  }, good.letter)
  return svgNode("g", {class: "board-good"}, shape, letter)
}

export function drawDemand(count, x, y, size) {
  return svgNode("g", {class: "board-demand"},
    svgNode("rect", {x: x - 0.75 * size, y: y - size / 2, width: 1.5 * size, height: size, rx: 0.22 * size}),
    svgNode("text", {x, y: y + 0.28 * size, style: `font-size: ${0.78 * size}px`}, `+${count}`))
}

export function drawBoard(svg, board, options = {}) {
  const {marks = "corner", cityNames = 17, label = `Board ${board.name}`} = options
  const layout = boardLayout(board)
  const inside = 5
  const drawSpace = (at) => {
    const parts = [svgNode("rect", {
      x: at.x + 1.5, y: at.y + 1.5, width: layout.cell - 3, height: layout.cell - 3, rx: 10,
      class: at.blocked ? "board-blocked" : "board-space",
    })]
    if (at.blocked) {
      parts.push(svgNode("path", {
        class: "board-cross", d: `M${at.cx - 22} ${at.cy - 22} l44 44 m0 -44 l-44 44`,
      }))
    }
    if (at.number) {
      const [x, y, radius] = marks === "centre" ? [at.cx, at.cy, 30] : [at.x + 21, at.y + 21, 16]
      parts.push(svgNode("circle", {cx: x, cy: y, r: radius, class: "board-number-ring"}))
      parts.push(svgNode("text", {
        x, y: y + 0.36 * 1.15 * radius, class: "board-number", style: `font-size: ${1.15 * radius}px`,
      }, `${at.number}`))
    }
    if (at.good >= 0) {
      const good = board.goods[at.good]
      const wall = {
        x: at.x + inside, y: at.y + inside, width: layout.cell - 2 * inside, height: layout.cell - 2 * inside, rx: 16,
      }
      parts.push(svgNode("rect", {...wall, class: "board-city-ground", style: `--good: ${good.colour}`}))
      parts.push(svgNode("rect", {...wall, class: "board-city-edge"}))
      parts.push(svgNode("rect", {...wall, class: "board-city", stroke: good.colour}))
      parts.push(marks === "centre"
        ? drawGood(good, at.cx, at.cy - (cityNames ? 9 : 0), good.rare ? 20 : 25)
        : drawGood(good, at.x + 25, at.y + 25, good.rare ? 13 : 15))
      if (cityNames) {
        const size = Math.min(cityNames, 140 / good.name.length)
        parts.push(svgNode("text", {
          x: at.cx, y: at.y + layout.cell - 13, class: "board-name", style: `font-size: ${size}px`,
        }, good.name))
      }
    }
    return svgNode("g", {"data-space": at.space, class: "board-cell"}, ...parts)
  }
  const cells = layout.spaces.map(drawSpace)
  const ground = svgNode("g", {class: "board-ground"}, ...cells)
  const top = svgNode("g", {class: "board-top"})
  const below = layout.top + board.height * layout.cell + 25
  const edge = svgNode("g", {class: "board-edge", "aria-hidden": "true"})
  for (const at of layout.spaces) {
    if (at.row === 0) { edge.append(svgNode("text", {x: at.cx, y: below}, at.name.match(/^[a-z]+/)[0])) }
    if (at.column === 0) { edge.append(svgNode("text", {x: layout.left / 2 - 1, y: at.cy + 8}, `${at.row + 1}`)) }
  }
  svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`)
  svg.classList.add("board-picture")
  if (label) {
    svg.setAttribute("role", "img")
    svg.setAttribute("aria-label", label)
    svg.removeAttribute("aria-hidden")
  } else {
    svg.setAttribute("aria-hidden", "true")
  }
  svg.replaceChildren(edge, ground, top)
  return {layout, centre: layout.spaces.map((at) => ({x: at.cx, y: at.cy})), cells, ground, top}
}
