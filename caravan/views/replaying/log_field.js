// Takes a log from the visitor's own files and hands it over part by part. It needs elements.js.

const PART = 2 ** 20

export function render({model}) {
  const file = element("input", {type: "file", accept: ".csv,.parquet,.toml", id: "log-file", class: "unseen"})
  const drop = element("label", {class: "drop", for: "log-file"}, element("b", {}, "Choose a log"), " or drop it here",
    element("span", {class: "faint"}, "CSV or Parquet, as caravan simulate writes it"))
  const rules = element("select", {onchange: () => model.send_msg({rules: rules.value})})
  const progress = element("progress", {max: 1, value: 0, hidden: true, "aria-label": "Progress of the upload"})
  const stop = element("button", {type: "button", class: "plain", hidden: true, onclick: () => model.send_msg({stop: true})}, "Give up")
  const status = element("p", {class: "status", role: "status"})
  const root = element("section", {"aria-label": "A log of your own"}, element("h2", {}, "A log of your own"),
    file, drop, labelled("Played by", rules), progress, status, stop,
    element("p", {class: "faint"}, "It is read in memory, checked move by move, and kept nowhere. Rules of your own: drop their .toml file first."))
  let chosen = null
  let sent = 0

  async function sendPart() {
    const mine = chosen
    const bytes = await mine.slice(sent, sent + PART).arrayBuffer()
    if (mine !== chosen) { return }
    sent += bytes.byteLength
    progress.value = sent / mine.size
    model.send_msg({part: bytes})
  }
  function begin(picked) {
    if (!picked) { return }
    chosen = picked
    sent = 0
    progress.value = 0
    model.send_msg({begin: {name: picked.name, size: picked.size}})
  }
  file.addEventListener("change", () => {
    begin(file.files[0])
    file.value = ""
  })
  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over") })
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"))
  drop.addEventListener("drop", (event) => {
    event.preventDefault()
    drop.classList.remove("over")
    begin(event.dataTransfer.files[0])
  })
  model.on("msg:custom", (answer) => { if (answer.next) { sendPart() } })

  function show() {
    const {state, words, called, options, key} = model.upload
    const said = {receiving: `${called} is being sent \u2026`, reading: `${called} is being read and checked \u2026`}
    write(status, said[state] ?? words)
    status.classList.toggle("problem", state === "failed")
    const busy = state === "receiving" || state === "reading"
    progress.hidden = !busy
    if (state === "reading") { progress.removeAttribute("value") }
    stop.hidden = !busy
    rules.replaceChildren(...options.map(([value, text]) => element("option", {value}, text)))
    rules.value = key
  }
  model.on("upload", show)
  show()
  return root
}
