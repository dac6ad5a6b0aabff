/** Runs a program below its code: what it prints, and its requests. */
import "../page/style/layout.css"
import "../page/style/editor.css"
import "../page/style/timeline.css"
import "../page/style/inline.css"
import { Engine } from "../engine/client.ts"
import { element } from "../page/dom.ts"
import { consolePanel } from "../page/panels/console.ts"
import { outcomes } from "../page/outcomes.ts"
import { timelinePanel } from "../page/panels/timeline.ts"
import { fromFragment } from "../share.ts"

/** Seconds of the program in a second of the page. */
const speed = 60

/** `link` opens the program in the playground, `base` is where the site is. Returns what runs the program, from its beginning. */
export const inlineRunner = async (link: HTMLAnchorElement, base: string): Promise<() => void> => {
  const sketch = (await fromFragment(link.hash)) ?? { program: "" }
  const status = element("p", { class: "pg-inline-status", role: "status" })
  const output = element("div", { class: "pg-console", role: "log", "aria-label": "Console", tabindex: 0 })
  const requests = element("div", {
    class: "pg-panel-timeline",
    role: "region",
    "aria-label": "Requests",
    tabindex: 0
  })
  link.parentElement?.after(element("div", { class: "pg-inline not-content" }, status, output, requests))
  // The program is not a file of an editor.
  const printed = consolePanel(output, { has: () => false, goTo: () => {} }, base)
  const timeline = timelinePanel(requests, () => {})
  const engine = new Engine(`${base}generated/engine/`)
  engine.subscribe((report) => {
    if (report._tag === "printed") printed.print(report)
    if (report._tag === "entries") timeline.add(report.entries)
    if (report._tag === "clock") timeline.setNow(report.now)
    if (report._tag !== "ended") return
    printed.end(report)
    timeline.end()
    status.textContent = outcomes[report.outcome]
  })
  return () => {
    printed.clear()
    timeline.clear()
    status.textContent = "Running …"
    engine.send({ _tag: "run", sketch, speed, faults: sketch.faults ?? [] })
  }
}
