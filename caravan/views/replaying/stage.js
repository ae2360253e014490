// The board with everything that stands on it at one event of a tape. It needs board_drawing.js.

const CAMEL = "M3 44 V27 Q3 20 8 19 Q9 10 15 10 Q20 10 21 15.5 Q22 10 27 10 Q33 10 34 19 Q36.5 19 37 15 Q37.5 7.5 43 7.5 "
  + "L48 10.5 Q48 14.5 43.5 15 Q44 28 37 32 V44 H29.5 V36 H10.5 V44 Z"
const CAMEL_WIDE = 50
const CAMEL_HIGH = 46
const CAMEL_PITCH = 36
const TRAVEL_MS = 650

export function makeStage(svg, board, tape, seats) {
  const drawn = drawBoard(svg, board, {label: "", cityNames: false})
  const {centre, layout} = drawn
  const layer = (name) => {
    const group = svgNode("g", {class: name})
    drawn.top.append(group)
    return group
  }
  const lights = layer("lights")
  const waiting = layer("waiting")
  const chain = layer("chain")
  const camels = layer("camels")
  const riders = layer("riders")
  const shown = {waiting: [], camels: [], spaces: []}

  const tokens = []
  for (let seat = 0; seat < tape.players; seat += 1) {
    for (let camel = 0; camel < tape.camels; camel += 1) {
      const cargo = svgNode("g", {class: "cargo"})
      const title = svgNode("title", {}, "")
      const token = svgNode("g", {class: "camel", "data-seat": seat + 1, style: "display: none"},
        title,
        svgNode("path", {d: CAMEL, fill: seats[seat].colour, class: "camel-body"}),
        svgNode("text", {x: 20.5, y: 33, class: "camel-number"}, `${seat + 1}`),
        cargo)
      camels.append(token)
      tokens.push({token, cargo, title, seat, load: -1, at: ""})
    }
  }
  const rainbow = svgNode("g", {class: "camel rainbow", style: "display: none"},
    svgNode("title", {}, "Rainbow camel"),
    ...["#d73027", "#fc8d59", "#fee090", "#91bfdb", "#4575b4"].map((colour, place) => svgNode("rect", {
      x: 5 + 8 * place, y: 12, width: 8, height: 30, fill: colour, "clip-path": "url(#rainbow-camel)",
    })),
    svgNode("clipPath", {id: "rainbow-camel"}, svgNode("path", {d: CAMEL})),
    svgNode("path", {d: CAMEL, class: "camel-outline"}))
  camels.append(rainbow)
  const rainbowToken = {token: rainbow, at: ""}

  function showWaiting(event) {
    board.numbered.forEach((space, number) => {
      const good = tape.number(event, "waiting", number)
      const markers = tape.number(event, "markers", number)
      const key = `${good} ${markers}`
      if (shown.waiting[number]?.key === key) { return }
      shown.waiting[number]?.group.remove()
      const {x, y} = layout.spaces[space]
      const group = svgNode("g", {})
      if (good >= 0) {
        group.append(drawGood(board.goods[good], x + 54, y + 21, board.goods[good].rare ? 12 : 14))
        if (markers > 0) { group.append(drawDemand(markers, x + 82, y + 21, 19)) }
      }
      waiting.append(group)
      shown.waiting[number] = {key, group}
    })
  }

  function showLoad(entry, load) {
    if (entry.load === load) { return }
    entry.load = load
    const under = load > tape.under
    const good = load ? board.goods[(load % tape.under) - 1] : null
    entry.cargo.replaceChildren()
    if (good) {
      const lying = drawGood(good, under ? 20 : 21, under ? 42 : 8, good.rare ? 8 : 9.5)
      lying.classList.toggle("under", under)
      entry.cargo.append(lying)
    }
    const words = good ? ` with ${good.name}${under ? " under it" : " on top"}` : ", unladen"
    entry.title.textContent = `Camel of seat ${entry.seat + 1}${words}`
  }

  function showCamels(event) {
    const groups = new Map()
    const join = (space, entry) => {
      if (!groups.has(space)) { groups.set(space, []) }
      groups.get(space).push(entry)
    }
    tokens.forEach((entry, place) => {
      const space = tape.number(event, "space", place)
      showLoad(entry, tape.number(event, "load", place))
      if (space < 0) { move(entry, null) } else { join(space, entry) }
    })
    const stands = tape.number(event, "rainbow")
    if (stands < 0) { move(rainbowToken, null) } else { join(stands, rainbowToken) }
    for (const [space, entries] of groups) { spread(space, entries) }
  }

  // Rows of camels overlap, as the tops of those behind are seen.
  function spread(space, entries) {
    const room = 61
    const height = (down) => CAMEL_HIGH + (down - 1) * CAMEL_PITCH
    let columns = 1
    let scale = 0
    for (let across = 1; across <= entries.length; across += 1) {
      const fits = Math.min(1.25, 95 / (across * CAMEL_WIDE), room / height(Math.ceil(entries.length / across)))
      if (fits > scale) { [scale, columns] = [fits, across] }
    }
    const rows = Math.ceil(entries.length / columns)
    const {cx, y} = layout.spaces[space]
    entries.forEach((entry, place) => {
      const row = Math.floor(place / columns)
      const inRow = Math.min(columns, entries.length - row * columns)
      const left = cx + ((place % columns) - inRow / 2) * CAMEL_WIDE * scale
      const top = y + 36 + (room - height(rows) * scale) / 2 + row * CAMEL_PITCH * scale
      move(entry, `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) scale(${scale.toFixed(3)})`)
    })
  }

  function move(entry, where) {
    if (entry.at === where) { return }
    if (where === null) {
      entry.token.style.display = "none"
    } else {
      if (!entry.at) { entry.token.style.display = "" }
      entry.token.style.transform = where
    }
    entry.at = where
  }

  function light(event, calm) {
    const [source, target, seat, good] = tape.goes[event]
    const path = tape.paths[event]
    const colour = seat ? seats[seat - 1].colour : "var(--board-ink)"
    const marks = []
    const cell = (space, kind) => {
      const {x, y} = layout.spaces[space]
      marks.push(svgNode("rect", {x: x + 3, y: y + 3, width: 94, height: 94, rx: 11, class: kind, style: `--seat: ${colour}`}))
    }
    if (path) { path.forEach((space) => cell(space, "lit")) }
    if (source >= 0 && source !== target && !path) { cell(source, "left") }
    if (target >= 0) { cell(target, "entered") }
    lights.replaceChildren(...marks)
    const links = []
    const riding = []
    if (path) {
      const points = path.map((space) => `${centre[space].x},${centre[space].y}`).join(" ")
      links.push(svgNode("polyline", {points, class: "chain-casing"}))
      links.push(svgNode("polyline", {points, class: "chain-line", style: `--seat: ${colour}`}))
      const end = centre[path.at(-1)]
      const rider = drawGood(board.goods[good], 0, 0, 13)
      rider.style.transform = `translate(${end.x}px, ${end.y}px)`
      if (calm && rider.animate) {
        const stops = path.map((space) => ({transform: `translate(${centre[space].x}px, ${centre[space].y}px)`}))
        rider.animate(stops, {duration: TRAVEL_MS, easing: "ease-in-out"})
      }
      riding.push(rider)
    }
    chain.replaceChildren(...links)
    riders.replaceChildren(...riding)
  }

  return {
    // `calm` is true where there is time to see things move.
    show(event, calm) {
      svg.classList.toggle("calm", calm)
      showWaiting(event)
      showCamels(event)
      light(event, calm)
    },
  }
}
