// The scores of all seats over the events of a game, and the slider below them. It needs elements.js and svgNode.

const CHART_HIGH = 118
const CHART_SIDE = 26

export function makeTimeline(tape, seats, goTo) {
  const svg = svgNode("svg", {class: "chart", role: "img", "aria-label": `${tape.finding}. ${tape.course}`})
  const slider = element("input", {type: "range", min: 0, max: tape.last, step: 1, class: "seek", "aria-label": "Event"})
  const tip = element("div", {class: "tip", hidden: true, "aria-hidden": "true"})
  const place = element("div", {class: "chart-place"}, svg, tip)
  let low = 0
  let high = 1
  for (let event = 0; event <= tape.last; event += 1) {
    for (let seat = 0; seat < tape.players; seat += 1) {
      const score = tape.number(event, "score", seat)
      low = Math.min(low, score)
      high = Math.max(high, score)
    }
  }
  let width = 600
  const x = (event) => CHART_SIDE + (width - 2 * CHART_SIDE) * (tape.last ? event / tape.last : 0)
  const y = (score) => 10 + (CHART_HIGH - 28) * (1 - (score - low) / (high - low))
  const now = svgNode("line", {class: "now", y1: 2, y2: CHART_HIGH - 16})
  const dots = seats.map((seat) => svgNode("circle", {r: 4.5, fill: seat.colour, class: "dot"}))
  let at = 0

  function draw() {
    width = Math.max(240, place.clientWidth)
    svg.setAttribute("viewBox", `0 0 ${width} ${CHART_HIGH}`)
    const parts = []
    const step = Math.max(1, Math.ceil((high - low) / 3 / 5) * 5)
    for (let score = Math.ceil(low / step) * step; score <= high; score += step) {
      parts.push(svgNode("line", {class: "level", x1: CHART_SIDE, x2: width - CHART_SIDE, y1: y(score), y2: y(score)}))
      parts.push(svgNode("text", {class: "scale", x: CHART_SIDE - 5, y: y(score) + 4, "text-anchor": "end"}, `${score}`))
    }
    let turn = 0
    let free = 0
    for (let event = 0; event <= tape.last; event += 1) {
      if (tape.turns[event] !== turn && tape.turns[event] % 10 === 0 && x(event) > free && x(event) < width - CHART_SIDE - 24) {
        parts.push(svgNode("text", {class: "scale", x: x(event), y: CHART_HIGH - 4, "text-anchor": "middle"}, `turn ${tape.turns[event]}`))
        free = x(event) + 62
      }
      turn = tape.turns[event]
    }
    const labels = []
    seats.forEach((seat, which) => {
      let path = ""
      let before = null
      for (let event = 0; event <= tape.last; event += 1) {
        const score = tape.number(event, "score", which)
        if (score !== before || event === tape.last) {
          path += before === null ? `M${x(event).toFixed(1)} ${y(score).toFixed(1)}` : `H${x(event).toFixed(1)}V${y(score).toFixed(1)}`
          before = score
        }
      }
      parts.push(svgNode("path", {d: path, class: "course", stroke: seat.colour}))
      labels.push({which, y: y(before), colour: seat.colour})
    })
    labels.sort((a, b) => a.y - b.y)
    labels.forEach((label, place) => { if (place) { label.y = Math.max(label.y, labels[place - 1].y + 13) } })
    const beyond = Math.max(0, (labels.at(-1)?.y ?? 0) - (CHART_HIGH - 18))
    for (const label of labels) {
      parts.push(svgNode("text", {class: "course-name", x: width - CHART_SIDE + 7, y: label.y - beyond + 5, fill: label.colour}, `${label.which + 1}`))
    }
    svg.replaceChildren(...parts, now, ...dots)
    mark()
  }

  function mark() {
    now.setAttribute("x1", x(at))
    now.setAttribute("x2", x(at))
    dots.forEach((dot, seat) => {
      dot.setAttribute("cx", x(at))
      dot.setAttribute("cy", y(tape.number(at, "score", seat)))
    })
  }

  const eventAt = (pointer) => {
    const box = svg.getBoundingClientRect()
    const share = ((pointer.clientX - box.left) * width / box.width - CHART_SIDE) / (width - 2 * CHART_SIDE)
    return Math.max(0, Math.min(tape.last, Math.round(share * tape.last)))
  }
  let dragging = false
  svg.addEventListener("pointerdown", (pointer) => {
    dragging = true
    svg.setPointerCapture(pointer.pointerId)
    goTo(eventAt(pointer))
  })
  svg.addEventListener("pointermove", (pointer) => {
    const event = eventAt(pointer)
    if (dragging) { goTo(event) }
    const scores = seats.map((_, seat) => tape.number(event, "score", seat)).join(" : ")
    write(tip, `event ${event}, turn ${tape.turns[event]}, points ${scores}`)
    tip.hidden = false
    const box = place.getBoundingClientRect()
    const left = Math.min(Math.max(pointer.clientX - box.left - tip.offsetWidth / 2, 0), box.width - tip.offsetWidth)
    tip.style.transform = `translate(${left}px, 0)`
  })
  const drop = () => { dragging = false; tip.hidden = true }
  svg.addEventListener("pointerup", drop)
  svg.addEventListener("pointerleave", drop)
  slider.addEventListener("input", () => goTo(Number(slider.value)))
  const observer = new ResizeObserver(draw)
  observer.observe(place)
  return {
    node: element("div", {class: "timeline"}, place, slider),
    slider,
    show(event) {
      at = event
      if (slider.valueAsNumber !== event) { slider.value = event }
      slider.setAttribute("aria-valuetext", `event ${event} of ${tape.last}, turn ${tape.turns[event]}`)
      mark()
    },
    leave() { observer.disconnect() },
  }
}
