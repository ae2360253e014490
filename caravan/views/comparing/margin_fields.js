// From which size on a difference matters: one number for each family of figures, with a way back to the usual one.

const PAUSE = 500

export function render({model}) {
  const root = document.createElement("div")
  root.innerHTML = `<details><summary>What matters<span class="badge" hidden></span></summary>
    <p class="hint">A difference that is surely smaller than its margin is practically none. Choose margins before you
    look at the answer. A change judges the same games anew.</p><div class="rows"></div></details>`
  const badge = root.querySelector(".badge")
  const fields = new Map()
  for (const row of model.rows) {
    const id = `margin-${row.name.replaceAll(".", "-")}`
    const node = document.createElement("div")
    node.className = "row"
    node.innerHTML = `<label></label><input type="number" min="0" step="any" inputmode="decimal"><span class="unit"></span>
      <button type="button" hidden></button><p class="fault" role="alert"></p>`
    const [label, input, unit, back, fault] = node.children
    label.textContent = row.label
    label.htmlFor = id
    input.id = id
    node.dataset.name = row.name
    unit.textContent = row.unit
    back.textContent = `\u21ba Usual: ${row.usual}`
    let timer = null
    const post = () => {
      clearTimeout(timer)
      timer = null
      const value = Number(input.value)
      const allowed = input.value !== "" && Number.isFinite(value) && value > 0
      fault.textContent = allowed ? "" : "must be a number above 0"
      if (allowed) { model.send_msg({name: row.name, value: value === row.usual ? null : value}) }
    }
    input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(post, PAUSE) })
    input.addEventListener("change", post)
    back.addEventListener("click", () => {
      clearTimeout(timer)
      timer = null
      model.send_msg({name: row.name, value: null})
      input.focus()
    })
    root.querySelector(".rows").append(node)
    fields.set(row.name, {node, input, back, fault, usual: row.usual, typing: () => timer !== null})
  }
  function show() {
    let changed = 0
    for (const [name, field] of fields) {
      const given = model.values[name]
      field.node.classList.toggle("changed", given != null)
      field.back.hidden = given == null
      changed += given != null ? 1 : 0
      if (!field.typing()) {
        const value = String(given ?? field.usual)
        if (Number(field.input.value) !== Number(value) || field.input.value === "") { field.input.value = value }
        field.fault.textContent = ""
      }
    }
    badge.hidden = changed === 0
    badge.textContent = `${changed} changed`
  }
  model.on("values", show)
  show()
  return root
}
