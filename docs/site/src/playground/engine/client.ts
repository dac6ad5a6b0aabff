/** The page's side of the engine. */
import type { Command, Report } from "../protocol.ts"

/** How long a program may take to stop before its worker is ended, in milliseconds. */
const grace = 1_000

/** Runs programs, each in a worker of its own. */
export class Engine {
  private readonly url: string
  private worker: Worker
  private state: "idle" | "running" | "stopping" | "broken" = "idle"
  private readonly listeners = new Set<(report: Report) => void>()

  /** `url` is that of the worker, `generated/engine/worker.js` below the site's. */
  constructor(url: string) {
    this.url = url
    this.worker = this.spawn()
  }

  private spawn(): Worker {
    const worker = new Worker(this.url, { type: "module", name: "playground" })
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
      if (worker === this.worker) this.receive(data)
    })
    worker.addEventListener("error", ({ message }) => {
      if (worker === this.worker)
        this.receive({ _tag: "ended", outcome: "failure", text: message ?? "The engine could not be loaded" })
    })
    return worker
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
    this.worker.terminate()
    this.state = "idle"
    this.worker = this.spawn()
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
    this.worker.postMessage(command)
  }

  /** Ends the program at once. Nothing more is heard of it. */
  abandon(): void {
    if (this.state === "running" || this.state === "stopping") this.restart()
  }

  private stop(): void {
    if (this.state !== "running") return
    this.state = "stopping"
    const { worker } = this
    setTimeout(() => {
      // A loop without an end hears nothing.
      if (worker === this.worker) this.receive({ _tag: "ended", outcome: "stopped", text: "" })
    }, grace)
  }

  /** Ends the worker. */
  dispose(): void {
    this.listeners.clear()
    this.worker.terminate()
  }
}
