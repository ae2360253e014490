// Which events are listed. It needs elements.js.

export function makeEventFilter(send) {
  const choice = (label) => element("select", {"aria-label": label, onchange: tell})
  const seat = choice("Seat")
  const action = choice("Action")
  const good = choice("Good")
  const text = element("input", {type: "search", "aria-label": "Words", placeholder: "Words, such as salt c5", maxlength: 60})
  const clear = element("button", {type: "button", class: "plain", hidden: true}, "Show all")
  let waiting = 0

  function tell() {
    const filter = {seat: Number(seat.value), action: action.value, good: good.value, text: text.value.trim()}
    clear.hidden = !(filter.seat || filter.action || filter.good || filter.text)
    send(filter)
  }
  text.addEventListener("input", () => {
    clearTimeout(waiting)
    waiting = setTimeout(tell, 200)
  })
  clear.addEventListener("click", () => {
    for (const field of [seat, action, good]) { field.selectedIndex = 0 }
    text.value = ""
    tell()
    text.focus()
  })
  const fill = (select, options) => {
    const before = select.value
    select.replaceChildren(...options.map(([value, words]) => element("option", {value}, words)))
    select.value = options.some(([value]) => `${value}` === before) ? before : `${options[0][0]}`
  }
  return {
    node: element("div", {class: "filter", role: "search", "aria-label": "Filter the events"}, seat, action, good, text, clear),
    use(tape, board) {
      const seats = Array.from({length: tape.players}, (_, place) => [place + 1, `Seat ${place + 1}`])
      fill(seat, [[0, "All seats"], ...seats, [-1, "No seat: the game"]])
      fill(action, [["", "All actions"], ...tape.names.map((name) => [name, name.replace("_", " ")])])
      fill(good, [["", "All goods"], ...board.goods.map((kind) => [kind.name, kind.name])])
    },
  }
}
