/** Uploads and downloads. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Contents from "forgecast/forge/Contents"
import * as Releases from "forgecast/forge/Releases"
import type { Given } from "./setting.ts"

const repo = { owner: "octo", repo: "web" }

const size = 300_000

const bytes = Uint8Array.from({ length: size }, (_, index) => index * 7)

const file = (name: string) => ({ ...repo, release_id: 1, name, content_type: "application/octet-stream" })

/** Notes the last of the progress. */
const noted = () => {
  const last = { bytes: 0, total: null as number | null }
  return { last, onProgress: (progress: typeof last) => Effect.sync(() => Object.assign(last, progress)) }
}

export const uploads = ({ forge }: Given) =>
  Effect.gen(function* () {
    const { last, onProgress } = noted()
    const asset = yield* Releases.uploadAsset({ ...file("whole.bin"), data: bytes }, { onProgress })
    return [asset.size, asset.digest, last]
  }).pipe(Effect.provide(forge("octo")))

export const uploadsStreams = ({ forge }: Given) =>
  Effect.gen(function* () {
    const data = Stream.fromIterable([bytes.subarray(0, 100_000), bytes.subarray(100_000)]).pipe(Stream.rechunk(1))
    return yield* Releases.uploadAsset({ ...file("stream.bin"), data, size }).pipe(
      Effect.map((asset) => asset.digest),
      Effect.catchTag("InvalidInput", ({ _tag }) => Effect.succeed(_tag))
    )
  }).pipe(Effect.provide(forge("octo")))

const asset = (asset_id: number) => ({ ...repo, asset_id })

/** The service redirects to another origin, which gets no token. */
export const downloads = ({ file, forge }: Given) =>
  Effect.gen(function* () {
    const { last, onProgress } = noted()
    const found = yield* Stream.mkUint8Array(Releases.downloadAsset(asset(2), { ...file, onProgress }))
    return [found.length, last]
  }).pipe(Effect.provide(forge("octo")))

/** The storage of the service permits no pages. */
export const downloadsFromStorage = ({ forge }: Given) =>
  Releases.downloadAsset.bytes(asset(1)).pipe(
    Effect.map(({ length }) => length),
    Effect.catchTag("TransportFailed", ({ _tag }) => Effect.succeed(_tag)),
    Effect.provide(forge("octo"))
  )

export const downloadsContents = ({ forge }: Given) =>
  Contents.download.bytes({ ...repo, path: "größe.txt" }).pipe(
    Effect.map((bytes) => new TextDecoder().decode(bytes)),
    Effect.provide(forge("anonymous"))
  )

export const verifies = ({ forge }: Given) =>
  Releases.downloadAsset(asset(2), { digest: `sha256:${"0".repeat(64)}` }).pipe(
    Stream.runDrain,
    Effect.flip,
    Effect.map(({ _tag }) => _tag),
    Effect.provide(forge("octo"))
  )

/** The storage sends on and on, until the connection is closed. */
export const stopsEarly = ({ forge, host }: Given) =>
  Effect.gen(function* () {
    const before = yield* host.abandoned
    const count = yield* Releases.downloadAsset(asset(3)).pipe(
      Stream.take(1),
      Stream.runCount,
      Effect.provide(forge("octo"))
    )
    return [count, yield* host.abandonedSince(before)]
  })
