/** Modules of Node, which Deno and Bun have too: a tenth of the time of what browsers have. Measured in decision 021. */
import { versionInNode } from "../text/runtime.ts"

/** A key that no log shows. */
interface SecretKey {
  readonly type: string
}

interface Builtin {
  readonly "node:crypto": {
    /** In hexadecimal digits. */
    readonly hash: (algorithm: "sha256", text: string) => string
    readonly createHmac: (
      algorithm: "sha256",
      key: SecretKey
    ) => {
      readonly update: (bytes: Uint8Array) => { readonly digest: () => Uint8Array<ArrayBuffer> }
    }
    readonly createSecretKey: (bytes: Uint8Array) => SecretKey
    readonly timingSafeEqual: (one: Uint8Array, other: Uint8Array) => boolean
  }
  readonly "node:zlib": {
    readonly gzip: (text: string, done: (error: Error | null, bytes: Uint8Array) => void) => void
    readonly gunzipSync: (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array
  }
}

/** Undefined in browsers. */
export const builtin = <Name extends keyof Builtin>(name: Name): Builtin[Name] | undefined => {
  if (versionInNode("node") === undefined) return undefined
  // The cast is safe: where there is a process, it is Node's. The types of other runtimes lack it.
  const { process } = globalThis as unknown as {
    readonly process: { readonly getBuiltinModule?: (name: Name) => Builtin[Name] }
  }
  return process.getBuiltinModule?.(name)
}
