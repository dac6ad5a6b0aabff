/** Who has contributed, and the section of a file that names them. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Contributors, Plan } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const by = (name: string, email: string) => ({ author: { name, email } })
const seed: ForgeSimulator.Seed = {
  users: [{ login: "ada", email: "ada@example.com" }, "bob", "eve"],
  apps: [{ slug: "builder", id: 7, public_key: "none", installations: [{ account: "acme", id: 70 }] }],
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { ada: "write" },
      files: { "README.md": "# Web\n" },
      commits: [{ message: "Patch", files: { "a.txt": "a" }, ...by("Some [one]", "some@one.example") }],
      issues: [
        { title: "One", user: "bob" },
        { title: "Two", user: "ada" },
        { title: "Three", user: "builder[bot]" },
        { title: "Ghost", user: null }
      ],
      pulls: [
        { title: "Feature", head: "feature", user: "ada", files: { "b.txt": "b" }, merged: true },
        { title: "Refused", head: "refused", user: "eve", files: { "c.txt": "c" }, state: "closed" }
      ]
    }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))

const listed = (more: Partial<Contributors.ListInput> = {}) =>
  Contributors.list({ ...repo, ...more }).pipe(
    Stream.map(({ commits, issues, name, pulls }) => `${name}: ${commits} ${pulls} ${issues}`),
    Stream.runCollect
  )

const counts = ["commits", "pulls", "issues"] as const

const readme = ({ file }: ForgeSimulator.Handle, ref?: string) =>
  Effect.map(file("acme/web", "README.md", ref), (bytes) => new TextDecoder().decode(bytes))

const begin = "<!-- forgecast:key=contributors/begin -->"
const end = "<!-- forgecast:key=contributors/end -->"

describe("Contributors.list", () => {
  on("has who has made commits", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    assert.deepStrictEqual(yield* listed(), ["acme: 2 0 0", "ada: 1 0 0"])
    assert.deepStrictEqual(yield* listed({ anonymous: true, exclude: ["ACME"] }), ["ada: 1 0 0", "Some [one]: 1 0 0"])
    const operations = (yield* simulator.requests).map(({ operation }) => operation)
    assert.notInclude(operations, "Issues.list")
  })

  on("counts merged pull requests and issues, also of those without commits", function* () {
    assert.deepStrictEqual(yield* listed({ counts }), ["acme: 2 0 0", "ada: 1 1 1", "bob: 0 0 1"])
    assert.deepStrictEqual(yield* listed({ counts: ["pulls"] }), ["ada: 0 1 0"])
    assert.deepStrictEqual(yield* listed({ counts: ["issues"], bots: true }), [
      "ada: 0 0 1",
      "bob: 0 0 1",
      "builder[bot]: 0 0 1"
    ])
  })
})

describe("Contributors.markdown", () => {
  on("is a table", function* () {
    const all = yield* Stream.runCollect(Contributors.list({ ...repo, counts, anonymous: true, exclude: ["bob"] }))
    assert.strictEqual(
      Contributors.markdown(all, ["issues", "commits"]),
      [
        "| Contributor | Issues | Commits |",
        "| --- | ---: | ---: |",
        "| [acme](https://github.com/acme) | 0 | 2 |",
        "| [ada](https://github.com/ada) | 1 | 1 |",
        "| Some \\[one\\] | 0 | 1 |"
      ].join("\n")
    )
  })
})

describe("Contributors.commit", () => {
  const names = (all: ReadonlyArray<Contributors.Contributor>) => all.map(({ name }) => `- ${name}`).join("\n")

  on("adds the section at the end, and changes nothing else later", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const written = yield* Contributors.commit({ ...repo, write: names })
    assert.strictEqual(written?.commit.message, "Name all contributors")
    const section = `${begin}\n\n- acme\n- ada\n\n${end}\n`
    assert.strictEqual(yield* readme(simulator), `# Web\n\n## Contributors\n\n${section}`)
    assert.isNull(yield* Contributors.commit({ ...repo, write: names }))
    yield* simulator.push("acme/web", { "README.md": `# Web\r\n${begin}\r\nold\r\n${end}\r\nMore\r\n` })
    yield* Contributors.commit({ ...repo, write: names, exclude: ["ada"] })
    assert.strictEqual(yield* readme(simulator), `# Web\r\n${begin}\r\n\r\n- acme\r\n\r\n${end}\r\nMore\r\n`)
  })

  on("creates a file, on another branch", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.push("acme/web", {}, { branch: "next" })
    yield* Contributors.commit({ ...repo, path: "PEOPLE.md", branch: "next", write: names })
    const bytes = yield* simulator.file("acme/web", "PEOPLE.md", "next")
    assert.match(new TextDecoder().decode(bytes), /^## Contributors\n\n<!--/)
  })

  on("refuses a section that does not end", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    for (const text of [`${begin}\n`, `${end}\n`, `${end}\n${begin}\n`]) {
      yield* simulator.push("acme/web", { "README.md": text })
      const error = yield* Effect.flip(Contributors.commit(repo))
      assert.strictEqual(error.message, "path has a section of contributors that does not end: README.md")
    }
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Contributors.commit({ ...repo, counts, write: names }),
      state: (simulator) => readme(simulator),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"],
      // A repository without commits has no contributors.
      trusts: ["Contents.get"]
    })
  })
})

describe("Contributors.propose", () => {
  on("proposes the section, keeps it fresh, and ends with the merge", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const write = (all: ReadonlyArray<Contributors.Contributor>) => all.map(({ login }) => `| [${login}]`).join("\n")
    const proposed = () =>
      Effect.flatMap(run(Contributors.propose({ ...repo, labels: ["docs"], write })), (exit) => exit)
    const first = yield* proposed()
    assert.strictEqual(first?.action, "created")
    assert.strictEqual(first?.pull.title, "Name all contributors")
    assert.match(yield* readme(simulator, "forgecast/contributors"), /\| \[ada\]/)
    assert.strictEqual((yield* proposed())?.action, "unchanged")
    yield* simulator.push("acme/web", { "README.md": "# Web 2\n" })
    assert.strictEqual((yield* proposed())?.action, "updated")
    assert.match(yield* readme(simulator, "forgecast/contributors"), /^# Web 2\n\n## Contributors/)
    yield* simulator.merge("acme/web", first?.pull.number ?? 0, { method: "squash" })
    assert.isNull(yield* proposed())
  })

  on("can be planned as far as a proposal can", function* () {
    const { writes } = yield* yield* run(Plan.dryRun(Contributors.propose(repo)))
    assert.isAbove(writes.length, 0)
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Contributors.propose({ ...repo, write: () => "- all" }),
      state: (simulator) =>
        Effect.map(simulator.repository("acme/web"), ({ branches, pulls }) => ({
          branches: Object.keys(branches).toSorted(),
          pulls: pulls.slice(2).map(({ head, state, title }) => [head, state, title])
        })),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"],
      trusts: ["Contents.download", "Refs.get"]
    })
  })
})
