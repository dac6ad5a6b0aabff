/** The worker of the playground: runs one program. The page starts another worker for the next. */
import type { Command, Report } from "../protocol.ts"
import { completeCrypto } from "../sandbox/crypto.ts"
import type { Run } from "./run.ts"
import { modules } from "./table.ts"

/** What the worker was started with. */
export interface Started {
  /** Ends what the page hands over: called once a program has all that it imports, before it begins. */
  readonly seal: () => void
  /** Leads to the Web Crypto of the frame, if it has that. */
  readonly keys: MessagePort | undefined
}

/** Obeys what comes through a port. */
export const begin = (port: MessagePort, { keys, seal }: Started): void => {
  if (keys !== undefined && !("subtle" in crypto)) completeCrypto(keys)

  const report = (report: Report): void => port.postMessage(report)

  let run: Run | undefined

  const obey = async (command: Command): Promise<void> => {
    switch (command._tag) {
      case "run": {
        const { Run } = await import("./run.ts")
        run = new Run(command, report, seal)
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

  port.addEventListener("message", ({ data }: MessageEvent<Command>) => void obey(data))
  port.start()
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault()
    fail(event.reason)
  })
  globalThis.addEventListener("error", (event) => {
    event.preventDefault()
    // Those of workers that the program starts come without the error itself.
    fail(event.error ?? new Error(event.message))
  })

  // What every run needs. The rest is loaded with a program.
  void Promise.all([modules["effect/Effect"]?.(), import("./compile.ts")]).then(() => report({ _tag: "ready" }))
}
