/** Runs programs in the playground's engine, in a page of a headless Chromium. */
import * as Fs from "node:fs"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Path from "node:path"
import type { Page } from "puppeteer-core"
import { inject } from "vitest"
import { launch, patience } from "../browser.ts"
import type * as Client from "../../../docs/site/src/playground/engine/client.ts"
import type { Command, Entry, FaultName, Report, Sketch } from "../../../docs/site/src/playground/protocol.ts"

const typeOf = (path: string): string => (path.endsWith(".js") ? "text/javascript" : "text/html")

/** Serves a folder, and an empty page at `/`, under a policy if there is one. What it receives goes to a list. */
const serve = (folder: string, policy: string | undefined, received: Array<string>): Promise<Http.Server> =>
  new Promise((resolve) => {
    const server = Http.createServer(({ method, url = "/" }, response) => {
      received.push(`${method} ${url}`)
      const path = new URL(url, "http://localhost").pathname
      const headers = {
        "content-type": typeOf(path),
        ...(policy !== undefined && { "content-security-policy": policy })
      }
      if (path === "/")
        return void response
          .writeHead(200, headers)
          .end("<!doctype html><link rel=icon href=data:,><script src=/client.js></script>")
      const file = Path.join(folder, path)
      if (!Fs.existsSync(file)) return void response.writeHead(404).end()
      response.writeHead(200, headers).end(Fs.readFileSync(file))
    })
    server.on("upgrade", ({ url }, socket) => {
      received.push(`UPGRADE ${url}`)
      socket.destroy()
    })
    server.listen(0, "127.0.0.1", () => resolve(server))
  })

/** What the page is told to do once the worker has reported so much. */
export interface Act {
  /** The program has printed this. */
  readonly printed: string
  readonly command: Command
}

export interface Options {
  readonly speed?: number
  readonly faults?: ReadonlyArray<FaultName>
  readonly acts?: ReadonlyArray<Act>
  /** Whether the page leaves the program once the timeline has a pause that lasts. */
  readonly untilPause?: boolean
}

/** What a run reported. */
export interface Outcome {
  readonly outcome: "success" | "nothing" | "failure" | "stopped" | "none"
  readonly text: string
  readonly printed: ReadonlyArray<string>
  /** The last version of each entry. */
  readonly entries: ReadonlyArray<Entry>
  readonly reports: ReadonlyArray<Report>
  /** Real milliseconds from the command to the end. */
  readonly took: number
  /** The files that were loaded by the page when the engine was ready. */
  readonly first: ReadonlyArray<string>
}

export interface Host {
  readonly run: (sketch: Sketch | string, options?: Options) => Promise<Outcome>
  readonly page: Page
  readonly origin: string
  /** The requests that the server of the page has received. */
  readonly received: ReadonlyArray<string>
  /** Requests to other origins. */
  readonly foreign: ReadonlyArray<string>
  /** What the worker has loaded, in bytes by file. */
  readonly loaded: ReadonlyMap<string, number>
  readonly close: () => Promise<void>
}

interface Sent {
  readonly sketch: Sketch
  readonly speed: number
  readonly faults: ReadonlyArray<FaultName>
  readonly acts: ReadonlyArray<Act>
  readonly untilPause: boolean
}

/** The page, with what its script declares, and the engine that it keeps. */
interface Global {
  readonly playground: typeof Client
  kept?: { readonly engine: Client.Engine; readonly ready: Promise<ReadonlyArray<string>> }
}

/** Runs in the page, which keeps its engine from program to program, as the playground does. */
const inPage = async ({ acts, faults, sketch, speed, untilPause }: Sent) => {
  // The cast is safe: the page has loaded it.
  const page = globalThis as unknown as Global
  const start = (): NonNullable<Global["kept"]> => {
    const engine = new page.playground.Engine("/")
    const ready = new Promise<ReadonlyArray<string>>((resolve) => {
      const stop = engine.subscribe(({ _tag }) => {
        if (_tag !== "ready") return
        stop()
        resolve(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname.slice(1)))
      })
    })
    return { engine, ready }
  }
  const { engine, ready } = (page.kept ??= start())
  const first = await ready
  const reports: Array<Report> = []
  return new Promise<Pick<Outcome, "first" | "reports" | "took">>((resolve) => {
    const startedAt = performance.now()
    const done = () => {
      stop()
      engine.abandon()
      resolve({ reports, first, took: performance.now() - startedAt })
    }
    const stop = engine.subscribe((report) => {
      reports.push(report)
      if (report._tag === "ended") done()
      if (untilPause && report._tag === "entries") {
        if (report.entries.some((entry) => entry._tag === "wait" && entry.until !== null)) done()
      }
      if (report._tag !== "printed") return
      for (const { command, printed } of acts) if (report.text === printed) engine.send(command)
    })
    engine.send({ _tag: "run", sketch, speed, faults })
  })
}

const startOf = (entry: Entry): number => (entry._tag === "wait" ? entry.startedAt : entry.sentAt)

const outcomeOf = ({ first, reports, took }: Pick<Outcome, "first" | "reports" | "took">): Outcome => {
  const entries = new Map<string, Entry>()
  for (const report of reports) {
    if (report._tag === "entries") for (const entry of report.entries) entries.set(entry.id, entry)
  }
  const ended = reports.find((report) => report._tag === "ended")
  return {
    outcome: ended?.outcome ?? "none",
    text: ended?.text ?? "",
    printed: reports.flatMap((report) => (report._tag === "printed" ? [report.text] : [])),
    // A pause that begins with a request's end stands below it.
    entries: [...entries.values()].sort((a, b) => startOf(a) - startOf(b) || a._tag.localeCompare(b._tag)),
    reports,
    took,
    first
  }
}

/** A page that may load what is of its own origin, and run blobs. */
const ownScripts = "default-src 'none'; script-src 'self' blob:; connect-src 'self'; img-src data:"

/** The folder with what is served. */
export const folder = inject("engine")

/** Opens a page with the engine. `policy`: what the server sends with all files, or null for nothing. */
export const open = async (policy: string | null = ownScripts): Promise<Host> => {
  const received: Array<string> = []
  const server = await serve(folder, policy ?? undefined, received)
  // The cast is safe: the server listens on a port.
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const browser = await launch()
  const page = await browser.newPage()
  page.setDefaultTimeout(patience)
  const foreign: Array<string> = []
  const loaded = new Map<string, number>()
  await page.goto(`${origin}/`)
  const session = await page.createCDPSession()
  await session.send("Network.enable")
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && !/^(blob|data):$/.test(url.protocol)) foreign.push(url.href)
    const file = Path.join(folder, url.pathname)
    if (url.pathname !== "/" && Fs.existsSync(file)) loaded.set(url.pathname.slice(1), Fs.statSync(file).size)
  })
  return {
    page,
    origin,
    received,
    foreign,
    loaded,
    run: async (sketch, { acts = [], faults = [], speed = 3_600, untilPause = false } = {}) => {
      const sent = {
        sketch: typeof sketch === "string" ? { program: sketch } : sketch,
        speed,
        faults,
        acts,
        untilPause
      }
      return outcomeOf(await page.evaluate(inPage, sent))
    },
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      server.close()
    }
  }
}
