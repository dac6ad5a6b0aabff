/** Publishes a release with its files and their checksums. Nobody sees it before all of them are there. */
import { Releases } from "forgecast/forge"
import { Publish } from "forgecast/workflow"
import * as Effect from "effect/Effect"

export interface File {
  readonly name: string
  readonly content_type: string
  readonly data: Uint8Array<ArrayBuffer>
}

export interface Version {
  readonly owner: string
  readonly repo: string
  readonly tag_name: string
  /** The commit to tag. State it, and nothing that is pushed in the meantime gets into the release. */
  readonly target_commitish: string
  readonly files: ReadonlyArray<File>
}

const text = new TextEncoder()

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** A line as `sha256sum --check` reads it. */
const checksum = ({ data, name }: File): Effect.Effect<string> =>
  Effect.promise(() => crypto.subtle.digest("SHA-256", data)).pipe(
    Effect.map((digest) => `${hex(new Uint8Array(digest))}  ${name}\n`)
  )

export const publish = Effect.fn("publish")(function* ({ files, ...version }: Version) {
  const sums = text.encode((yield* Effect.forEach(files, checksum)).join(""))
  const assets = [...files, { name: "SHA256SUMS", content_type: "text/plain", data: sums }]
  const { body, name } = yield* Releases.generateNotes(version)
  const release = yield* Publish.release(
    {
      ...version,
      name,
      body,
      assets
    },
    // A release that fails stays a draft, and the next run uploads only what it lacks.
    {
      onFailure: "keep",
      onProgress: (file) => Effect.logDebug(`${file.name}: ${file.bytes} of ${file.total} bytes`)
    }
  )
  // The service has stored what was sent, or it would have failed.
  return { url: release.html_url, files: assets.map(({ data, name }) => `${name}, ${data.length} bytes`) }
})

export default publish({
  owner: "acme",
  repo: "web",
  tag_name: "v1.1.0",
  target_commitish: "main",
  files: [
    { name: "web.tar", content_type: "application/x-tar", data: text.encode("Not really an archive.") },
    { name: "web.wasm", content_type: "application/wasm", data: text.encode("\0asm") }
  ]
})
