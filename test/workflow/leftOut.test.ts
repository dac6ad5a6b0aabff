/** What an input leaves out stays as it is, in every combinator that brings a record up to date. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Propose, Publish, Upsert } from "../../src/workflow/index.ts"
import { run } from "./support/run.ts"

const repo = { owner: "acme", repo: "web" }

/** Runs on a repository that has what is given. */
const on = (more: object) =>
  Effect.provide(
    ForgeSimulator.layer({
      users: ["ada", "bob"],
      repositories: [
        {
          owner: "acme",
          name: "web",
          collaborators: { ada: "write", bob: "write" },
          files: { "a.txt": "a" },
          branches: { stable: {} },
          labels: ["bug", "ci"],
          milestones: ["One", "Two"],
          ...more
        }
      ]
    })
  )

const first = (path: string) =>
  Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ as }) =>
    Effect.map(as("acme", `GET /repos/acme/web/${path}`), (all) => (all as ReadonlyArray<Record<string, unknown>>)[0])
  )

describe("Publish.release", () => {
  const mark = "<!-- forgecast:key=release/v1 -->"
  const draft = {
    tag_name: "v1",
    draft: true,
    name: "The first one",
    body: "Written by hand\n\n- with care",
    prerelease: true,
    target_commitish: "stable",
    make_latest: false
  }
  const given = { name: "One", body: "Notes", prerelease: false, target_commitish: "main" }
  const kept = { name: draft.name, body: draft.body, prerelease: true, target_commitish: "stable" }
  const release = { ...repo, tag_name: "v1", assets: [] }

  for (const [what, body] of [
    ["a draft of somebody else", draft.body],
    ["a draft of its own", `${draft.body}\n\n${mark}`],
    ["a draft whose notes went on below the mark", `Written by hand\n\n${mark}\n\n- with care`]
  ] as const) {
    for (const name of ["none", ...Object.keys(given)] as ReadonlyArray<keyof typeof given | "none">) {
      it.effect(`keeps what is left out of ${what}: given is ${name}`, () =>
        Effect.gen(function* () {
          const change = name === "none" ? {} : { [name]: given[name] }
          yield* Publish.release({ ...release, ...change })
          const { body: notes, ...others } = (yield* first("releases")) ?? {}
          const { body: expected, ...rest } = { ...kept, ...change }
          assert.deepInclude(others, { ...rest, draft: false })
          assert.strictEqual(String(notes).replace(/\n+/g, "\n"), expected.replace(/\n+/g, "\n"))
        }).pipe(on({ releases: [{ ...draft, body }] }))
      )
    }
  }

  it.effect("keeps notes that are written while the files are uploaded", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const assets = [{ name: "a.txt", content_type: "text/plain", data: "a" }]
      yield* simulator.faults.add(Faults.delayed({ operation: "Releases.uploadAsset", by: "10 seconds" }))
      const write = Effect.gen(function* () {
        const { id } = (yield* first("releases")) ?? {}
        yield* simulator.as("acme", `PATCH /repos/acme/web/releases/${String(id)}`, { body: "Late" })
      })
      yield* Effect.forkChild(Effect.delay(write, "5 seconds"))
      yield* yield* run(Publish.release({ ...release, assets }))
      assert.deepInclude(yield* first("releases"), { draft: false, body: "Late" })
    }).pipe(on({}))
  )

  it.effect("publishes a new release without notes, and without the mark", () =>
    Effect.gen(function* () {
      yield* Publish.release(release)
      assert.deepInclude(yield* first("releases"), { draft: false, body: "", prerelease: false })
    }).pipe(on({}))
  )

  it.effect("empties notes that are given as empty", () =>
    Effect.gen(function* () {
      yield* Publish.release({ ...release, body: "" })
      assert.deepInclude(yield* first("releases"), { draft: false, body: "", name: draft.name })
    }).pipe(on({ releases: [draft] }))
  )

  it.effect("keeps the label of a file that it replaces", () =>
    Effect.gen(function* () {
      const file = { content_type: "text/plain", data: "new" }
      const assets = [
        { ...file, name: "a.txt" },
        { ...file, name: "b.txt", label: "Other" }
      ]
      const { assets: published } = yield* Publish.release({ ...release, assets }, { concurrency: 1 })
      assert.deepStrictEqual(
        published.map(({ label, size }) => [label, size]),
        [
          ["For everybody", 3],
          ["Other", 3]
        ]
      )
    }).pipe(
      on({
        releases: [
          {
            ...draft,
            assets: [
              { name: "a.txt", content: "before", label: "For everybody" },
              { name: "b.txt", content: "before", label: "B" }
            ]
          }
        ]
      })
    )
  )
})

describe("Upsert.issue", () => {
  const mark = "<!-- forgecast:key=report -->"
  const issue = { title: "Report", body: `By hand\n\n${mark}`, labels: ["bug"], assignees: ["ada"], milestone: 1 }
  const given = { body: "Text", labels: ["ci"], assignees: ["bob"], milestone: 2 }

  const partsOf = (wire: Record<string, unknown> | undefined) => {
    const { assignees, body, labels, milestone, title } = wire as {
      readonly title: string
      readonly body: string
      readonly labels: ReadonlyArray<{ readonly name: string }>
      readonly assignees: ReadonlyArray<{ readonly login: string }>
      readonly milestone: { readonly number: number } | null
    }
    return {
      title,
      body,
      labels: labels.map(({ name }) => name),
      assignees: assignees.map(({ login }) => login),
      milestone: milestone?.number ?? null
    }
  }

  it.effect.each<[string, Partial<typeof given>]>([
    ["nothing", {}],
    ...Object.entries(given).map(([name, value]): [string, Partial<typeof given>] => [name, { [name]: value }])
  ])("keeps what is left out; given is %s", ([, change]) =>
    Effect.gen(function* () {
      const put = Upsert.issue({ ...repo, title: "Report", ...change }, { key: "report" })
      const { action, value } = yield* put
      assert.strictEqual(action, Object.keys(change).length === 0 ? "unchanged" : "updated")
      const expected = { ...issue, ...change, body: change.body === undefined ? issue.body : `Text\n\n${mark}` }
      assert.deepStrictEqual(partsOf(yield* first(`issues?state=all`)), expected)
      assert.strictEqual(value.number, 1)
      assert.strictEqual((yield* put).action, "unchanged")
      const renamed = yield* Upsert.issue({ ...repo, title: "Renamed", ...change }, { key: "report" })
      assert.deepStrictEqual([renamed.action, renamed.value.body], ["updated", expected.body])
    }).pipe(on({ issues: [issue] }))
  )

  it.effect("knows a new issue without a text again, and empties one when told", () =>
    Effect.gen(function* () {
      const put = (body?: string) => Upsert.issue({ ...repo, title: "Report", body }, { key: "report" })
      assert.strictEqual((yield* put()).action, "created")
      assert.strictEqual((yield* put()).action, "unchanged")
      assert.strictEqual((yield* put("Text")).value.body, `Text\n\n${mark}`)
      assert.strictEqual((yield* put()).value.body, `Text\n\n${mark}`)
      assert.strictEqual((yield* put("")).value.body, mark)
    }).pipe(on({}))
  )
})

describe("Propose.pullRequest", () => {
  const proposal = { ...repo, branch: "bot", message: "Change", title: "Change", files: { "b.txt": "b" } }
  const change = (fields: object) =>
    Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ as }) => as("acme", "PATCH /repos/acme/web/pulls/1", fields))
  const propose = (more: Partial<Propose.Input> = {}) =>
    Effect.flatMap(run(Propose.pullRequest({ ...proposal, ...more })), (exit) => exit)

  it.effect("keeps the text and the base that people have given the pull request", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* propose({ body: "By a program" }))?.action, "created")
      yield* change({ body: "By a person", base: "stable" })
      assert.strictEqual((yield* propose())?.action, "unchanged")
      const { action, pull } = (yield* propose({ title: "Other", files: { "c.txt": "c" } })) ?? assert.fail()
      assert.deepStrictEqual(
        [action, pull.number, pull.title, pull.body, pull.base.ref],
        ["updated", 1, "Other", "By a person", "stable"]
      )
      const both = yield* propose({ title: "Other", body: "By a program", base: "stable" })
      assert.match(both?.pull.body ?? "", /^By a person\n\n<!--.*-->\n\nBy a program\n\n<!--.*-->$/)
    }).pipe(on({}))
  )

  it.effect("opens another pull request to another base only if that is given", () =>
    Effect.gen(function* () {
      const number = (more: Partial<Propose.Input> = {}) => Effect.map(propose(more), (done) => done?.pull.number)
      assert.strictEqual(yield* number({ base: "stable" }), 1)
      assert.strictEqual(yield* number(), 1)
      assert.strictEqual(yield* number({ base: "main" }), 2)
      // The one to the default branch, where both are open.
      assert.strictEqual(yield* number(), 2)
    }).pipe(on({}))
  )
})
