/** Web Crypto for a worker that lacks it: digests are made here, and the frame does what needs keys. */
import { sha1 } from "@noble/hashes/legacy.js"
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js"
import { type Call, type Handle, isHandle, mapKeys, type Reply } from "./keys.ts"

const hashes: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  "SHA-1": sha1,
  "SHA-256": sha256,
  "SHA-384": sha384,
  "SHA-512": sha512
}

const bytesOf = (data: unknown): Uint8Array | undefined => {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : undefined
}

/** A digest takes no time, so that the program's clock does not move on without the program. Undefined for what no digest takes. */
const digest = ([algorithm, data]: ReadonlyArray<unknown>): ArrayBuffer | undefined => {
  const name = typeof algorithm === "object" && algorithm !== null && "name" in algorithm ? algorithm.name : algorithm
  const bytes = bytesOf(data)
  const hash = hashes[String(name).toUpperCase()]
  return bytes === undefined ? undefined : hash?.(bytes).slice().buffer
}

/** How many calls the frame has not answered yet. They take real time, in which the program's clock stands still. */
export const awaited = { count: 0 }

/** Calls the frame's. */
const remote = (port: MessagePort): ((method: string, args: ReadonlyArray<unknown>) => Promise<unknown>) => {
  const handles = new WeakMap<object, number>()
  const pending = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }
  >()
  let calls = 0
  const standIn = (value: unknown): unknown => {
    if (!isHandle(value)) return value
    const key = Object.freeze({ ...value.key })
    handles.set(key, value.handle)
    return key
  }
  const toHandle = (value: unknown): unknown => {
    const handle = typeof value === "object" && value !== null ? handles.get(value) : undefined
    return handle === undefined ? value : ({ handle } satisfies Handle)
  }
  port.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
    const waiting = pending.get(data.id)
    if (pending.delete(data.id)) awaited.count--
    if ("failure" in data) waiting?.reject(data.failure)
    else waiting?.resolve(mapKeys(data.value, standIn))
  })
  port.start()
  return (method, args) =>
    new Promise((resolve, reject) => {
      const id = ++calls
      const call: Call = { id, method, args: args.map((arg) => mapKeys(arg, toHandle)) }
      pending.set(id, { resolve, reject })
      port.postMessage(call)
      awaited.count++
    })
}

const methods = [
  "decrypt",
  "deriveBits",
  "deriveKey",
  "digest",
  "encrypt",
  "exportKey",
  "generateKey",
  "importKey",
  "sign",
  "unwrapKey",
  "verify",
  "wrapKey"
] satisfies ReadonlyArray<keyof SubtleCrypto>

const uuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const bits = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return bits.toString(16).padStart(2, "0")
  }).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

/** Completes the worker's `crypto`. `port` leads to the frame. */
export const completeCrypto = (port: MessagePort): void => {
  const call = remote(port)
  const subtle = Object.fromEntries(
    methods.map((method) => [
      method,
      async (...args: ReadonlyArray<unknown>) => (method === "digest" ? digest(args) : undefined) ?? call(method, args)
    ])
  )
  Object.defineProperties(crypto, { subtle: { value: subtle }, randomUUID: { value: uuid } })
}
