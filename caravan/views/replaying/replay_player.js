// A game to be watched: the board, what each seat has, the course of the scores, the controls and the list of events.
// It steps by itself; the page is told where it stands, and sends games, and rows of other games, when they are asked for.

const TELL_MS = 300

export function render({model}) {
  const svg = svgNode("svg", {})
  const title = element("h2", {class: "finding"})
  const from = element("p", {class: "faint from"})
  const headline = element("p", {class: "headline"})
  const words = element("p", {class: "words"})
  const counter = element("span", {class: "counter"})
  const spoken = element("div", {class: "unseen", role: "status", "aria-live": "polite"})
  const side = element("div", {class: "side"})
  const course = element("div", {class: "course-place"})
  const veil = element("div", {class: "veil", hidden: true})
  let tape = null
  let seats = []
  let stage = null
  let standings = null
  let timeline = null
  let at = 0
  let told = -1
  let telling = 0

  const seen = () => root.isConnected && root.getClientRects().length > 0
  const transport = makeTransport({move, standing: () => ({tape, at}), seen, paused: () => { speak(); tell() }})
  const filter = makeEventFilter((wanted) => model.send_msg({filter: wanted}))
  const list = makeEventList({
    ask: (wanted) => model.send_msg(wanted),
    open: (game, event) => model.send_msg({open: [game, event]}),
    goTo: (event) => transport.go(event),
    seats: () => seats,
  })
  const found = element("span", {class: "faint"})
  const savers = element("div", {class: "savers", role: "group", "aria-label": "Save"},
    element("span", {class: "faint"}, "Save"),
    ...[["svg", "Board as SVG"], ["png", "Board as PNG"], ["scores", "Scores as CSV"], ["log", "Log as CSV"]].map(([kind, text]) =>
      element("button", {type: "button", class: "plain", onclick: () => keep(kind)}, text)))
  const player = element("div", {class: "player", hidden: true},
    element("section", {class: "card", "aria-label": "The game"},
      element("div", {class: "top"}, title, from),
      element("div", {class: "scene"},
        element("div", {class: "board-place"}, svg),
        element("div", {class: "told"}, headline, words),
        element("div", {class: "below"}, transport.node, counter),
        course,
        side),
      element("p", {class: "faint keys"}, "Keys: space plays and pauses, \u2190 \u2192 step by event, comma and full stop by turn, "
        + "Home and End lead to the start and the end."),
      savers),
    element("section", {class: "card", "aria-label": "Events"},
      element("div", {class: "top row-top"}, element("h2", {}, "Event by event"), found),
      filter.node, ...list.nodes))
  const root = element("div", {class: "replay"}, player, veil, spoken)

  function move(event, {led = false, calm = false, quiet = false} = {}) {
    at = event
    const near = matchMedia("(prefers-reduced-motion: reduce)").matches ? false : calm
    stage.show(at, near)
    standings.show(at)
    timeline.show(at)
    list.show(at, led)
    write(headline, tape.standing(at))
    write(words, tape.words[at])
    write(counter, `event ${whole(at)} of ${whole(tape.last)}`)
    transport.show()
    if (!quiet) { speak() }
    if (!telling) { telling = setTimeout(tell, TELL_MS) }
  }

  function speak() { write(spoken, tape ? `${tape.words[at]}. ${tape.standing(at)}.` : "") }

  function tell() {
    clearTimeout(telling)
    telling = 0
    if (tape && at !== told) {
      told = at
      model.send_msg({at, shown: tape.shown})
    }
  }

  function keep(kind) {
    if (kind === "svg" || kind === "png") {
      savePicture(svg, `${tape.stem}-event-${at}`, kind)
    } else {
      model.send_msg({want: kind})
    }
  }

  function showGame() {
    const given = model.game
    const next = readTape(given.tape)
    transport.stop()
    timeline?.leave()
    tape = next
    player.hidden = !tape
    if (!tape) { return }
    const board = given.board
    seats = given.seats
    stage = makeStage(svg, board, tape, seats)
    standings = makeStandings(board, tape, seats)
    timeline = makeTimeline(tape, seats, (event) => transport.go(event))
    side.replaceChildren(...standings.nodes)
    course.replaceChildren(timeline.node)
    write(title, tape.finding)
    write(from, tape.from)
    filter.use(tape, board)
    at = given.at
    told = at
    showTable(given.table)
    move(at, {led: true})
  }

  function showTable(table) {
    if (!tape || table.shown !== tape.shown) { return }
    list.use(table, tape)
    const {count, total} = table
    write(found, count === total ? counted(total, "event") : `${whole(count)} of ${counted(total, "event")}`)
  }

  function showVeil() {
    const {state, words: said, retry} = model.veil
    root.classList.toggle("busy", state === "loading")
    root.setAttribute("aria-busy", state === "loading" ? "true" : "false")
    veil.hidden = !said
    veil.className = `veil ${state ?? ""}`
    const again = element("button", {type: "button", class: "plain", onclick: () => model.send_msg({retry: true})}, "Try again")
    veil.replaceChildren(element("p", {role: state === "failed" ? "alert" : null}, said ?? ""), ...(retry ? [again] : []))
  }

  const pressed = (event) => {
    if (event.defaultPrevented || !tape || !seen()) { return }
    const [target, ...around] = event.composedPath()
    // From anywhere on the page but what has a use of its own for such keys.
    const idle = target === document.body || target.matches?.("button:not([role]), a, summary")
    if (idle || around.includes(root)) { transport.press(event) }
  }
  document.addEventListener("keydown", pressed)
  model.on("remove", () => {
    document.removeEventListener("keydown", pressed)
    transport.stop()
    timeline?.leave()
  })
  model.on("game", showGame)
  model.on("table", () => showTable(model.table))
  model.on("veil", showVeil)
  model.on("jump", () => {
    if (tape && model.jump.shown === tape.shown) {
      transport.stop()
      told = model.jump.at
      move(told, {led: true})
    }
  })
  model.on("msg:custom", (answer) => {
    if (answer.rows) { list.take(answer) }
    if (answer.file) { save(new Blob([answer.text], {type: "text/csv"}), answer.file) }
  })
  showGame()
  showVeil()
  return root
}
