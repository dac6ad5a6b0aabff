/** Which mode a file has after it was written, and what cannot be written as a file. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Commit, Edit, Propose } from "../../src/workflow/index.ts"
import { run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const lib = "a".repeat(40)
const seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: {
        "a.txt": "a",
        gradlew: { content: "run", executable: true },
        "bin/deep/tool": { content: "tool", executable: true },
        "bin/link": { symlink: "../a.txt" },
        "bin/far": { symlink: "../large" },
        large: "x".repeat(1_100_000),
        "vendor/lib": { submodule: lib }
      }
    }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))

/** The mode of each file of a branch, and the sha of its content. */
const entriesOf = (branch: string) =>
  Effect.gen(function* () {
    const { as } = yield* ForgeSimulator.ForgeSimulator
    const { tree } = (yield* as("acme", `GET /repos/acme/web/git/trees/${branch}?recursive=1`)) as {
      readonly tree: ReadonlyArray<{ readonly path: string; readonly mode: string; readonly sha: string }>
    }
    return new Map(tree.map(({ mode, path, sha }) => [path, { mode, sha }]))
  })

const modesOf = (branch: string, ...paths: ReadonlyArray<string>) =>
  Effect.map(entriesOf(branch), (entries) => paths.map((path) => entries.get(path)?.mode))

const writes = Effect.gen(function* () {
  const { requests } = yield* ForgeSimulator.ForgeSimulator
  return (yield* requests).filter(({ method }) => method !== "GET")
})

const input = { ...repo, branch: "main", message: "Change" }

describe("Commit.files", () => {
  const contents: Commit.Input["files"] = {
    "a.txt": "A",
    gradlew: "walk",
    "bin/deep/tool": new Uint8Array([1, 2]),
    "bin/link": "deep/tool",
    "bin/deep/new/file": "new"
  }
  const paths = Object.keys(contents)
  const kept = ["100644", "100755", "100755", "120000", "100644"]

  on("keeps the modes of files whose content it replaces", function* () {
    assert.strictEqual((yield* Commit.files({ ...input, files: contents })).action, "committed")
    assert.deepStrictEqual(yield* modesOf("main", ...paths), kept)
    assert.strictEqual((yield* Commit.files({ ...input, files: contents })).action, "unchanged")
  })

  on("keeps them on a new branch, and in a proposal", function* () {
    yield* Commit.files({ ...input, branch: "next", base: "main", files: contents })
    assert.deepStrictEqual(yield* modesOf("next", ...paths), kept)
    yield* Propose.pullRequest({ ...input, branch: "bot", title: "Change", files: contents })
    assert.deepStrictEqual(yield* modesOf("bot", ...paths), kept)
  })

  on("changes a mode that is given, and takes the same content in another mode for a change", function* () {
    const files = {
      "a.txt": { content: "a", mode: "100755" },
      gradlew: { content: "run", mode: "100644" },
      "bin/link": { content: "a", mode: "100644" },
      link: { content: "a.txt", mode: "120000" }
    } as const
    assert.strictEqual((yield* Commit.files({ ...input, files })).action, "committed")
    assert.deepStrictEqual(yield* modesOf("main", ...Object.keys(files)), ["100755", "100644", "100644", "120000"])
  })

  on("keeps the mode that a file has got while the branch moved", function* () {
    const { faults, push } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.delayed({ operation: "Git.createCommit", by: "10 seconds" }))
    const other = push("acme/web", { "a.txt": { content: "a", executable: true } })
    yield* Effect.forkChild(Effect.delay(other, "5 seconds"))
    yield* yield* run(Commit.files({ ...input, files: { "a.txt": "A" } }))
    assert.deepStrictEqual(yield* modesOf("main", "a.txt"), ["100755"])
  })

  on("replaces a file by a directory if the file is deleted", function* () {
    yield* Commit.files({ ...input, files: { "a.txt": null, "a.txt/b": "b" } })
    assert.deepStrictEqual(yield* modesOf("main", "a.txt", "a.txt/b"), ["040000", "100644"])
  })

  on.each<[string, Commit.FileContent]>([
    ["bin", "text"],
    ["bin", { content: "text", mode: "100755" }],
    ["bin", null],
    ["vendor/lib", "text"],
    ["vendor/lib", { content: "text", mode: "100644" }],
    ["vendor/lib", null],
    ["vendor/lib/file", "text"],
    ["a.txt/b/c", "text"],
    ["bin/link/file", new Uint8Array([1])]
  ])("writes nothing where %s is not a file: %j", function* ([path, content]) {
    const error = yield* Effect.flip(
      Commit.files({ ...input, files: { "new.bin": new Uint8Array([7]), [path]: content } })
    )
    assert.strictEqual(error._tag === "InvalidInput" && error.path, `files.${path}`)
    assert.deepStrictEqual(yield* writes, [])
  })

  on("has nothing to delete below a file", function* () {
    assert.strictEqual((yield* Commit.files({ ...input, files: { "a.txt/b": null } })).action, "unchanged")
  })

  on("needs a mode for a file that the service does not list", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(
      Faults.rewritten({
        operation: "Git.getTree",
        times: Infinity,
        rewrite: (body) => ({ ...(body as object), tree: [], truncated: true })
      })
    )
    const error = yield* Effect.flip(Commit.files({ ...input, files: { gradlew: "walk" } }))
    assert.strictEqual(error._tag === "InvalidInput" && error.path, "files.gradlew")
    yield* Commit.files({ ...input, files: { gradlew: { content: "walk", mode: "100755" }, "a.txt": null } })
    assert.deepStrictEqual(yield* modesOf("main", "gradlew", "a.txt"), ["100755", undefined])
  })
})

describe("Edit.file", () => {
  on("keeps the mode of a file", function* () {
    yield* Edit.file({ ...repo, path: "gradlew", message: "Walk" }, () => "walk")
    yield* Edit.file({ ...repo, path: "bin/deep/tool", message: "Tool" }, () => new Uint8Array([1]))
    assert.deepStrictEqual(yield* modesOf("main", "gradlew", "bin/deep/tool"), ["100755", "100755"])
  })

  on.each([
    ["bin/link", "is a symlink, not a file"],
    ["bin/far", "is a symlink, not a file"],
    ["vendor/lib", "is a submodule, not a file"],
    ["bin", "is a directory, not a file"]
  ] as const)("writes nothing to %s, which %s", function* ([path, reason]) {
    const before = yield* entriesOf("main")
    const error = yield* Effect.flip(Edit.file({ ...repo, path, message: "Edit" }, () => "text"))
    assert.strictEqual(error._tag === "InvalidInput" && error.reason, reason)
    assert.deepStrictEqual([yield* writes, yield* entriesOf("main")], [[], before])
  })

  on("edits a large file that changes while it is read", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(Faults.delayed({ operation: "Contents.get", by: "10 seconds" }))
    const change = simulator.push("acme/web", { large: new Uint8Array(1_200_000).fill(121) })
    yield* Effect.forkChild(Effect.delay(change, "5 seconds"))
    const seen: Array<number | undefined> = []
    const edit = Edit.file({ ...repo, path: "large", message: "Edit" }, ({ bytes }) => {
      seen.push(bytes?.length)
      return "small"
    })
    yield* yield* run(edit)
    assert.deepStrictEqual(seen, [1_200_000, 1_200_000])
    assert.strictEqual((yield* simulator.file("acme/web", "large"))?.length, 5)
  })
})
