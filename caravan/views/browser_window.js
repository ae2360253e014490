// What the page says to the browser's window and asks of it: its address and title, kept up to date; one entry in the
// history for each page that comes to the front, none for each change; how wide it is; what it shall remember.
export function render({model}) {
  let front = null

  const show = () => {
    if (!model.query) { return }
    const address = `${window.location.pathname}?${model.query}`
    const page = model.query.split("=")[0]
    if (front === null || front === page) {
      window.history.replaceState(window.history.state, "", address)
    } else {
      window.history.pushState(null, "", address)
    }
    front = page
  }
  const name = () => { if (model.heading) { document.title = model.heading } }
  model.on("query", show)
  model.on("heading", name)
  show()
  name()

  const went = () => {
    front = null
    model.send_msg({went: window.location.search.slice(0, 20000)})
  }
  window.addEventListener("popstate", went)
  model.on("remove", () => window.removeEventListener("popstate", went))

  model.on("keeps", () => {
    const year = 365 * 24 * 3600
    for (const [name, value] of Object.entries(model.keeps)) {
      document.cookie = `${name}=${value}; path=/; max-age=${year}; SameSite=Lax`
    }
  })
  model.on("questions", () => model.send_msg({width: window.innerWidth}))
  return document.createElement("span")
}
