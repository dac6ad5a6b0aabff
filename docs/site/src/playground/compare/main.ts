/** Runs the same task by two clients, each on a service of its own, and draws their timelines side by side. */
import { Engine } from "../engine/client.ts"
import { bindFaults } from "../page/faults.ts"
import { byId } from "../page/dom.ts"
import { outcomes } from "../page/outcomes.ts"
import { timelinePanel } from "../page/panels/timeline.ts"
import type { FaultName, Report, Sketch } from "../protocol.ts"

/** Seconds of the program in a second of the page. */
const speed = 60

interface Side {
  readonly run: (faults: ReadonlyArray<FaultName>) => void
}

const commentsIn = ({ repositories }: Extract<Report, { readonly _tag: "state" }>): number =>
  repositories.flatMap(({ issues }) => issues.flatMap(({ comments }) => comments)).length

const bindSide = (name: string, sketch: Sketch, engine: Engine, onEnd: () => void): Side => {
  const end = byId(`pg-end-${name}`, HTMLElement)
  let comments = 0
  const timeline = timelinePanel(byId(`pg-timeline-${name}`, HTMLElement), () => {})
  const ended = ({ outcome, text }: Extract<Report, { readonly _tag: "ended" }>): void => {
    timeline.end()
    const [why = ""] = outcome === "failure" ? text.split("\n") : []
    const left = comments === 1 ? "The issue has 1 comment." : `The issue has ${comments} comments.`
    end.textContent = [`${outcomes[outcome]}.`, ...(why === "" ? [] : [why]), left].join(" ")
    end.classList.toggle("pg-bad", outcome !== "success" || comments !== 1)
    onEnd()
  }
  engine.subscribe((report) => {
    if (report._tag === "entries") timeline.add(report.entries)
    if (report._tag === "clock") timeline.setNow(report.now)
    if (report._tag === "state") comments = commentsIn(report)
    if (report._tag === "ended") ended(report)
  })
  return {
    run: (faults) => {
      timeline.clear()
      comments = 0
      end.textContent = "Running …"
      end.classList.remove("pg-bad")
      engine.send({ _tag: "run", sketch, speed, faults })
    }
  }
}

/** `sketches` are the programs by the names of their sides. */
export const openComparison = (sketches: Readonly<Record<string, Sketch>>, base: string): void => {
  const run = byId("pg-run", HTMLButtonElement)
  const faults = bindFaults(byId("pg-faults", HTMLElement), () => {})
  faults.choose(["lost-answer"])
  let sides: ReadonlyArray<Side> | undefined
  let left = 0
  const onEnd = (): void => {
    left--
    if (left === 0) run.textContent = "Run both again"
  }
  run.addEventListener("click", () => {
    // Each engine is a worker of its own, so none is started before it is needed.
    sides ??= Object.entries(sketches).map(([name, sketch]) =>
      bindSide(name, sketch, new Engine(`${base}generated/engine/`), onEnd)
    )
    left = sides.length
    for (const side of sides) side.run(faults.chosen())
  })
}
