import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { Commits, Contents, Git, Refs } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { commitFiles, prepare } from "../../docs/examples/commit-files.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }

const simulated = ForgeSimulator.layer({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# web\n", "docs/changes/next.md": "- Faster\n", "src/main.ts": "export {}\n" }
    }
  ]
})

const text = (path: string) =>
  Effect.map(Contents.get({ ...repo, path }), (content) => (content._tag === "File" ? content.text : null))

describe("commit-files", () => {
  testOn(simulated)("makes one commit of five files", function* () {
    const before = yield* Refs.get({ ...repo, ref: "heads/main" })
    const commit = yield* prepare("acme", "web", "1.2.0")
    const made = yield* Commits.get({ ...repo, ref: "main" })
    assert.strictEqual(made.sha, commit.sha)
    assert.deepStrictEqual(
      made.parents.map(({ sha }) => sha),
      [before.object.sha]
    )
    assert.deepStrictEqual(
      made.files?.map(({ filename, status }) => [filename, status]),
      [
        ["README.md", "modified"],
        ["VERSION", "added"],
        ["docs/changes/1.2.0.md", "added"],
        ["docs/changes/next.md", "removed"],
        ["src/version.ts", "added"]
      ]
    )
    assert.strictEqual(yield* text("README.md"), "# web\n\nThe current version is 1.2.0.\n")
  })

  testOn(simulated)("keeps what somebody else has committed in the meantime", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    // The branch moves while our tree is on its way.
    yield* faults.add(Faults.delayed({ operation: "Git.createTree", by: "1 second" }))
    const ours = yield* Effect.forkChild(
      commitFiles({ ...repo, branch: "main", message: "Ours", files: { "ours.bin": new Uint8Array([255]) } })
    )
    yield* TestClock.adjust("10 millis")
    const theirs = yield* Contents.put({ ...repo, path: "theirs.txt", message: "Theirs", content: "theirs\n" })
    yield* TestClock.adjust("1 minute")
    const commit = yield* Fiber.join(ours)
    assert.deepStrictEqual(
      commit.parents.map(({ sha }) => sha),
      [theirs.commit.sha]
    )
    const { tree } = yield* Git.getTree({ ...repo, tree_sha: "main", recursive: true })
    assert.includeMembers(
      tree.map(({ path }) => path),
      ["ours.bin", "theirs.txt", "src/main.ts"]
    )
  })

  testOn(simulated)("gives up when the change itself is refused", function* () {
    const failure = yield* Effect.flip(
      commitFiles({ ...repo, branch: "main", message: "Remove", files: { "nothing.txt": null } })
    )
    assert.containSubset(failure, { _tag: "ValidationFailed", operation: "Git.createTree" })
  })
})
