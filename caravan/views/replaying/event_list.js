// The rows of a log as a list of any length, of which only what is seen is there. Rows of the game that is shown come
// from its tape, others are asked for. It needs elements.js and standings.js.

const ROW = 34
const TALLEST = 8_000_000
const PART = 100
const PARTS_KEPT = 60
const SPARE = 3

export function makeEventList({ask, open, goTo, seats}) {
  const body = element("div", {class: "rows", role: "presentation"})
  const spacer = element("div", {class: "spacer", role: "presentation"}, body)
  const heading = element("div", {class: "row heading", role: "row", "aria-rowindex": 1},
    ...["Game", "Event", "Turn", "Seat", "What happens", "Points"].map((title) =>
      element("span", {role: "columnheader", class: title === "Game" ? "game" : null}, title)))
  const grid = element("div", {class: "list", role: "grid", tabindex: 0, "aria-label": "Events"}, heading, spacer)
  const nothing = element("p", {class: "nothing", hidden: true}, "No event fits this filter.")
  let table = {count: 0, before: 0, events: null, version: 0, game: 0, many: false}
  let tape = null
  let parts = new Map()
  let asked = new Set()
  let at = 0
  let cursor = -1
  let seen = true
  let due = false
  let pool = []

  const height = () => Math.min(table.count * ROW, TALLEST)
  const room = () => Math.max(0, grid.clientHeight - heading.offsetHeight)
  // Where the list is taller than a browser can make it, a step of the scroll bar is more than one of the rows.
  const first = () => {
    const most = height() - room()
    return most > 0 ? (Math.min(grid.scrollTop, most) / most) * Math.max(0, table.count - room() / ROW) : 0
  }
  const scrollTo = (row) => {
    const most = height() - room()
    const rows = Math.max(1e-9, table.count - room() / ROW)
    grid.scrollTop = Math.max(0, Math.min(most, (row / rows) * most))
  }

  // The last of the game's events that are listed, up to the one shown; and whether it is that one.
  const nearest = () => {
    if (!table.events) { return [table.before + at, true] }
    let low = 0
    let high = table.events.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (table.events[middle] <= at) { low = middle + 1 } else { high = middle }
    }
    return [table.before + low - 1, low > 0 && table.events[low - 1] === at]
  }
  const listed = () => (table.events ? table.events.length : tape?.length ?? 0)

  const rowOf = (place) => {
    const own = place - table.before
    if (tape && own >= 0 && own < listed()) {
      const event = table.events ? table.events[own] : own
      return [table.game, event, tape.turns[event], tape.goes[event][2], tape.points[event], tape.words[event]]
    }
    const part = parts.get(Math.floor(place / PART))
    return part ? part[place % PART] : null
  }

  function want(start, end) {
    for (let part = Math.floor(start / PART); part <= Math.floor(end / PART); part += 1) {
      const from = part * PART
      const to = Math.min(from + PART, table.count)
      const own = tape && from >= table.before && to <= table.before + listed()
      if (from < table.count && !own && !parts.has(part) && !asked.has(part)) {
        asked.add(part)
        ask({rows: from, version: table.version})
      }
    }
  }

  function makeRow() {
    const cells = ["game", "number", "number", "who", "what", "number points"].map((kind) =>
      element("span", {role: "gridcell", class: kind}))
    const node = element("div", {class: "row", role: "row"}, ...cells)
    node.addEventListener("click", () => choose(node.place))
    body.append(node)
    return {node, cells, key: null}
  }

  function draw() {
    due = false
    const from = first()
    const start = Math.max(0, Math.floor(from) - 1)
    const count = Math.min(table.count - start, Math.ceil(room() / ROW) + SPARE)
    while (pool.length < count) { pool.push(makeRow()) }
    const [present, exact] = nearest()
    body.style.transform = `translateY(${grid.scrollTop - (from - start) * ROW}px)`
    pool.forEach((entry, index) => {
      const place = start + index
      entry.node.hidden = index >= count
      if (index >= count) { return }
      const row = rowOf(place)
      const key = `${table.version} ${table.game} ${place} ${row ? 1 : 0}`
      if (entry.key !== key) { fill(entry, place, row, key) }
      entry.node.classList.toggle("present", exact && place === present)
      entry.node.classList.toggle("cursor", place === cursor)
    })
    if (cursor >= start && cursor < start + count) {
      grid.setAttribute("aria-activedescendant", `event-row-${cursor}`)
    } else {
      grid.removeAttribute("aria-activedescendant")
    }
    want(start, start + Math.max(0, count - 1))
  }

  function fill(entry, place, row, key) {
    entry.key = key
    entry.node.place = place
    entry.node.id = `event-row-${place}`
    entry.node.setAttribute("aria-rowindex", place + 2)
    const [game, event, turn, seat, points, words] = row ?? ["", "", "", 0, 0, "\u2026"]
    const texts = [`${game}`, `${event}`, turn ? `${turn}` : "", null, words, points ? `${points > 0 ? "+" : ""}${points}` : ""]
    texts.forEach((text, column) => { if (text !== null) { write(entry.cells[column], text) } })
    entry.cells[3].replaceChildren(...(seat ? [seatMark(seat, seats()[seat - 1]?.colour)] : []))
  }

  function redraw() {
    if (!due) {
      due = true
      requestAnimationFrame(draw)
    }
  }

  function choose(place) {
    const row = rowOf(place)
    if (!row) { return }
    cursor = place
    if (row[0] === table.game && tape) { goTo(row[1]) } else { open(row[0], row[1]) }
    redraw()
  }

  function reveal(place) {
    const from = first()
    if (place < from || place > from + room() / ROW - 1) { scrollTo(Math.max(0, place - room() / ROW / 2 + 0.5)) }
  }

  let following = true
  grid.addEventListener("scroll", redraw, {passive: true})
  for (const kind of ["wheel", "touchmove", "pointerdown"]) {
    grid.addEventListener(kind, () => { following = false }, {passive: true})
  }
  grid.addEventListener("keydown", (press) => {
    const page = Math.max(1, Math.floor(room() / ROW) - 1)
    const steps = {ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity}
    if (press.key in steps) {
      following = false
      const start = cursor < 0 ? Math.max(0, nearest()[0]) : cursor
      cursor = Math.max(0, Math.min(table.count - 1, start + steps[press.key]))
      reveal(cursor)
      redraw()
    } else if (press.key === "Enter" && cursor >= 0) {
      choose(cursor)
    } else {
      return
    }
    press.preventDefault()
    press.stopPropagation()
  })
  new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting
    if (seen) { follow() }
  }).observe(grid)
  new ResizeObserver(redraw).observe(grid)

  function follow() {
    if (!seen) { return }
    if (following) {
      const [present] = nearest()
      if (present >= 0) { reveal(present) }
    }
    redraw()
  }

  return {
    nodes: [grid, nothing],
    // Other rows, or another game among them.
    use(given, shownTape) {
      table = given
      tape = shownTape
      parts = new Map()
      asked = new Set()
      cursor = -1
      following = true
      for (const entry of pool) { entry.key = null }
      spacer.style.height = `${height()}px`
      grid.classList.toggle("many", table.many)
      grid.setAttribute("aria-rowcount", table.count + 1)
      nothing.hidden = table.count > 0
      follow()
      redraw()
    },
    take(answer) {
      if (answer.version !== table.version) { return }
      const part = answer.first / PART
      asked.delete(part)
      parts.set(part, answer.rows)
      if (parts.size > PARTS_KEPT) { parts.delete(parts.keys().next().value) }
      for (const entry of pool) { if (Math.floor(entry.node.place / PART) === part) { entry.key = null } }
      redraw()
    },
    show(event, led) {
      at = event
      if (led) {
        following = true
        cursor = -1
      }
      follow()
    },
  }
}
