// Everything that is wrong with an uploaded log, fault by fault. It needs elements.js.

const FIRST = 25

export function render({model}) {
  const root = element("section", {class: "faults", hidden: true, tabindex: -1, "aria-label": "What is wrong with the log"})
  function show() {
    const {title, note, faults} = model.faults
    root.hidden = !title
    if (!title) {
      root.replaceChildren()
      return
    }
    const line = ([place, column, reason, game]) => element("tr", {}, element("th", {scope: "row"}, place),
      element("td", {}, element("code", {}, column || "\u2013")), element("td", {}, reason, game ? element("span", {class: "faint"}, ` ${game}`) : null))
    const body = element("tbody", {}, ...faults.slice(0, FIRST).map(line))
    const more = element("button", {type: "button", class: "plain", hidden: faults.length <= FIRST, onclick: () => {
      body.replaceChildren(...faults.map(line))
      more.hidden = true
    }}, `Show all ${whole(faults.length)}`)
    root.replaceChildren(
      element("div", {class: "title"}, element("div", {role: "alert"}, element("h2", {}, title)),
        element("button", {type: "button", class: "plain", onclick: () => model.send_msg({dismiss: true})}, "Close")),
      element("p", {class: "faint"}, note),
      element("table", {}, element("caption", {class: "unseen"}, title),
        element("thead", {}, element("tr", {}, ...["Where", "Column", "What is wrong"].map((text) => element("th", {scope: "col"}, text)))),
        body),
      more)
    root.scrollIntoView({block: "nearest"})
  }
  model.on("faults", show)
  show()
  return root
}
