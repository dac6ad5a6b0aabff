/** The page's side of the engine. */
import { Sandbox } from "../sandbox/sandbox.ts"
import { type Command, isReport, type Report } from "../protocol.ts"

/** How long a program may take to stop before its worker is ended, in milliseconds. */
const grace = 1_000

const failed = (text: string): Report => ({ _tag: "ended", outcome: "failure", text })

/** Runs programs, each in a worker of its own, in a frame that reaches nothing. */
export class Engine {
  private readonly sandbox: Sandbox
  private port: MessagePort
  private state: "idle" | "running" | "stopping" | "broken" = "idle"
  private readonly listeners = new Set<(report: Report) => void>()

  /** `folder` is the URL of the engine, `generated/engine/` below the site's. */
  constructor(folder: string) {
    this.sandbox = new Sandbox(folder)
    this.port = this.spawn()
  }

  private spawn(): MessagePort {
    const receive = (report: Report): void => {
      if (port === this.port) this.receive(report)
    }
    const port = this.sandbox.start((text) => receive(failed(text)))
    // What comes may be the program's.
    port.addEventListener("message", ({ data }: MessageEvent<unknown>) =>
      receive(isReport(data) ? data : failed("The program sent the page something that is not a report"))
    )
    port.start()
    return port
  }

  private receive(report: Report): void {
    if (report._tag === "ended") {
      if (this.state === "idle" || this.state === "broken") {
        // The worker could not be loaded. The next program tries again.
        this.state = "broken"
        return
      }
      // The next program finds a worker that is ready.
      this.restart()
    }
    for (const listener of this.listeners) listener(report)
  }

  private restart(): void {
    this.port.close()
    this.state = "idle"
    this.port = this.spawn()
  }

  /** Calls the listener with each report. Returns a function that stops that. */
  subscribe(listener: (report: Report) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** A program that still runs when another one starts is ended. */
  send(command: Command): void {
    if (command._tag === "run") {
      if (this.state !== "idle") this.restart()
      this.state = "running"
    }
    if (command._tag === "stop") this.stop()
    this.port.postMessage(command)
  }

  /** Ends the program at once. Nothing more is heard of it. */
  abandon(): void {
    if (this.state === "running" || this.state === "stopping") this.restart()
  }

  private stop(): void {
    if (this.state !== "running") return
    this.state = "stopping"
    const { port } = this
    setTimeout(() => {
      // A loop without an end hears nothing.
      if (port === this.port) this.receive({ _tag: "ended", outcome: "stopped", text: "" })
    }, grace)
  }

  /** Ends the worker. */
  dispose(): void {
    this.listeners.clear()
    this.port.close()
    this.sandbox.dispose()
  }
}
