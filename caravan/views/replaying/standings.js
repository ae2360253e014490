// What each seat has, whose turn it is, and what is left in the bag. It needs elements.js.

const NUMBERS = [["rare", "rare"], ["common", "common"], ["demand", "demand"], ["theft", "theft"], ["off", "off board"]]

export function seatMark(seat, colour) {
  return element("b", {class: "seat", style: `--seat: ${colour}`}, `${seat}`)
}

export function makeStandings(board, tape, seats) {
  const cells = []
  const rows = seats.map((seat, place) => {
    const own = {score: element("b", {class: "score"}), numbers: {}, acts: element("span", {class: "turn"})}
    const terms = NUMBERS.map(([name, words]) => {
      own.numbers[name] = element("dd", {})
      return element("div", {}, element("dt", {}, words), own.numbers[name])
    })
    own.row = element("li", {style: `--seat: ${seat.colour}`},
      element("div", {class: "who"}, element("span", {class: "unseen"}, "Seat "), seatMark(place + 1, seat.colour),
        element("span", {class: "bot"}, seat.name), own.acts,
        element("span", {class: "points"}, own.score, element("span", {class: "faint"}, " points"))),
      element("dl", {}, ...terms))
    cells.push(own)
    return own.row
  })
  const table = element("ul", {class: "standings", "aria-label": "What each seat has"}, ...rows)
  const bagWords = element("p", {class: "bag-words"})
  const bag = element("ul", {class: "bag"}, ...board.goods.map((good) => {
    const sign = svgNode("svg", {viewBox: "-14 -14 28 28", "aria-hidden": "true"}, drawGood(good, 0, 0, good.rare ? 9 : 11))
    return element("li", {}, sign, element("span", {class: "good-name"}, good.name), element("span", {class: "count"}))
  }))
  const counts = [...bag.querySelectorAll("li > span:last-child")]
  return {
    nodes: [table, element("div", {class: "supply"}, bagWords, bag)],
    show(event) {
      const ended = tape.number(event, "ended")
      const acts = ended || event < tape.ready ? 0 : tape.number(event, "seat")
      seats.forEach((_, place) => {
        const own = cells[place]
        let off = 0
        for (let camel = 0; camel < tape.camels; camel += 1) {
          off += tape.number(event, "space", place * tape.camels + camel) < 0 ? 1 : 0
        }
        write(own.score, `${tape.number(event, "score", place)}`)
        for (const [name] of NUMBERS) { write(own.numbers[name], `${name === "off" ? off : tape.number(event, name, place)}`) }
        own.row.classList.toggle("acts", place + 1 === acts)
        write(own.acts, place + 1 === acts ? `to act, ${tape.number(event, "left")} left` : "")
      })
      let left = 0
      counts.forEach((node, good) => {
        const count = tape.number(event, "bag", good)
        left += count
        write(node, `${count}`)
      })
      const due = tape.refillAfter - tape.number(event, "picked")
      const next = ended ? "" : `; the next refill comes after ${counted(due, "pick-up")}`
      const empty = ended ? "The bag is empty" : "The bag is empty: the next delivery ends the game"
      write(bagWords, left ? `${counted(left, "good")} in the bag${next}` : empty)
    },
  }
}
