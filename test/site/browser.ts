/** The built site, as a plain file server has it, in a headless browser. */
import * as Fs from "node:fs"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Path from "node:path"
import puppeteer, { type Browser, type LaunchOptions, type Page, type Viewport } from "puppeteer-core"
import { afterAll, beforeAll } from "vitest"
import { serverPolicy } from "../../docs/site/build/policy.ts"
import { chromium, lacksChromium } from "../chromium.ts"
import { depth } from "../depth.ts"

const dist = Path.resolve(import.meta.dirname, "../../docs/site/dist")

/** Firefox, as Debian installs it. */
const firefox = { browser: "firefox", executablePath: "/usr/bin/firefox-esr" } satisfies LaunchOptions

/** Chromium is asked unless a test says otherwise. */
const browsers = { chromium, firefox }

type Name = keyof typeof browsers

export const lacksBrowser = lacksChromium

/** In CI, tests do not ask: they fail. */
const lacks = (path: string): boolean => process.env["CI"] === undefined && !Fs.existsSync(path)

export const lacksFirefox = lacks(firefox.executablePath)

/** Whether the site has not been built. */
export const lacksPages = lacks(dist)

/** Whether the built site cannot be visited. */
export const lacksSite = lacksBrowser || lacksPages

if (lacksBrowser) console.warn("Tests in a browser are skipped: Chromium is not installed.")
else if (lacksFirefox) console.warn("Tests in Firefox are skipped: it is not installed.")
else if (lacksSite) console.warn("Tests of the built site are skipped: run `npm run docs` first.")

/** Where pictures of the pages go, if anywhere. */
export const pictures = process.env["SCREENSHOTS"]

type Look = Required<VisitOptions>

/**
 * Widths and themes to look at a page in: all at whole depth, else two of them, which differ in both. Those of a page with an
 * even place in a list complete those of one with an odd place.
 */
export const looks = (place: number): ReadonlyArray<Look> => {
  const all = [1280, 390].flatMap((width) => (["light", "dark"] as const).map((theme) => ({ width, theme })))
  if (depth === "whole" || pictures !== undefined) return all
  return all.filter((_, index) => [0, 3].includes(index) === (place % 2 === 0))
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8"
}

interface Server extends AsyncDisposable {
  readonly origin: string
  /** The paths that were asked for. */
  readonly received: ReadonlyArray<string>
}

/** Serves the site without compression, and with the policy as a header. */
const serve = async (): Promise<Server> => {
  const received: Array<string> = []
  const server = Http.createServer((request, response) => {
    received.push(request.url ?? "/")
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const path = Path.join(dist, decodeURIComponent(pathname), pathname.endsWith("/") ? "index.html" : "")
    Fs.readFile(path, (error, content) => {
      response.setHeader("content-security-policy", serverPolicy)
      response.setHeader("content-type", types[Path.extname(path)] ?? "application/octet-stream")
      if (error === null) return void response.end(content)
      // What hosts of static files send for what is not there.
      Fs.readFile(Path.join(dist, "404.html"), (missing, page) => {
        response.setHeader("content-type", "text/html; charset=utf-8")
        response.writeHead(404).end(missing === null ? page : undefined)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    received,
    // The server listens on a port.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

export interface Visit extends AsyncDisposable {
  readonly page: Page
  /** Errors and warnings of the console, exceptions, and requests that failed. */
  readonly complaints: ReadonlyArray<string>
  /** The URLs of all requests but `data:` and `blob:`, those of workers included. */
  readonly requests: ReadonlyArray<string>
  /** Those to other origins. */
  readonly foreign: () => ReadonlyArray<string>
  /** Bytes of the bodies that were loaded so far. */
  readonly bytes: () => Promise<number>
}

export interface VisitOptions {
  /** CSS pixels: 1280 by default. */
  readonly width?: number
  readonly theme?: "light" | "dark"
}

/** Whether a request goes to a server. */
const isSent = (url: string): boolean => !/^(?:data|blob):/.test(url)

/** Firefox reports the evaluation of text also where a program only tries whether the policy allows it. */
const isTried = (error: unknown): boolean => /blocked a JavaScript eval/.test(String(error))

/** A window of so many CSS pixels: that of a phone or a tablet, which are touched, or of a desktop. */
export const viewportOf = (width: number): Viewport => ({
  width,
  height: width < 800 ? 844 : 800,
  hasTouch: width < 800
})

/** Opens a page in a context of its own, without cookies and storage. */
export const visit = async (browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> => {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  const complaints: Array<string> = []
  const requests: Array<string> = []
  const sizes: Array<Promise<number>> = []
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on("pageerror", (error) => {
    if (!isTried(error)) complaints.push(String(error))
  })
  page.on("request", (request) => {
    if (isSent(request.url())) requests.push(request.url())
  })
  page.on("requestfailed", (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`))
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.url()}: ${response.status()}`)
    if (!isSent(response.url())) return
    sizes.push(
      response.buffer().then(
        ({ length }) => length,
        () => 0
      )
    )
  })
  const width = options.width ?? 1280
  await page.setViewport(viewportOf(width))
  // Puppeteer cannot ask Firefox for it.
  if (!/^firefox/i.test(await browser.version())) {
    await page.emulateMediaFeatures([
      { name: "prefers-color-scheme", value: options.theme ?? "light" },
      { name: "prefers-reduced-motion", value: "reduce" }
    ])
  }
  await page.goto(url, { waitUntil: "networkidle0" })
  return {
    page,
    complaints,
    requests,
    foreign: () => requests.filter((each) => new URL(each).origin !== new URL(url).origin),
    bytes: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
    [Symbol.asyncDispose]: () => context.close()
  }
}

/** For tests that hang, in milliseconds: none is to fail because the machine has much to do. */
export const patience = 1_200_000

export const launch = (name: Name = "chromium"): Promise<Browser> =>
  puppeteer.launch({
    ...browsers[name],
    timeout: patience,
    protocolTimeout: patience
  })

export interface Site {
  readonly origin: string
  /** The paths that the server of the site was asked for. */
  readonly received: ReadonlyArray<string>
  /** Opens the page at a path of the site. */
  readonly visit: (path: string, options?: VisitOptions) => Promise<Visit>
}

/** Serves the site for the tests of a suite, which visit it with one browser. */
export const useSite = (name: Name = "chromium"): Site => {
  let browser: Browser
  let server: Server
  beforeAll(async () => {
    server = await serve()
    browser = await launch(name)
  })
  afterAll(async () => {
    await browser.close()
    await server[Symbol.asyncDispose]()
  })
  return {
    get origin() {
      return server.origin
    },
    get received() {
      return server.received
    },
    visit: (path, options) => visit(browser, server.origin + path, options)
  }
}
