// A field for a whole number; what isn't one, or isn't allowed, is explained below it and not taken over.
export function render({model, el}) {
  const label = document.createElement("label")
  label.className = "field"
  const name = document.createElement("span")
  name.textContent = model.label
  const input = document.createElement("input")
  input.type = "number"
  input.inputMode = "numeric"
  input.step = "1"
  input.min = model.start
  input.max = model.end
  label.append(name, input)
  const fault = document.createElement("p")
  fault.className = "fault"
  fault.id = "fault"
  fault.setAttribute("role", "alert")
  fault.hidden = true
  const box = document.createElement("div")
  box.append(label, fault)

  let typing = false
  const show = () => {
    if (!typing) { input.value = model.value }
    blame("")
  }
  const blame = words => {
    fault.textContent = words
    fault.hidden = !words
    if (words) { input.setAttribute("aria-invalid", "true") } else { input.removeAttribute("aria-invalid") }
    if (words) { input.setAttribute("aria-describedby", "fault") } else { input.removeAttribute("aria-describedby") }
  }
  const written = new Intl.NumberFormat("en")
  input.addEventListener("input", () => {
    typing = true
    const value = Number(input.value)
    if (input.value === "" || !Number.isInteger(value) || value < model.start || value > model.end) {
      blame(`A whole number from ${written.format(model.start)} to ${written.format(model.end)}, please.`)
    } else {
      blame("")
      model.send_msg({value})
    }
  })
  input.addEventListener("blur", () => { typing = false; show() })
  model.on("value", show)
  show()
  return box
}
