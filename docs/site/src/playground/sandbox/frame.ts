/**
 * The script of the frame in which programs run. It starts a worker with the code that the page sends, which gets the
 * ports beside it, and ends the worker before. The worker inherits the frame's origin, which is nobody's, and its policy.
 */
import { answerCalls } from "./keys.ts"

let url: string | undefined
let worker: Worker | undefined

addEventListener("message", ({ data, ports, source }: MessageEvent<string>) => {
  if (source !== parent) return
  worker?.terminate()
  url ??= URL.createObjectURL(new Blob([data], { type: "text/javascript" }))
  // Chromium starts no worker from a blob of such an origin that is a module.
  worker = new Worker(url, { name: "playground" })
  worker.addEventListener("error", () => parent.postMessage("broken", "*"))
  // On a page without HTTPS, neither has Web Crypto.
  const keys = isSecureContext ? new MessageChannel() : undefined
  if (keys !== undefined) answerCalls(keys.port1)
  worker.postMessage(null, [...ports, ...(keys === undefined ? [] : [keys.port2])])
})
