// What differs between the rule sets: a row for each rule that does, a column for each rule set, and what can be done
// with one of them.

export function render({model}) {
  const scroll = document.createElement("div")
  scroll.className = "scroll"
  scroll.tabIndex = 0
  scroll.setAttribute("role", "region")
  scroll.setAttribute("aria-label", "Rules that differ")
  const cell = (tag, text, css = "", scope = "") => {
    const node = document.createElement(tag)
    node.textContent = text
    if (css) { node.className = css }
    if (scope) { node.scope = scope }
    return node
  }
  const button = (words, label, act, number) => {
    const node = cell("button", words)
    node.type = "button"
    node.setAttribute("aria-label", label)
    node.dataset.key = `${act}-${number}`
    node.addEventListener("click", () => model.send_msg({act, number}))
    return node
  }
  function show() {
    const focused = scroll.getRootNode().activeElement?.dataset?.key
    const table = document.createElement("table")
    const head = table.createTHead().insertRow()
    head.append(cell("th", "Rule", "", "col"))
    for (const set of model.sets) {
      const heading = cell("th", "", "", "col")
      const inside = cell("div", "", "set")
      inside.append(cell("span", `${set.letter} ${set.called}`), cell("small", set.baseline ? "the baseline" : set.said))
      heading.append(inside)
      head.append(heading)
    }
    const body = table.createTBody()
    for (const row of model.rows) {
      const line = body.insertRow()
      line.append(cell("th", row.label, "", "row"))
      row.values.forEach((value, place) => {
        const other = place > 0 && value !== row.values[0]
        line.append(cell("td", other ? `\u2192 ${value}` : value, other ? "other" : place ? "same" : ""))
      })
    }
    const acts = body.insertRow()
    acts.append(cell("th", "Look closer", "", "row"))
    for (const set of model.sets) {
      const called = `${set.letter} ${set.called}`
      const place = cell("td", "")
      place.append(button("Open in Lab", `Open ${called} in Lab`, "lab", set.number))
      if (model.replays) { place.append(button("Replay a game", `Replay a game of ${called}`, "replay", set.number)) }
      if (!set.baseline) { place.append(button("Make baseline", `Compare the others with ${called}`, "baseline", set.number)) }
      acts.append(place)
    }
    scroll.replaceChildren(table)
    if (focused) { scroll.querySelector(`[data-key="${focused}"]`)?.focus() }
  }
  model.on("rows", show)
  model.on("sets", show)
  show()
  return scroll
}
