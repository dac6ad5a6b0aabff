/** Uploads and downloads of large files: time and memory. */
import { createHash, type Hash } from "node:crypto"
import { once } from "node:events"
import * as Fs from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import { Readable } from "node:stream"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Agent, request } from "undici"
import * as Releases from "../../src/forge/Releases.ts"
import { ReleaseAsset } from "../../src/forge/schema/ReleaseAsset.ts"
import type { Progress } from "../../src/rest/Progress.ts"
import { Sha256 } from "../../src/rest/Sha256.ts"
import * as Upload from "../../src/rest/Upload.ts"
import * as clients from "./clients.ts"
import { withServer } from "./loopback.ts"
import { measure, ratios, timed } from "./measure.ts"
import { millis, type Row, row } from "./report.ts"

const MiB = 2 ** 20
const size = 256 * MiB
const pieceSize = 65_536
const repo = { owner: "acme", repo: "web" }
const asset = { ...repo, release_id: 1, name: "app.zip", content_type: "application/zip" }
const download = { ...repo, asset_id: size / MiB }

/** The content that the server sends for an asset of that size. */
const digest = (() => {
  const hash = createHash("sha256")
  const piece = Buffer.alloc(MiB, 120)
  for (let at = 0; at < size; at += MiB) hash.update(piece)
  return `sha256:${hash.digest("hex")}`
})()

const piece = new Uint8Array(pieceSize).fill(120)

/** The same pieces for both contenders. */
const pieces: Iterable<Uint8Array> = {
  *[Symbol.iterator]() {
    for (let at = 0; at < size; at += pieceSize) yield piece
  }
}

const data = Stream.fromIterable(pieces, { chunkSize: 1 })

const readable = (hash?: Hash): Readable => {
  const source = pieces[Symbol.iterator]()
  return new Readable({
    read() {
      const { value } = source.next() as IteratorResult<Uint8Array, undefined>
      if (value !== undefined) hash?.update(value)
      this.push(value ?? null)
    }
  })
}

const bare = (url: string) => {
  const dispatcher = new Agent()
  return {
    upload: async (hash?: Hash) => {
      const headers = { "content-type": asset.content_type, "content-length": String(size) }
      const path = `/repos/acme/web/releases/1/assets?name=${asset.name}`
      const { body } = await request(url + path, { method: "POST", dispatcher, headers, body: readable(hash) })
      await body.json()
      hash?.digest("hex")
    },
    download: async () => {
      const path = `/repos/acme/web/releases/assets/${download.asset_id}`
      const { body } = await request(url + path, { dispatcher, headers: { accept: "application/octet-stream" } })
      let received = 0
      // Faster than iterating.
      body.on("data", ({ length }: Uint8Array) => (received += length))
      await once(body, "end")
      whole(received)
    },
    close: () => dispatcher.close()
  }
}

const whole = (received: number): void => {
  if (received !== size) throw new Error(`${received} bytes instead of ${size}`)
}

/** Counts the bytes of a download. */
const receive = Effect.fnUntraced(function* (options?: { readonly digest: string }) {
  let received = 0
  yield* Stream.runForEachArray(Releases.downloadAsset(download, options), (pieces) =>
    Effect.sync(() => {
      for (const { length } of pieces) received += length
    })
  )
  whole(received)
})

const speed = async (url: string): Promise<ReadonlyArray<Row>> => {
  const runtime = clients.forgecast(url)
  const undici = bare(url)
  const inJavaScript = Sha256.defaultValue()
  const options = { seconds: 20, times: 1 }
  // With another schema for the response, what is stored is not compared with what was sent.
  const uploadAsset = Releases.uploadAsset.as(ReleaseAsset)
  const uploads = await measure(
    {
      undici: timed(() => undici.upload()),
      forgecast: timed(async () => {
        const { size: taken } = await runtime.runPromise(uploadAsset({ ...asset, data, size }))
        whole(taken)
      }),
      "undici, hashed": timed(() => undici.upload(createHash("sha256"))),
      compared: timed(async () => {
        const { size: taken } = await runtime.runPromise(Releases.uploadAsset({ ...asset, data, size }))
        whole(taken)
      })
    },
    options
  )
  const downloads = await measure(
    {
      undici: timed(undici.download),
      forgecast: timed(() => runtime.runPromise(receive())),
      node: timed(() => runtime.runPromise(receive({ digest }))),
      javascript: timed(() => runtime.runPromise(Effect.provideService(receive({ digest }), Sha256, inJavaScript)))
    },
    options
  )
  await undici.close()
  await runtime.dispose()
  return [
    row("upload 256 MiB / undici", ratios(uploads.forgecast, uploads.undici), {
      target: 1.35,
      details: millis(uploads)
    }),
    row("  compared with what is stored / undici, Node's hash", ratios(uploads.compared, uploads["undici, hashed"]), {
      target: 1.35
    }),
    row("download 256 MiB / undici", ratios(downloads.forgecast, downloads.undici), {
      target: 1.35,
      details: millis(downloads)
    }),
    row("  with its digest / without, Node's hash", ratios(downloads.node, downloads.forgecast)),
    row("  with its digest / without, hash in JavaScript", ratios(downloads.javascript, downloads.forgecast))
  ]
}

const resident = (): number => process.memoryUsage.rss() / MiB

/** How much the process has grown after each tenth of a GiB, with garbage. */
const sampler = () => {
  globalThis.gc?.()
  const start = resident()
  const grown: Array<number> = []
  const onProgress = ({ bytes }: Progress) =>
    Effect.sync(() => {
      if (bytes >= (grown.length + 1) * 100 * MiB) grown.push(resident() - start)
    })
  const rowOf = (what: string): Row =>
    row(`process grows by at most, 1 GiB ${what}`, [Math.max(...grown)], {
      target: 100,
      unit: "MB",
      details: `by tenth: ${grown.map((grown) => grown.toFixed(0)).join(" ")}`
    })
  return { onProgress, rowOf }
}

/** Uploads and downloads a file of 1 GiB. */
const memory = async (url: string): Promise<ReadonlyArray<Row>> => {
  const runtime = clients.forgecast(url)
  const directory = await Fs.mkdtemp(Path.join(Os.tmpdir(), "forgecast-"))
  const file = Path.join(directory, "app.zip")
  await Fs.writeFile(file, "")
  await Fs.truncate(file, 1_024 * MiB)
  const upload = (onProgress: Parameters<typeof Releases.uploadAsset>[1]) =>
    Effect.flatMap(Upload.file(file), (file) => Releases.uploadAsset({ ...asset, ...file }, onProgress)).pipe(
      Effect.provide(NodeFileSystem.layer)
    )
  // Load code and open connections before the measurement.
  await runtime.runPromise(Releases.uploadAsset({ ...asset, data: "" }))
  const up = sampler()
  await runtime.runPromise(upload(up))
  const down = sampler()
  await runtime.runPromise(Stream.runDrain(Releases.downloadAsset({ ...repo, asset_id: 1_024 }, down)))
  await Fs.rm(directory, { recursive: true })
  await runtime.dispose()
  return [up.rowOf("uploaded"), down.rowOf("downloaded")]
}

/** Memory first, while the process is small. */
export const files = (): Promise<ReadonlyArray<Row>> =>
  withServer(
    async (url) => [...(await memory(url)), ...(await speed(url))],
    new URL("./filesServer.ts", import.meta.url)
  )
