// Play, pause, steps and speed: what moves a replay on, by itself or by hand. It needs elements.js.

const SPEEDS = [[1, "1 event a second"], [2, "2 a second"], [4, "4 a second"], [8, "8 a second"], [15, "15 a second"],
  [30, "30 a second"], [60, "as fast as the screen"]]
const CALM = 4

const ICONS = {
  start: "M6 5h2.5v14H6zM20 5v14L9.5 12z",
  turnBack: "M12 5v14L3 12zM21 5v14l-9-7z",
  back: "M16 5v14L6 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 5h4.5v14H6zM13.5 5H18v14h-4.5z",
  forth: "M8 5v14l10-7z",
  turnForth: "M3 5v14l9-7zM12 5v14l9-7z",
  end: "M15.5 5H18v14h-2.5zM4 5v14l10.5-7z",
}

const icon = (name) => svgNode("svg", {viewBox: "0 0 24 24", "aria-hidden": "true"}, svgNode("path", {d: ICONS[name]}))

// `move(event, {led, calm, quiet})` shows an event; `standing()` gives {tape, at}; `seen()` tells whether anyone can see
// it; `paused()` is called at each stop.
export function makeTransport({move, standing, seen, paused}) {
  let playing = false
  let began = 0
  let done = 0
  const button = (name, label, keys, act) => element("button", {
    type: "button", class: name === "play" ? "play" : "step", "aria-label": label, title: `${label} (${keys})`, onclick: act,
  }, icon(name))
  const speed = element("select", {"aria-label": "Speed"}, ...SPEEDS.map(([value, words]) => element("option", {value}, words)))
  speed.value = "2"
  const step = (count) => go(standing().at + count)
  const buttons = {
    start: button("start", "To the start", "Home", () => go(0)),
    turnBack: button("turnBack", "A turn back", ",", () => turn(-1)),
    back: button("back", "A step back", "\u2190", () => step(-1)),
    play: button("play", "Play", "Space", () => toggle()),
    forth: button("forth", "A step forth", "\u2192", () => step(1)),
    turnForth: button("turnForth", "A turn forth", ".", () => turn(1)),
    end: button("end", "To the end", "End", () => go(Infinity)),
  }

  function go(event) {
    stop()
    const {tape} = standing()
    if (tape) { move(Math.max(0, Math.min(tape.last, event)), {led: true, calm: true}) }
  }

  function turn(direction) {
    const {tape, at} = standing()
    if (tape) { go(direction < 0 ? tape.turnBefore(at) : tape.turnAfter(at)) }
  }

  function toggle() {
    if (playing) {
      stop()
      return
    }
    const {tape, at} = standing()
    if (!tape) { return }
    if (at >= tape.last) { move(0, {led: true, calm: true}) }
    playing = true
    show()
    restart()
    requestAnimationFrame(tick)
  }

  function restart() {
    began = performance.now()
    done = 0
  }

  function tick(now) {
    if (!playing) { return }
    const {tape, at} = standing()
    if (!seen()) {
      stop()
      return
    }
    const rate = Number(speed.value)
    const due = rate >= 60 ? done + 1 : Math.floor(((now - began) / 1000) * rate)
    const steps = Math.min(due - done, tape ? tape.last - at : 0)
    if (steps > 0) {
      done += steps
      move(at + steps, {led: true, calm: rate <= CALM, quiet: true})
    }
    if (!tape || standing().at >= tape.last) { stop() } else { requestAnimationFrame(tick) }
  }

  function stop() {
    if (playing) {
      playing = false
      show()
      paused()
    }
  }

  function show() {
    const words = playing ? "Pause" : "Play"
    buttons.play.replaceChildren(icon(playing ? "pause" : "play"))
    buttons.play.setAttribute("aria-label", words)
    buttons.play.title = `${words} (Space)`
  }

  speed.addEventListener("change", restart)
  const keys = {
    " ": toggle, ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(Infinity),
    ",": () => turn(-1), ".": () => turn(1),
  }
  return {
    node: element("div", {class: "transport", role: "group", "aria-label": "Playing"}, ...Object.values(buttons), speed),
    stop,
    go,
    // Whether a key press was meant for the replay.
    press(event) {
      const target = event.composedPath()[0]
      const field = target.closest?.("input:not([type=range]), select, textarea, [contenteditable]")
      const pressed = event.key === " " && target.closest?.("button, a, summary")
      const act = keys[event.key]
      if (!act || field || pressed || event.ctrlKey || event.metaKey || event.altKey) { return false }
      act()
      event.preventDefault()
      return true
    },
    show() {
      const {tape, at} = standing()
      for (const name of ["start", "turnBack", "back"]) { buttons[name].disabled = !tape || at <= 0 }
      for (const name of ["forth", "turnForth", "end"]) { buttons[name].disabled = !tape || at >= tape.last }
    },
  }
}
