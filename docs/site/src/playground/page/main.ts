/** The page of the playground: binds its elements to the engine. */
import { startChecker } from "../checker/client.ts"
import type { Engine } from "../engine/client.ts"
import type { Report, Sketch } from "../protocol.ts"
import { fromFragment, toFragment } from "../share.ts"
import { bindClock } from "./clock.ts"
import { byId } from "./dom.ts"
import { editorIn } from "./editor/editor.ts"
import { bindExamples } from "./examples.ts"
import { bindFaults } from "./faults.ts"
import { bindFiles } from "./files.ts"
import { makeDraft } from "./draft.ts"
import { outcomes } from "./outcomes.ts"
import { chartsPanel } from "./panels/charts.ts"
import { consolePanel } from "./panels/console.ts"
import { servicePanel } from "./panels/service.ts"
import { testsPanel } from "./panels/tests.ts"
import { timelinePanel } from "./panels/timeline.ts"
import { bindProblems } from "./problems.ts"
import { bindTabs } from "./tabs.ts"

export const openPlayground = async (
  engine: Engine,
  { first, merge }: Readonly<Record<"first" | "merge", Sketch>>,
  base: string
): Promise<void> => {
  const run = byId("pg-run", HTMLButtonElement)
  const undo = byId("pg-undo", HTMLButtonElement)
  const stop = byId("pg-stop", HTMLButtonElement)
  const status = byId("pg-status", HTMLElement)
  const consoleElement = byId("pg-console", HTMLElement)
  const chooser = byId("pg-example", HTMLSelectElement)

  const fileTabs = bindFiles({
    selected: (name) => editor.show(name),
    added: (name) => editor.add(name),
    renamed: (from, to) => editor.rename(from, to),
    removed: (name) => editor.remove(name)
  })
  const editor = editorIn(byId("pg-editor", HTMLElement), {
    run: () => start(),
    changed: () => {
      chooser.value = ""
      draft.write(sketch())
      // The address no longer has this program.
      if (location.hash !== "") forgetLink()
    },
    checked: (file, found) => problems.show(file, found)
  })
  const problems = bindProblems(editor.goTo)
  const places = {
    has: editor.has,
    goTo: (file: string, line: number, column: number): void => {
      fileTabs.select(file)
      editor.goTo(line, column)
    }
  }
  const output = consolePanel(consoleElement, places, base)
  const panelTabs = bindTabs(byId("pg-panels", HTMLElement))
  const counter = (id: string) => (count: number) => {
    byId(id, HTMLElement).textContent = count === 0 ? "" : String(count)
  }
  const timeline = timelinePanel(byId("pg-timeline", HTMLElement), counter("pg-timeline-count"))
  const service = servicePanel(byId("pg-service", HTMLElement))
  const charts = chartsPanel(byId("pg-charts", HTMLElement), counter("pg-charts-count"))
  const tests = testsPanel(byId("pg-tests", HTMLElement), places, counter("pg-tests-count"))
  const clock = bindClock((speed) => engine.send({ _tag: "speed", speed }))
  const faults = bindFaults(byId("pg-faults", HTMLElement), (fault, name) => {
    engine.send({ _tag: "fault", fault })
    status.textContent = `Running, added: ${name.toLowerCase()}`
    const shown = status.textContent
    setTimeout(() => {
      if (status.textContent === shown) status.textContent = "Running"
    }, 3000)
  })

  const draft = makeDraft()
  /** All that a link shares. */
  const sketch = (): Sketch => ({ ...editor.sketch(), faults: faults.chosen(), speed: clock.speed() })

  const setRunning = (running: boolean): void => {
    run.textContent = running ? "Run again" : "Run"
    // A button that cannot be used loses the focus.
    if (!running && document.activeElement === stop) run.focus()
    stop.disabled = !running
    faults.setRunning(running)
    document.body.classList.toggle("pg-is-running", running)
  }

  /** Whether the run has told of tests. */
  let hasTests = false

  const clear = (): void => {
    output.clear()
    timeline.clear()
    service.clear()
    charts.clear()
    tests.clear()
    hasTests = false
  }

  /** On phones, the console is below the program. */
  const showOutput = (): void => {
    const { bottom } = consoleElement.getBoundingClientRect()
    if (bottom > innerHeight) consoleElement.parentElement?.scrollIntoView()
  }

  const start = (): void => {
    clear()
    showOutput()
    clock.start()
    setRunning(true)
    status.textContent = "Starting …"
    engine.send({ _tag: "run", sketch: editor.sketch(), speed: clock.speed(), faults: faults.chosen() })
  }

  const hear = (report: Report): void => {
    switch (report._tag) {
      case "ready":
        return
      case "started":
        status.textContent = "Running"
        return
      case "printed":
        return output.print(report)
      case "entries":
        return timeline.add(report.entries)
      case "state":
        return service.show(report.repositories)
      case "charts":
        return charts.show(report.charts)
      case "tests":
        // They are what a program with tests is run for.
        if (!hasTests) panelTabs.select("tests")
        hasTests = true
        return tests.add(report.tests)
      case "clock":
        clock.show(report.now)
        return timeline.setNow(report.now)
      case "ended":
        output.end(report)
        timeline.end()
        status.textContent = outcomes[report.outcome]
        setRunning(false)
    }
  }
  engine.subscribe(hear)

  let isAssisted = false
  /** The compiler weighs 2 MB, so it is loaded when someone turns to the program. */
  const assist = (): void => {
    if (isAssisted) return
    isAssisted = true
    problems.say("Loading the types …")
    editor.assist(startChecker())
  }
  for (const event of ["focusin", "pointerenter"]) byId("pg-editor", HTMLElement).addEventListener(event, assist)

  run.addEventListener("click", start)
  stop.addEventListener("click", () => engine.send({ _tag: "stop" }))
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    start()
  })

  const open = (sketch: Sketch): void => {
    // What the old run still says is not about this program.
    engine.abandon()
    setRunning(false)
    clock.start()
    clear()
    if (isAssisted) problems.say("Checking the types …")
    editor.open(sketch)
    // What examples print is what they print without faults.
    faults.choose(sketch.faults ?? [])
    if (sketch.speed !== undefined) clock.choose(sketch.speed)
    undo.hidden = draft.replaced() === undefined
    fileTabs.open(Object.keys(sketch.files ?? {}))
    status.textContent = "Ready"
  }
  const forgetLink = () => history.replaceState(null, "", location.pathname + location.search)
  const openExample = (sketch: Sketch): void => {
    forgetLink()
    draft.replace()
    open(sketch)
  }
  bindExamples(chooser, openExample, `${base}generated/sketches.json`)

  byId("pg-share", HTMLButtonElement).addEventListener("click", () => {
    void share(sketch()).then((text) => {
      status.textContent = text
    })
  })
  for (const [id, program] of [
    ["pg-reset", first],
    ["pg-merge", merge]
  ] as const)
    byId(id, HTMLButtonElement).addEventListener("click", () => {
      chooser.value = ""
      openExample(program)
    })
  undo.addEventListener("click", () => {
    const written = draft.undo()
    if (written === undefined) return
    chooser.value = ""
    forgetLink()
    open(written)
    // A button that is hidden loses the focus.
    if (undo.hidden) run.focus()
  })

  const openLink = async (): Promise<void> => {
    try {
      const linked = await fromFragment(location.hash)
      const written = draft.open()
      if (linked === undefined) return open(written ?? first)
      if (JSON.stringify(linked) !== JSON.stringify(written)) draft.replace()
      open(linked)
    } catch {
      draft.replace()
      open(first)
      status.textContent = "The link is damaged, so the first program is shown."
    }
  }
  window.addEventListener("hashchange", () => void openLink())
  panelTabs.select("timeline")
  setRunning(false)
  await openLink()
}

/** Puts the sketch into the address, and copies that. Returns what to tell. */
const share = async (sketch: Sketch): Promise<string> => {
  history.replaceState(null, "", `#${await toFragment(sketch)}`)
  try {
    await navigator.clipboard.writeText(location.href)
    return "The link is copied, and in the address bar."
  } catch {
    return "The link is in the address bar."
  }
}
