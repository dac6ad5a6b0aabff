/** Releases with their assets, through our own client. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Releases from "../../../../src/forge/Releases.ts"
import * as Write from "../../../../src/rest/Write.ts"
import * as Faults from "../../../../src/testing/Faults.ts"
import { ForgeSimulator } from "../../../../src/testing/ForgeSimulator.ts"
import * as Simulator from "../../../../src/testing/ForgeSimulator.ts"
import { helloDigest, seed } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const web = { owner: "acme", repo: "web" }
const layer = Simulator.layer(seed)

const test = testOn(layer)

/** Creates a draft, uploads its files, publishes it, and reads the files back. */
const publish = Effect.gen(function* () {
  const { body, name } = yield* Releases.generateNotes({ ...web, tag_name: "v3" })
  const draft = yield* Write.once(Releases.create, { ...web, tag_name: "v3", name, body, draft: true }, { key: "v3" })
  const at = { ...web, release_id: draft.id, upload_url: draft.upload_url, content_type: "text/plain" }
  for (const file of ["a.txt", "b.txt"]) {
    yield* Write.once(Releases.uploadAsset, { ...at, name: file, data: "Hello, world!\n" }, { key: file })
  }
  const published = yield* Releases.update({ ...web, release_id: draft.id, draft: false })
  for (const asset of published.assets) {
    yield* Stream.runDrain(Releases.downloadAsset({ ...web, asset_id: asset.id }, asset))
  }
  return yield* Releases.getLatest(web)
})

/** Runs an effect while time passes. */
const within = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.exit(effect))
    yield* TestClock.adjust("1 hour")
    return yield* Fiber.join(fiber)
  })

describe("publishing a release", () => {
  test("works from the draft to the download", function* () {
    const latest = yield* publish
    expect(latest).toMatchObject({ tag_name: "v3", draft: false })
    expect(latest.assets.map(({ digest, name }) => [name, digest])).toEqual([
      ["a.txt", helloDigest],
      ["b.txt", helloDigest]
    ])
    expect((yield* Releases.getByTag({ ...web, tag: "v3" })).id).toBe(latest.id)
    yield* Releases.delete({ ...web, release_id: latest.id })
    expect((yield* Releases.getLatest(web)).tag_name).toBe("v1.1.0")
  })

  test("finds an upload again whose answer was lost", function* () {
    const simulator = yield* ForgeSimulator
    yield* simulator.faults.add(Faults.answerLost({ operation: "Releases.uploadAsset" }))
    const exit = yield* within(publish)
    expect(Exit.isSuccess(exit)).toBe(true)
    const uploads = (yield* simulator.requests).filter(({ operation }) => operation === "Releases.uploadAsset")
    expect(uploads.map(({ faults, status }) => [status, faults])).toEqual([
      [null, ["answerLost"]],
      [201, []]
    ])
  })

  it.effect.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "leaves nothing twice and nothing wrong, whatever goes wrong: seed %i",
    (start) =>
      Effect.gen(function* () {
        const simulator = yield* ForgeSimulator
        yield* simulator.faults.add(Faults.random(start, 0.25))
        yield* within(publish)
        const { releases } = yield* simulator.repository("acme/web")
        const made = releases.filter(({ tag_name }) => tag_name === "v3")
        expect(made.length).toBeLessThanOrEqual(1)
        const assets = made.flatMap((release) => release.assets)
        expect(new Set(assets.map(({ name }) => name)).size).toBe(assets.length)
        expect(new Set(assets.map(({ digest }) => digest)).size).toBeLessThanOrEqual(1)
        if (made[0]?.draft === false) expect(assets).toHaveLength(2)
        expect((yield* simulator.requests).some(({ faults }) => faults.length > 0)).toBe(true)
      }).pipe(Effect.provide(layer))
  )
})
