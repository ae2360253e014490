// The page's frame leaves an empty heading above the controls and a progress bar without a name. Neither says anything,
// so people who listen to the page needn't hear of them. Its title is the page's first heading, which it calls a third,
// and neither its hints nor, on a phone, its drawer has a name.
export function render({el}) {
  const quiet = root => {
    for (const heading of root.querySelectorAll("h5.MuiTypography-root")) {
      if (!heading.textContent.trim()) { heading.setAttribute("role", "presentation"); heading.setAttribute("aria-hidden", "true") }
    }
    for (const title of root.querySelectorAll(".MuiAppBar-root .title")) {
      title.setAttribute("role", "heading")
      title.setAttribute("aria-level", "1")
    }
    for (const drawer of root.querySelectorAll(".MuiDrawer-paper[role=dialog]")) {
      drawer.setAttribute("aria-label", "Controls")
    }
    for (const layer of root.querySelectorAll("[data-pmui-layer]")) {
      layer.setAttribute("role", "region")
      layer.setAttribute("aria-label", "Hints")
    }
    for (const bar of root.querySelectorAll(".MuiLinearProgress-root")) { bar.setAttribute("aria-hidden", "true") }
  }
  let found = null
  const begin = () => {
    let node = el
    while (node && !found) {
      const root = node.getRootNode()
      if (root instanceof ShadowRoot && root.querySelector("main, .MuiAppBar-root")) { found = root }
      node = root instanceof ShadowRoot ? root.host : null
    }
    if (!found) { return void requestAnimationFrame(begin) }
    new MutationObserver(() => quiet(found)).observe(found, {childList: true, subtree: true})
    quiet(found)
  }
  requestAnimationFrame(begin)
  return document.createElement("span")
}
