import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import * as Path from "node:path"

const root = Path.resolve(import.meta.dirname, "../..")

/** The modules of packages that a program of these imports loads, such as `effect/http/HttpClient`. */
const loadedBy = (...specifiers: ReadonlyArray<string>): ReadonlyArray<string> => {
  const program = `
    import { registerHooks } from "node:module"
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
    ${specifiers.map((specifier) => `await import(${JSON.stringify(specifier)})`).join("\n")}`
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: root })
  return output
    .toString()
    .split("\n")
    .flatMap((url) => /\/node_modules\/(.+)\.js$/.exec(url)?.[1]?.replace("effect/dist/", "effect/") ?? [])
}

/** Why `Issues` loads more than `Effect`, `Schema` and `Stream` do. */
const reasons: Readonly<Record<string, string>> = {
  "effect/http/HttpClient": "the service that the pipeline sends requests with",
  "effect/http/HttpBody": "of HttpClient",
  "effect/http/HttpClientError": "of HttpClient",
  "effect/http/HttpClientRequest": "of HttpClient",
  "effect/http/HttpClientResponse": "of HttpClient",
  "effect/http/HttpIncomingMessage": "of HttpClient",
  "effect/http/HttpMethod": "of HttpClient",
  "effect/http/HttpTraceContext": "of HttpClient",
  "effect/http/Url": "of HttpClient",
  "effect/http/internal/compressionBody": "of HttpClientRequest",
  "effect/http/internal/httpBody": "of HttpClientRequest",
  "effect/http/internal/tracing": "of HttpClient",
  "effect/http/internal/webResponse": "of HttpClientResponse",
  "effect/Ref": "of HttpClient",
  "effect/FileSystem": "of HttpBody",
  "effect/PlatformError": "of FileSystem",
  "effect/internal/glob": "of FileSystem",
  "effect/http/FetchHttpClient": "the fetch and the options that a program provides",
  "effect/ConfigProvider": "reads the token and the URL from the environment",
  "effect/Path": "of ConfigProvider",
  "effect/Config": "the error of a variable that cannot be read",
  "effect/LogLevel": "of Config",
  "effect/Random": "the jitter of retries",
  "@noble/hashes/sha2": "the digest of downloads where nothing faster is provided",
  "@noble/hashes/_md": "of sha2",
  "@noble/hashes/_u64": "of sha2",
  "@noble/hashes/utils": "of sha2"
}

describe("a program that imports forge/Issues", () => {
  it("loads only those modules of packages that have a reason", () => {
    const usual = new Set(loadedBy("effect/Effect", "effect/Schema", "effect/Stream"))
    assert.isAbove(usual.size, 100, "the hook sees modules")
    const more = loadedBy("./src/forge/Issues.ts").filter((name) => !usual.has(name))
    assert.deepStrictEqual(more.toSorted(), Object.keys(reasons).toSorted())
  })
})
