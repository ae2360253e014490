// The games that are worth looking at, by several rankings. It needs elements.js.

export function render({model}) {
  const status = element("p", {class: "faint", role: "status"})
  const act = element("button", {type: "button", class: "plain", hidden: true, onclick: () => model.send_msg({act: act.dataset.act})})
  const entries = new Map()
  const list = element("ul", {class: "found"})
  const root = element("section", {"aria-label": "Find a game"}, element("h2", {}, "Find a game"), status, act, list)

  const link = (found, title) => element("button", {
    type: "button", class: "game", "aria-label": `${title}: game ${whole(found.game)}, ${found.value}`,
    onclick: () => model.send_msg({game: found.game}),
  }, element("b", {}, `Game ${whole(found.game)}`), element("span", {}, found.value))

  function show() {
    const {state, words, done, planned, rankings, shown} = model.search
    const among = done < planned && state !== "done" ? `${whole(done)} of ${whole(planned)} games` : counted(done, "game")
    const said = {
      idle: words || (planned ? "" : "There are no games yet to look among."),
      playing: done ? `Among the first ${among} \u2026` : `Looking among ${counted(planned, "game")} \u2026`,
      done: `Among all ${counted(done, "game")}`,
      stopped: done ? `Stopped: among the first ${among}` : "Stopped",
      failed: `The games couldn\u2019t be looked through: ${words}`,
    }
    write(status, said[state])
    const action = {idle: words.includes("ask") ? ["search", "Look through them"] : null, playing: ["stop", "Stop"],
      stopped: ["search", "Go on"], failed: ["search", "Try again"]}[state]
    act.hidden = !action
    if (action) {
      act.dataset.act = action[0]
      write(act, action[1])
    }
    for (const ranking of rankings) {
      if (!entries.has(ranking.name)) {
        const first = element("div", {})
        const others = element("div", {})
        const more = element("details", {}, element("summary", {"aria-label": `More: ${ranking.title}`}, "more"), others)
        const item = element("li", {}, element("h3", {}, ranking.title), first, more)
        list.append(item)
        entries.set(ranking.name, {first, others, more, item, key: ""})
      }
      const entry = entries.get(ranking.name)
      const key = JSON.stringify(ranking.found)
      if (entry.key !== key) {
        entry.key = key
        const [best, ...rest] = ranking.found.map((found) => link(found, ranking.title))
        entry.first.replaceChildren(best)
        entry.others.replaceChildren(...rest)
        entry.more.hidden = rest.length === 0
      }
      entry.item.hidden = false
      entry.first.firstChild.classList.toggle("now", ranking.found[0].game === shown)
    }
    if (!rankings.length) { for (const entry of entries.values()) { entry.item.hidden = true } }
  }
  model.on("search", show)
  show()
  return root
}
