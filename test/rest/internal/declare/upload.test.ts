import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Releases from "../../../../src/forge/Releases.ts"
import * as Credentials from "../../../../src/rest/Credentials.ts"
import * as Forge from "../../../../src/forge/Forge.ts"
import * as HttpCache from "../../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../../src/rest/RateLimit.ts"
import type { Progress } from "../../../../src/rest/Progress.ts"
import { asset } from "../../../forge/support/files.ts"

const input = { owner: "acme", repo: "web", release_id: 5, name: "web.zip", content_type: "application/zip" }

/** Uploads so many bytes: the pieces that are sent (undefined when the body is not a stream), and the progress. */
const upload = (size: number, isWatched: boolean) =>
  Effect.gen(function* () {
    let pieces: Array<number> | undefined
    const progress: Array<Progress> = []
    const client = HttpClient.make((request) =>
      Effect.gen(function* () {
        const { body } = request
        if (body._tag === "Stream") {
          const sent: Array<number> = (pieces = [])
          yield* Effect.orDie(Stream.runForEach(body.stream, (piece) => Effect.sync(() => sent.push(piece.length))))
        }
        return HttpClientResponse.fromWeb(request, Response.json({ ...asset, size, digest: null }, { status: 201 }))
      })
    )
    const service = Forge.layer().pipe(
      Layer.provide([
        Layer.succeed(HttpClient.HttpClient, client),
        Credentials.layerAnonymous,
        HttpCache.layerNone,
        RateLimit.layerMemory()
      ])
    )
    const onProgress = (one: Progress) => Effect.sync(() => progress.push(one))
    yield* Releases.uploadAsset({ ...input, data: new Uint8Array(size) }, isWatched ? { onProgress } : {}).pipe(
      Effect.provide(service)
    )
    return { pieces, progress }
  })

describe("an upload of bytes", () => {
  it.effect.each([0, 65_536])("sends %i bytes as they are", (size) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* upload(size, false), { pieces: undefined, progress: [] })
    })
  )

  it.effect("sends more than 65,536 bytes in pieces of that size", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* upload(65_537, false)).pieces, [65_536, 1])
      assert.deepStrictEqual((yield* upload(150_000, false)).pieces, [65_536, 65_536, 18_928])
    })
  )

  it.effect("reports its progress after each piece", () =>
    Effect.gen(function* () {
      const { progress } = yield* upload(150_000, true)
      assert.deepStrictEqual(
        progress,
        [65_536, 131_072, 150_000].map((bytes) => ({ bytes, total: 150_000 }))
      )
    })
  )
})
