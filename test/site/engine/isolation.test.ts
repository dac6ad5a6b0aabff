/** What a program of the playground can reach: the simulated services. Two servers count what arrives. */
import * as Dgram from "node:dgram"
import * as Fs from "node:fs"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { lacksBrowser } from "../browser.ts"
import { folder, type Host, open } from "./browser.ts"

/** A server of another origin, which permits everything, and counts connections, requests and packets. */
const listen = async () => {
  const received: Array<string> = []
  const server = Http.createServer(({ method, url }, response) => {
    received.push(`${method} ${url}`)
    response.setHeader("access-control-allow-origin", "*")
    response.setHeader("content-type", "text/javascript").end("export default 'reached'")
  })
  server.on("connection", () => received.push("connection"))
  const packets = Dgram.createSocket("udp4", () => received.push("packet"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // The cast is safe: the server listens on a port.
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => packets.bind(port, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    close: () => {
      server.closeAllConnections()
      server.close()
      packets.close()
    }
  }
}

/** What a program tries with an origin. Each is the body of an async function, which is to throw. */
const attempts: Readonly<Record<string, string>> = {
  fetch: "await fetch(url)",
  "the browser's own fetch": "delete globalThis.fetch; await fetch(url)",
  "fetch without CORS":
    "delete globalThis.fetch; await fetch(url, { mode: 'no-cors', keepalive: true, method: 'POST' })",
  XMLHttpRequest: `await new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.onload = done
    request.onerror = fail
    request.open("GET", url)
    request.send()
  })`,
  "a synchronous XMLHttpRequest": `const request = new XMLHttpRequest()
    request.open("POST", url, false)
    request.send("text")`,
  WebSocket: opened("new WebSocket(url.replace('http', 'ws'))"),
  WebSocketStream: "await new WebSocketStream(url.replace('http', 'ws')).opened",
  EventSource: opened("new EventSource(url)"),
  sendBeacon: "if (!navigator.sendBeacon(url, 'text')) throw new Error('refused')",
  WebTransport: "await new WebTransport(url.replace('http:', 'https:')).ready",
  WebRTC: `const connection = new RTCPeerConnection({ iceServers: [{ urls: "stun:" + new URL(url).host }] })
    connection.createDataChannel("a")
    await connection.setLocalDescription()`,
  "import() of a remote module": "await import(url)",
  "import() without the engine": `importScripts(blob("globalThis.native = (url) => import(url)"))
    await native(url)`,
  "a module that imports a remote one": `importScripts(blob("globalThis.native = (url) => import(url)"))
    await native(blob("import '" + url + "'"))`,
  "import() of a file of the engine": "await forgecastImport(new URL(url).pathname)",
  "import() of a file beside the engine": "await forgecastImport('./../' + url)",
  importScripts: "importScripts(url)",
  "a nested worker": answered("new Worker(url)"),
  "a nested module worker": answered("new Worker(url, { type: 'module' })"),
  "a nested worker of a blob": answered(
    `new Worker(blob("fetch('" + url + "').then(() => postMessage('reached'), () => postMessage('refused'))"))`
  ),
  "a nested worker that imports": answered(
    `new Worker(blob("import('" + url + "').then(() => postMessage('reached'), () => postMessage('refused'))"))`
  ),
  "a nested worker that loads scripts": answered(`new Worker(blob("importScripts('" + url + "')"))`),
  "a nested worker of a data URL": answered(
    `new Worker("data:text/javascript,fetch('" + url + "').then(() => postMessage('reached'))")`
  ),
  SharedWorker: opened("new SharedWorker(url).port"),
  "a service worker": "await navigator.serviceWorker.register(url)",
  "a font": "await new FontFace('a', 'url(' + url + ')').load()",
  "an image": "new Image().src = url",
  "a style sheet": "await new CSSStyleSheet().replace('@import \"' + url + '\"')",
  "a form": "const form = document.createElement('form'); form.action = url; form.submit()",
  "a window": "open(url)",
  "the address": "location.href = url",
  "the page's address": "parent.location = url",
  "a cache": "await (await caches.open('a')).add(url)",
  "a string of code": "(0, eval)('fetch(' + JSON.stringify(url) + ')')",
  "a function of a string": "new Function('url', 'return fetch(url)')(url)"
}

/** What a program tries with what the browser keeps for the page. Each is to throw. */
const stores: Readonly<Record<string, string>> = {
  cookies: "document.cookie = 'a=b'",
  "the cookie store": "await cookieStore.set('a', 'b')",
  localStorage: "localStorage.setItem('a', 'b')",
  sessionStorage: "sessionStorage.setItem('a', 'b')",
  IndexedDB: `await new Promise((done, fail) => {
    const request = indexedDB.open("kept")
    request.onsuccess = done
    request.onerror = () => fail(request.error)
  })`,
  caches: "await caches.keys()",
  files: "await navigator.storage.getDirectory()",
  locks: "await navigator.locks.request('a', () => {})"
}

function opened(made: string): string {
  return `await new Promise((done, fail) => {
    const made = ${made}
    made.onopen = done
    made.onmessage = done
    made.onerror = () => fail(new Error("refused"))
  })`
}

function answered(made: string): string {
  return `await new Promise((done, fail) => {
    const made = ${made}
    made.onmessage = ({ data }) => data === "refused" ? fail(new Error(data)) : done(data)
    made.onerror = (event) => {
      event.preventDefault()
      fail(new Error("refused"))
    }
  })`
}

/** Prints a line for each attempt. What says nothing for a while is told from what is refused. */
const programOf = (bodies: Readonly<Record<string, string>>, url: string): string => `
const url = ${JSON.stringify(url)}
const blob = (code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" }))
const attempt = async (name, body) => {
  const quiet = new Promise((resolve) => setTimeout(() => resolve("quiet"), 10_000))
  const result = Promise.resolve().then(body).then(() => "reached", () => "refused")
  console.log(name + ": " + await Promise.race([result, quiet]))
}
${Object.entries(bodies)
  .map(([name, body]) => `await attempt(${JSON.stringify(name)}, async () => {\n${body}\n})`)
  .join("\n")}
`

/** What servers are known to send with pages. */
const policies = {
  "no policy": null,
  "the policy of the site": "default-src 'self'; script-src 'self' blob:; style-src 'self' 'unsafe-inline'",
  "a policy that permits everything":
    "default-src * data: blob:; script-src * data: blob: 'unsafe-inline' 'unsafe-eval'; connect-src * ws: wss:"
}

describe.skipIf(lacksBrowser).each(Object.entries(policies))("a program, on a server that sends %s", (_, policy) => {
  let host: Host
  let other: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    host = await open(policy)
    other = await listen()
  })
  afterAll(async () => {
    other?.close()
    await host?.close()
  })

  /** What came of each attempt. */
  const tried = async (bodies: Readonly<Record<string, string>>, url: string): Promise<ReadonlyArray<string>> => {
    // What waits for the browser has real time.
    const { outcome, printed, text } = await host.run(programOf(bodies, url), { speed: 1 })
    return [...printed, ...(outcome === "success" ? [] : [`${outcome}: ${text}`])]
  }
  const refused = (bodies: Readonly<Record<string, string>>): ReadonlyArray<string> =>
    Object.keys(bodies).map((name) => `${name}: refused`)

  it("reaches no other origin, and sees each attempt fail", async () => {
    assert.deepStrictEqual(await tried(attempts, `${other.origin}/leak`), refused(attempts))
    assert.deepStrictEqual(other.received, [])
  })

  it("does not reach the origin of its page, and sees each attempt fail", async () => {
    assert.deepStrictEqual(await tried(attempts, `${host.origin}/leak`), refused(attempts))
    assert.deepStrictEqual(
      host.received.filter((each) => each.includes("leak")),
      []
    )
  })

  it("makes the page load nothing, once it has begun", async () => {
    const file = Fs.readdirSync(folder).find((each) => each.startsWith("Graph-")) ?? ""
    const asks = `console.log(await forgecastImport("./${file}").then(() => "loaded", () => "refused"))`
    assert.deepStrictEqual((await host.run(asks)).printed, ["refused"])
    assert.notInclude(host.received, `GET /${file}`)
    const { printed } = await host.run(`import * as Graph from "effect/Graph"\nvoid Graph\n${asks}`)
    assert.deepStrictEqual(printed, ["loaded"])
    assert.include(host.received, `GET /${file}`)
  })

  it("has nothing of what the browser keeps for the page", async () => {
    assert.deepStrictEqual(await tried(stores, host.origin), refused(stores))
  })

  it("is heard by the page through its reports alone", async () => {
    await host.page.evaluate(() => {
      const heard: Array<string> = []
      addEventListener("message", ({ data }) => heard.push(String(data)))
      new BroadcastChannel("leak").addEventListener("message", ({ data }) => heard.push(String(data)))
      Object.assign(globalThis, { heard })
    })
    const program = `postMessage("leak")
      new BroadcastChannel("leak").postMessage("leak")
      await new Promise((resolve) => setTimeout(resolve, 500))`
    await host.run(program, { speed: 1 })
    assert.deepStrictEqual(await host.page.evaluate("heard"), [])
  })

  it("ends with a failure if what it sends the page is not a report", async () => {
    const { outcome, text } = await host.run(`
      const { postMessage } = MessagePort.prototype
      MessagePort.prototype.postMessage = function () { postMessage.call(this, { _tag: "clock", now: "<img src=/leak>" }) }
      console.log(1)
      await new Promise(() => {})`)
    assert.deepStrictEqual([outcome, text], ["failure", "The program sent the page something that is not a report"])
  })

  it("has the Web Crypto of the browser", async () => {
    const { printed, text } = await host.run(`
      const text = new TextEncoder().encode("text")
      const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
      console.log(hex(await crypto.subtle.digest("SHA-256", text)))
      console.log(hex(await crypto.subtle.digest({ name: "sha-1" }, text)))
      const { privateKey, publicKey } = await crypto.subtle.generateKey(
        { name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"])
      const algorithm = { name: "ECDSA", hash: "SHA-256" }
      const signature = await crypto.subtle.sign(algorithm, privateKey, text)
      const again = await crypto.subtle.importKey(
        "jwk", await crypto.subtle.exportKey("jwk", publicKey), { name: "ECDSA", namedCurve: "P-256" }, true, ["verify"])
      console.log(await crypto.subtle.verify(algorithm, again, signature, text), again.type)
      const mine = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"])
      console.log((await crypto.subtle.deriveBits({ name: "ECDH", public: mine.publicKey }, mine.privateKey, 256)).byteLength)
      console.log(await crypto.subtle.exportKey("raw", mine.privateKey).catch((error) => error.name))
      console.log(await crypto.subtle.digest("MD5", text).catch((error) => error.name))
      console.log(/^[\\da-f]{8}-[\\da-f]{4}-4[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}$/.test(crypto.randomUUID()))`)
    assert.deepStrictEqual(
      printed,
      [
        "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1",
        "372ea08cab33e71c02c651dbc83a474d32c676ea",
        "true public",
        "32",
        "InvalidAccessError",
        "NotSupportedError",
        "true"
      ],
      text
    )
  })
})
