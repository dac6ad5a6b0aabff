import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import { Commits, Contents, Git, Refs } from "../../src/forge/index.ts"
import type { ReleaseSeed } from "../../src/testing/ForgeContentSeed.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Publish } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"

const asset = (name: string, data: string): Publish.Asset => ({ name, data, content_type: "text/plain" })
const assets = [asset("my app.txt", "app"), asset("sums.txt", "sums")]
const release = { owner: "acme", repo: "web", tag_name: "v1", name: "One", body: "Notes", assets }

const seedOf = (releases: ReadonlyArray<ReleaseSeed> = []) => ({
  repositories: [{ owner: "acme", name: "web", files: { "a.txt": "a" }, releases }]
})
const on = (...releases: ReadonlyArray<ReleaseSeed>) => Effect.provide(ForgeSimulator.layer(seedOf(releases)))

const releasesOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ releases }) =>
    releases.map(({ assets, body, draft, tag_name }) => ({
      tag_name,
      draft,
      body: draft ? null : body,
      assets: assets.map(({ name, size }) => `${name} ${size}`).sort()
    }))
  )

const releases = Effect.flatMap(ForgeSimulator.ForgeSimulator, releasesOf)
const published = { tag_name: "v1", draft: false, body: "Notes", assets: ["my.app.txt 3", "sums.txt 4"] }

const uploads = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  return (yield* simulator.requests).filter(({ operation }) => operation === "Releases.uploadAsset").length
})

describe("Publish.release", () => {
  it.effect("publishes a release with its files, and tells their progress", () =>
    Effect.gen(function* () {
      const progress: Array<string> = []
      const made = yield* Publish.release(release, {
        onProgress: ({ bytes, name, total }) => Effect.sync(() => progress.push(`${name} ${bytes}/${total}`))
      })
      assert.strictEqual(made.draft, false)
      assert.deepStrictEqual(yield* releases, [published])
      assert.deepStrictEqual(progress.toSorted(), ["my app.txt 3/3", "sums.txt 4/4"])
    }).pipe(on())
  )

  it.effect("returns a release that is published with the same files", () =>
    Effect.gen(function* () {
      const first = yield* Publish.release(release)
      assert.deepStrictEqual((yield* Publish.release(release)).id, first.id)
      assert.strictEqual(yield* uploads, 2)
    }).pipe(on())
  )

  it.effect("changes nothing of a release that is published without some files", () =>
    Effect.gen(function* () {
      const before = yield* releases
      const error = yield* Effect.flip(Publish.release(release))
      assert.deepStrictEqual(error._tag === "AlreadyPublished" && error.lacking, ["my app.txt", "sums.txt"])
      assert.deepStrictEqual(yield* releases, before)
    }).pipe(on({ tag_name: "v1", assets: [{ name: "sums.txt", content: "SUMS" }] }))
  )

  it.effect("goes on with a draft: keeps what is the same, and replaces what is not", () =>
    Effect.gen(function* () {
      yield* Publish.release(release)
      assert.deepStrictEqual(yield* releases, [published])
      assert.strictEqual(yield* uploads, 1)
    }).pipe(
      on({
        tag_name: "v1",
        draft: true,
        assets: [
          { name: "my.app.txt", content: "app" },
          { name: "sums.txt", content: "SUMS" }
        ]
      })
    )
  )

  it.effect("fails as the stream of a file does, and leaves a draft", () =>
    Effect.gen(function* () {
      const broken = { name: "b", content_type: "text/plain", data: Stream.fail("no disk" as const), size: 3 }
      const error = yield* Effect.flip(Publish.release({ ...release, assets: [asset("a", "a"), broken] }))
      assert.isTrue(error === "no disk" || error._tag === "InvalidInput", String(error))
      assert.deepStrictEqual(
        (yield* releases).map(({ draft }) => draft),
        [true]
      )
    }).pipe(on())
  )

  it.effect("removes the draft that it has made, if told so", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(
        Faults.answered({ operation: "Releases.uploadAsset", times: Infinity, status: 422, body: { message: "No" } })
      )
      const exit = yield* run(Publish.release(release, { onFailure: "remove" }))
      assert.strictEqual(failureOf(exit)?._tag, "ValidationFailed")
      assert.deepStrictEqual(yield* releases, [])
    }).pipe(on())
  )

  it.effect("does not remove a draft that somebody else has made", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(Faults.answered({ operation: "Releases.update", status: 422, body: {} }))
      yield* run(Publish.release(release, { onFailure: "remove" }))
      assert.lengthOf(yield* releases, 1)
    }).pipe(on({ tag_name: "v1", draft: true }))
  )

  describe("with a target", () => {
    const seed = {
      repositories: [
        {
          owner: "acme",
          name: "web",
          commits: [
            { files: { "a.txt": "a" }, date: "2027-01-01T00:00:00Z" },
            { files: { "a.txt": "b" }, date: "2027-01-02T00:00:00Z" }
          ]
        }
      ]
    }
    const onTwo = Effect.provide(ForgeSimulator.layer(seed))

    /** The two commits, the newest first. */
    const commits = Effect.map(Stream.runCollect(Commits.list({ owner: "acme", repo: "web" })), (all) =>
      all.map(({ sha }) => sha)
    )
    const tag = (sha: string) => Refs.create({ owner: "acme", repo: "web", ref: "refs/tags/v1", sha })
    const annotated = (object: string) =>
      Effect.map(
        Git.createTag({ owner: "acme", repo: "web", tag: "v1", message: "One", object, type: "commit" }),
        ({ sha }) => sha
      )
    const refused = (target_commitish: string) =>
      Effect.map(Effect.flip(Publish.release({ ...release, target_commitish })), (error) => {
        if (error._tag !== "Conflict") return assert.fail(String(error))
        return error.message
      })

    for (const name of ["commit", "branch"] as const) {
      it.effect(`publishes nothing if the tag is at another commit than the ${name}`, () =>
        Effect.gen(function* () {
          const [newest = "", oldest = ""] = yield* commits
          yield* tag(oldest)
          const target = name === "commit" ? newest : "main"
          assert.strictEqual(yield* refused(target), `The tag v1 is at ${oldest}, and ${target} at ${newest}`)
          assert.deepStrictEqual(yield* releases, [])
        }).pipe(onTwo)
      )
    }

    it.effect("compares the commit that an annotated tag leads to", () =>
      Effect.gen(function* () {
        const [newest = "", oldest = ""] = yield* commits
        yield* tag(yield* annotated(oldest))
        yield* refused(newest)
        yield* Publish.release({ ...release, target_commitish: oldest })
        assert.deepStrictEqual(yield* releases, [published])
      }).pipe(onTwo)
    )

    it.effect("does not publish a draft whose tag somebody makes elsewhere meanwhile", () =>
      Effect.gen(function* () {
        const [newest = "", oldest = ""] = yield* commits
        let made = false
        const onProgress = () => {
          if (made) return Effect.void
          made = true
          return Effect.orDie(tag(oldest))
        }
        const error = yield* Effect.flip(Publish.release({ ...release, target_commitish: newest }, { onProgress }))
        assert.strictEqual(error._tag, "Conflict")
        assert.deepStrictEqual(
          (yield* releases).map(({ draft }) => draft),
          [true]
        )
      }).pipe(onTwo)
    )

    it.effect("returns a published release although its branch has moved on, but not for another commit", () =>
      Effect.gen(function* () {
        const place = { owner: "acme", repo: "web", message: "More", branch: "main" }
        const first = yield* Publish.release({ ...release, target_commitish: "main" })
        yield* Contents.put({ ...place, path: "b.txt", content: "b" })
        assert.strictEqual((yield* Publish.release({ ...release, target_commitish: "main" })).id, first.id)
        const [newest = "", tagged = ""] = yield* commits
        yield* refused(newest)
        assert.strictEqual((yield* Publish.release({ ...release, target_commitish: tagged })).id, first.id)
      }).pipe(onTwo)
    )

    describe("under faults", () => {
      matrix({
        seed: seedOf(),
        program: Publish.release({ ...release, target_commitish: "main" }, { concurrency: 1 }),
        state: releasesOf,
        fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus", "AlreadyPublished", "Conflict"]
      })
    })
  })

  const fails = ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus", "AlreadyPublished"] as const

  describe("that keeps its draft, under faults", () => {
    matrix({
      seed: seedOf(),
      program: Publish.release(release, { concurrency: 1 }),
      state: releasesOf,
      fails,
      verify: ({ state }) => {
        assert.isAtMost(state.length, 1)
        for (const { assets, draft } of state) assert.isTrue(draft || assets.length === 2, "published with all files")
      }
    })
  })

  describe("that removes its draft, under faults", () => {
    matrix({
      seed: seedOf(),
      program: Publish.release(release, { concurrency: 1, onFailure: "remove" }),
      state: releasesOf,
      fails,
      verify: ({ exit, kind, state }) => {
        for (const { assets, draft } of state) assert.isTrue(draft || assets.length === 2, "published with all files")
        // The service can be reached, so nothing is left.
        const canClean = kind === "conflicts" || kind === "is interrupted"
        if (canClean && Exit.isFailure(exit)) assert.deepStrictEqual(state, [])
      }
    })
  })
})
