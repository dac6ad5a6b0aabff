/** The worker of the playground: runs one program. The page starts another worker for the next. */
import type { Command, Report } from "../protocol.ts"
import { preload } from "./modules.ts"
import type { Run } from "./run.ts"

const report = (report: Report): void => globalThis.postMessage(report)

let run: Run | undefined

const obey = async (command: Command): Promise<void> => {
  switch (command._tag) {
    case "run": {
      const { Run } = await import("./run.ts")
      run = new Run(command, report)
      return run.start()
    }
    case "stop":
      return run?.stop()
    case "speed":
      return run?.setSpeed(command.speed)
    case "fault":
      return run?.add(command.fault)
  }
}

/** Without a run, the engine itself has failed. */
const fail = (error: unknown): void =>
  run === undefined ? report({ _tag: "ended", outcome: "failure", text: String(error) }) : run.fail(error)

globalThis.addEventListener("message", ({ data }: MessageEvent<Command>) => void obey(data))
globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault()
  fail(event.reason)
})
globalThis.addEventListener("error", (event) => {
  event.preventDefault()
  fail(event.error)
})

// What every run needs. The rest is loaded with a program.
void Promise.all([preload(), import("./compile.ts")]).then(() => report({ _tag: "ready" }))
