// A long table with a field to look for rows, and a choice of verdicts.

export function render({model}) {
  const root = document.createElement("div")
  root.innerHTML = `<div class="find"><label>Look for a measure<input type="search" autocomplete="off"></label>
    <label>Verdict<select></select></label></div><p class="count" role="status"></p>
    <div class="scroll" tabindex="0" role="region" aria-label="Every measure"><table><caption></caption>
    <thead><tr></tr></thead><tbody></tbody></table></div>`
  const search = root.querySelector("input")
  const verdicts = root.querySelector("select")
  const count = root.querySelector(".count")
  const caption = root.querySelector("caption")
  const head = root.querySelector("thead tr")
  const body = root.querySelector("tbody")
  let lines = []

  function filter() {
    const wanted = search.value.trim().toLowerCase()
    let shown = 0
    for (const {node, text, verdict} of lines) {
      node.hidden = !(text.includes(wanted) && (verdicts.value === "" || verdict === verdicts.value))
      shown += node.hidden ? 0 : 1
    }
    count.textContent = `${shown} of ${lines.length} figures`
  }
  function show() {
    const {caption: words = "", columns = [], numeric = [], rows = []} = model.table
    caption.textContent = words
    const cell = (tag, text, place) => {
      const node = document.createElement(tag)
      node.textContent = text
      if (numeric[place]) { node.className = "number" }
      return node
    }
    head.replaceChildren(...columns.map((name, place) => {
      const node = cell("th", name, place)
      node.scope = "col"
      return node
    }))
    const place = columns.indexOf("Verdict")
    lines = rows.map((row) => {
      const node = document.createElement("tr")
      node.append(...row.map((text, column) => cell(column ? "td" : "th", text, column)))
      node.firstChild.scope = "row"
      return {node, text: row.slice(0, 4).join(" ").toLowerCase(), verdict: row[place]}
    })
    body.replaceChildren(...lines.map((line) => line.node))
    const kinds = [...new Set(lines.map((line) => line.verdict))].sort()
    verdicts.replaceChildren(new Option("all", ""), ...kinds.map((kind) => new Option(kind, kind)))
    filter()
  }
  search.addEventListener("input", filter)
  verdicts.addEventListener("change", filter)
  model.on("table", show)
  show()
  return root
}
