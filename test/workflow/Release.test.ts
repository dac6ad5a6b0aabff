import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import { Commits, Refs } from "../../src/forge/index.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Release } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import { runs } from "../depth.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const packages: ReadonlyArray<Release.Package> = [
  { name: "api", path: "api", versionFiles: [{ path: "api/package.json" }] },
  { name: "app", path: "app" }
]
const input = { ...repo, packages }
const commit = (message: string, path: string) => ({ message, files: { [path]: message } })
const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "api/package.json": '{\n  "version": "1.2.0"\n}\n', "app/a": "" },
      commits: [commit("feat(api): speak", "api/a"), commit("fix(app): sit", "app/a"), commit("docs: tell", "README")],
      tags: { "api-v1.2.0": "main~3", "app-v0.3.0": "main~3" },
      labels: ["breaking", "skip-changelog"]
    }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))

const push = (message: string, path = "api/a", branch = "main") =>
  ForgeSimulator.ForgeSimulator.use((simulator) =>
    simulator.push("acme/web", { [path]: message }, { branch, message, by: "acme" })
  )
const merge = (number: number, method: "merge" | "squash" | "rebase") =>
  ForgeSimulator.ForgeSimulator.use((simulator) => simulator.merge("acme/web", number, { method, by: "acme" }))
const settled = <A, E, R>(program: Effect.Effect<A, E, R>) => Effect.flatMap(run(program), (exit) => exit)
const tags = (more: Partial<Release.Input> = {}) =>
  Effect.map(Release.next({ ...input, ...more }), (all) => all.map(({ tag }) => tag))
const tagNames = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ releases, tags }) => ({
    tags: Object.keys(tags).toSorted(),
    releases: releases.map(({ draft, tag_name }) => `${tag_name}${draft ? " draft" : ""}`).toSorted()
  }))

/** What is released, where, and with which notes. */
const released = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ releases, tags }) => ({
    tags,
    releases: releases.map(({ body, draft, name, prerelease, tag_name }) => ({
      body,
      draft,
      name,
      prerelease,
      tag_name
    }))
  }))

describe("Release.next", () => {
  on("finds the version of each package by the commits of its directory", function* () {
    const [api, app, ...others] = yield* Release.next(input)
    assert.deepStrictEqual(others, [])
    assert.deepInclude(api, { version: "1.3.0", tag: "api-v1.3.0", previous: "api-v1.2.0", bump: "minor" })
    assert.deepInclude(app, { version: "0.3.1", tag: "app-v0.3.1", prerelease: false, bump: "patch" })
    assert.match(api?.notes ?? "", /^### Features\n\n- \*\*api:\*\* speak \([\da-f]{7}\)$/)
  })

  on("raises the minor version for what breaks below 1.0.0, and the major one above", function* () {
    yield* push("fix!: hear", "api/a")
    yield* push("fix!: hear", "app/a")
    assert.deepStrictEqual(yield* tags(), ["api-v2.0.0", "app-v0.4.0"])
  })

  on("does not count what was taken back", function* () {
    const sha = yield* push("feat!: hear")
    yield* push(`Revert "feat!: hear"\n\nThis reverts commit ${sha}.`)
    assert.deepStrictEqual(yield* tags(), ["api-v1.3.0", "app-v0.3.1"])
  })

  on("counts prereleases, and ends them with the stable version", function* () {
    const beta = { packages: packages.slice(0, 1), prerelease: "beta" }
    assert.deepStrictEqual(yield* tags(beta), ["api-v1.3.0-beta.1"])
    yield* settled(Release.publish({ ...input, ...beta }))
    assert.deepStrictEqual(yield* tags(beta), [])
    const stable = { packages: packages.slice(0, 1) }
    assert.deepStrictEqual(yield* tags(stable), ["api-v1.3.0"])
    yield* push("fix: hear")
    assert.deepStrictEqual(yield* tags(beta), ["api-v1.3.0-beta.2"])
    yield* push("feat!: hear more")
    assert.deepStrictEqual(yield* tags(beta), ["api-v2.0.0-beta.1"])
    assert.deepStrictEqual(yield* tags(stable), ["api-v2.0.0"])
    const error = yield* Effect.flip(tags({ ...stable, prerelease: "1" }))
    assert.strictEqual(error._tag, "InvalidInput")
  })

  on("follows the tags of its own branch, and refuses a prerelease before the last one", function* () {
    const sha = yield* push("feat!: another line", "api/b", "next")
    yield* Refs.create({ ...repo, ref: "refs/tags/api-v9.0.0", sha })
    assert.deepStrictEqual(yield* tags(), ["api-v1.3.0", "app-v0.3.1"])
    const one = { ...input, packages: packages.slice(0, 1) }
    yield* settled(Release.publish({ ...one, prerelease: "beta" }))
    yield* push("fix: hear")
    const error = yield* Effect.flip(Release.next({ ...one, prerelease: "alpha" }))
    assert.strictEqual(error.message, "prerelease alpha would come before api-v1.3.0-beta.1")
  })

  on("begins with the initial version", function* () {
    const whole = { packages: undefined }
    assert.deepStrictEqual(yield* tags(whole), ["v1.0.0"])
    assert.deepStrictEqual(yield* tags({ ...whole, initialVersion: "0.1.0" }), ["v0.1.0"])
    assert.strictEqual((yield* Effect.flip(tags({ initialVersion: "1" })))._tag, "InvalidInput")
    const twice = [{ name: "a" }, { name: "b" }]
    assert.strictEqual((yield* Effect.flip(tags({ packages: twice })))._tag, "InvalidInput")
  })
})

describe("Release.next by labels", () => {
  const pull = (title: string, file: string, labels: ReadonlyArray<string>) => ({
    title,
    head: title.toLowerCase(),
    files: { [file]: title },
    labels,
    merged: true
  })
  const pulls = [
    pull("One", "api/one", ["breaking"]),
    pull("Two", "app/two", []),
    pull("Three", "app/3", ["skip-changelog"])
  ]
  const labelled = testOn(
    ForgeSimulator.layer({
      repositories: [
        { owner: "acme", name: "web", files: { "api/a": "" }, labels: ["breaking", "skip-changelog"], pulls }
      ]
    })
  )

  labelled("goes by the labels of merged pull requests", function* () {
    const [api, app] = yield* Release.next({ ...input, by: "labels" })
    assert.deepInclude(api, { version: "1.0.0", bump: "major" })
    assert.strictEqual(api?.notes, "### Breaking changes\n\n- One (#1)")
    assert.deepInclude(app, { bump: "patch" })
    assert.deepStrictEqual(
      app?.changes.map(({ number }) => number),
      [2]
    )
    const [whole] = yield* Release.next({ ...repo, by: "labels", categories: [{ title: "All", types: ["pull"] }] })
    assert.strictEqual(whole?.notes, "### All\n\n- One (#1)\n- Two (#2)")
  })
})

describe("Release.publish", () => {
  on("publishes once", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const made = yield* settled(Release.publish(input))
    assert.deepStrictEqual(
      made.map(({ name }) => name),
      ["api 1.3.0", "app 0.3.1"]
    )
    assert.deepStrictEqual(yield* settled(Release.publish(input)), [])
    assert.deepStrictEqual((yield* tagNames(simulator)).releases, ["api-v1.3.0", "app-v0.3.1"])
  })

  const message = fc.constantFrom(
    "feat: speak",
    "fix: sit",
    "feat!: hear",
    "docs: tell",
    "fix: it\n\nBREAKING CHANGE: all"
  )
  const history = fc.array(fc.record({ message, path: fc.constantFrom("api/a", "app/a", "b") }), { maxLength: 6 })
  it.effect("releases the same history once, whatever it is", () =>
    Effect.gen(function* () {
      for (const commits of fc.sample(history, { seed: 20_270_115, numRuns: runs(30) })) {
        const what = JSON.stringify(commits)
        const program = Effect.gen(function* () {
          for (const [index, { message, path }] of commits.entries()) yield* push(message, `${path}${index}`)
          const planned = yield* Release.next(input)
          const made = yield* settled(Release.publish(input))
          assert.deepStrictEqual(
            made.map(({ tag_name }) => tag_name),
            planned.map(({ tag }) => tag),
            what
          )
          assert.isNotEmpty(made, what)
          assert.deepStrictEqual(yield* Release.next(input), [], what)
          assert.deepStrictEqual(yield* settled(Release.publish(input)), [], what)
        })
        yield* Effect.provide(program, Layer.fresh(ForgeSimulator.layer(seed)))
      }
    })
  )

  matrix({
    seed,
    program: Effect.asVoid(Release.publish({ ...input, packages: packages.slice(0, 1) })),
    state: released,
    fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"]
  })
})

describe("Release.propose", () => {
  for (const method of ["squash", "merge", "rebase"] as const) {
    on(`collects, and is published at the commit of a ${method}`, function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const first = yield* settled(Release.propose(input))
      assert.deepInclude(first, { action: "created" })
      assert.strictEqual(first?.pull.title, "chore(release): api 1.3.0, app 0.3.1")
      assert.strictEqual((yield* settled(Release.propose(input)))?.action, "unchanged")
      yield* push("feat!: hear")
      const second = yield* settled(Release.propose(input))
      assert.strictEqual(second?.pull.title, "chore(release): api 2.0.0, app 0.3.1")
      assert.deepStrictEqual(yield* settled(Release.publishMerged(input)), [])
      const sha = yield* merge(second?.pull.number ?? 0, method)
      yield* push("fix: after the merge")
      assert.strictEqual((yield* settled(Release.propose(input)))?.action, "pending")
      yield* settled(Release.publishMerged(input))
      for (const tag of ["api-v2.0.0", "app-v0.3.1"]) {
        assert.strictEqual((yield* Refs.get({ ...repo, ref: `tags/${tag}` })).object.sha, sha)
      }
      const text = new TextDecoder().decode(yield* simulator.file("acme/web", "api/package.json", "main"))
      assert.strictEqual(text, '{\n  "version": "2.0.0"\n}\n')
      assert.deepStrictEqual(yield* tags(), ["api-v2.0.1"])
      assert.lengthOf(yield* settled(Release.publishMerged(input)), 2)
      assert.strictEqual((yield* settled(Release.propose(input)))?.action, "created")
    })
  }

  on("does not publish where a tag is at another commit", function* () {
    const proposed = yield* settled(Release.propose(input))
    yield* merge(proposed?.pull.number ?? 0, "squash")
    const { object } = yield* Refs.get({ ...repo, ref: "tags/api-v1.2.0" })
    yield* Refs.create({ ...repo, ref: "refs/tags/api-v1.3.0", sha: object.sha })
    assert.strictEqual(failureOf(yield* run(Release.publishMerged(input)))?._tag, "Conflict")
  })
})

const api = { ...input, packages: packages.slice(0, 1) }

describe("Release.propose in other cases", () => {
  on("collects prereleases, and then the stable version of them", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const beta = { ...api, prerelease: "beta" }
    const first = yield* settled(Release.propose(beta))
    assert.strictEqual(first?.pull.title, "chore(release): api 1.3.0-beta.1")
    yield* merge(first?.pull.number ?? 0, "squash")
    assert.strictEqual((yield* settled(Release.propose(beta)))?.action, "pending")
    yield* settled(Release.publishMerged(beta))
    const { releases } = yield* released(simulator)
    assert.deepStrictEqual(
      releases.map(({ prerelease, tag_name }) => [tag_name, prerelease]),
      [["api-v1.3.0-beta.1", true]]
    )
    // The release itself is not a change.
    assert.isNull(yield* settled(Release.propose(beta)))
    yield* push("fix: hear")
    const second = yield* settled(Release.propose(beta))
    assert.strictEqual(second?.pull.title, "chore(release): api 1.3.0-beta.2")
    const stable = yield* settled(Release.propose(api))
    assert.deepStrictEqual(
      [stable?.action, stable?.pull.number, stable?.pull.title],
      ["updated", second?.pull.number, "chore(release): api 1.3.0"]
    )
    yield* merge(stable?.pull.number ?? 0, "merge")
    yield* settled(Release.publishMerged(api))
    assert.deepStrictEqual(
      Object.fromEntries(
        (yield* released(simulator)).releases.map(({ prerelease, tag_name }) => [tag_name, prerelease])
      ),
      { "api-v1.3.0": false, "api-v1.3.0-beta.1": true }
    )
  })

  on("leaves an open pull request as it is when nothing is left to release", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const one = { ...input, packages: packages.slice(1) }
    const sha = yield* push("fix: stand", "app/b")
    yield* settled(Release.propose(one))
    const before = yield* simulator.repository("acme/web")
    const commits = yield* Stream.runCollect(Commits.list({ ...repo, sha: "main" }))
    const sat = commits.find(({ commit: { message } }) => message === "fix(app): sit")?.sha ?? ""
    yield* push(`Revert "fix: stand"\n\nThis reverts commit ${sha}.`, "app/b")
    yield* push(`Revert "fix(app): sit"\n\nThis reverts commit ${sat}.`, "app/a")
    yield* simulator.clearRequests
    assert.isNull(yield* settled(Release.propose(one)))
    assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
    const shown = ({ branches, pulls }: typeof before) => ({
      head: branches["release/main"],
      pulls: pulls.map(({ state, title }) => ({ title, state }))
    })
    assert.deepStrictEqual(shown(yield* simulator.repository("acme/web")), shown(before))
    assert.deepStrictEqual(
      before.pulls.map(({ state }) => state),
      ["open"]
    )
  })

  // A line for each commit: "- ", the description, and " (", 7 digits and ")".
  const most = 65_536 - 4_096
  const head = "<!-- forgecast:key=release/app%2Dv0.3.1 -->\n## app 0.3.1\n\n### Bug fixes\n\n".length
  const first = "- **app:** sit (1234567)\n".length
  const long = (length: number) => "x".repeat(length - head - first - "-  (1234567)".length)
  on.each([
    { length: most, isCut: false },
    { length: most + 1, isCut: true }
  ])("cuts notes that make the text longer than 61,440 characters", function* ({ isCut, length }) {
    yield* push(`fix: ${long(length)}`, "app/b")
    const proposed = yield* settled(Release.propose({ ...input, packages: packages.slice(1) }))
    const body = proposed?.pull.body ?? ""
    assert.strictEqual(body.includes("… The rest does not fit in here."), isCut)
    assert.strictEqual(body.includes("x".repeat(60_000)), !isCut)
    assert.include(body, "- **app:** sit (")
    assert.isAtMost(body.length, 65_536)
  })
})

const fails = ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"] as const

describe("Release.propose under faults", () => {
  matrix({
    seed,
    program: Effect.asVoid(Release.propose(api)),
    state: ({ file, repository }) =>
      Effect.gen(function* () {
        const { branches, pulls } = yield* repository("acme/web")
        const textOf = (path: string) =>
          Effect.map(file("acme/web", path, "release/main"), (bytes) => new TextDecoder().decode(bytes))
        return {
          branches: Object.keys(branches).toSorted(),
          pulls: pulls.map(({ state, title }) => ({ state, title })),
          files:
            "release/main" in branches ? [yield* textOf("api/package.json"), yield* textOf("api/CHANGELOG.md")] : []
        }
      }),
    fails
  })
})

describe("Release.publishMerged under faults", () => {
  const mark = "<!-- forgecast:key=release/api%2Dv1.3.0 -->"
  matrix({
    seed: {
      repositories: (seed.repositories ?? []).map((each) => ({
        ...each,
        pulls: [
          {
            title: "Release",
            head: "release/main",
            body: `${mark}\n## api\n\nNotes`,
            files: { "a.md": "a" },
            merged: true
          }
        ]
      }))
    },
    program: Effect.asVoid(Release.publishMerged(api)),
    state: released,
    fails
  })
})

describe("Release.draft", () => {
  matrix({ seed, program: Effect.asVoid(Release.draft(api)), state: released, fails })

  on("keeps one draft, also when its version changes", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const one = { ...input, packages: packages.slice(0, 1) }
    yield* settled(Release.draft(one))
    assert.deepStrictEqual((yield* tagNames(simulator)).releases, ["api-v1.3.0 draft"])
    yield* push("feat!: hear")
    yield* settled(Release.draft(one))
    assert.deepStrictEqual((yield* tagNames(simulator)).releases, ["api-v2.0.0 draft"])
    yield* simulator.clearRequests
    yield* settled(Release.draft(one))
    assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
  })
})
