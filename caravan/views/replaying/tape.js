// A game as tape.py sends it: the position after each event, unpacked once.

export function readTape(text) {
  if (!text) { return null }
  const sent = JSON.parse(text)
  const length = sent.words.length
  const frames = new Int32Array(length * sent.size)
  frames.set(sent.first)
  sent.changes.forEach((changes, place) => {
    const start = (place + 1) * sent.size
    frames.copyWithin(start, start - sent.size, start)
    for (let index = 0; index < changes.length; index += 2) { frames[start + changes[index]] = changes[index + 1] }
  })
  const number = (event, name, place = 0) => frames[event * sent.size + sent.places[name] + place]
  return {
    ...sent,
    length,
    last: length - 1,
    number,
    // Whose turn it is after an event, in words.
    standing(event) {
      if (number(event, "ended")) { return sent.ending }
      if (event < sent.ready) { return "The set-up: goods are drawn one by one" }
      const left = number(event, "left")
      return `Turn ${number(event, "turn")}: seat ${number(event, "seat")} to act, ${left} action${left === 1 ? "" : "s"} left`
    },
    // The first event of the turn before or after that of an event.
    turnBefore(event) {
      let at = event
      const turn = at > 0 ? sent.turns[at - 1] : sent.turns[0]
      while (at > 0 && sent.turns[at - 1] === turn) { at -= 1 }
      return at
    },
    turnAfter(event) {
      let at = event
      while (at < length - 1 && sent.turns[at] === sent.turns[event]) { at += 1 }
      return at
    },
  }
}
