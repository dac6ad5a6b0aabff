/** What real git can push to a served simulator, what comes of it, and what is refused. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import * as SimulatorServer from "../../../../src/testing/node.ts"
import type { Seed } from "../../../../src/testing/ForgeSimulator.ts"
import { dig } from "../../forge/support.ts"
import { type Workspace, workspace } from "./support.ts"

const seed: Seed = {
  users: [{ login: "octo" }, { login: "mona" }, { login: "other" }],
  tokens: {
    ghp_octo: "octo",
    ghp_mona: "mona",
    ghp_other: "other",
    ghp_repo: { login: "octo", scopes: ["repo"] },
    ghp_workflow: { login: "octo", scopes: ["repo", "workflow"] },
    ghs_app: { login: "builder[bot]", installation: 70, permissions: { contents: "write" } },
    ghs_able: { login: "builder[bot]", installation: 70, permissions: { contents: "write", workflows: "write" } },
    ghp_narrow: { login: "octo", permissions: { contents: "read" }, repositories: ["octo/web"] }
  },
  apps: [{ slug: "builder", public_key: "unused", installations: [{ account: "octo", id: 70 }] }],
  limits: "none",
  repositories: [
    {
      owner: "octo",
      name: "web",
      collaborators: { mona: "write" },
      files: { "README.md": "# Web\n" },
      branches: {
        topic: { files: { "b.ts": "b\n" } },
        guarded: {},
        next: { from: "guarded", files: { "c.ts": "c\n" } }
      },
      protection: { guarded: { required_approvals: 1, reviews: { dismiss_stale_reviews: true } } },
      issues: [{ title: "It rains in", number: 1 }],
      pulls: [
        { head: "topic", title: "Add b", number: 2 },
        {
          head: "next",
          base: "guarded",
          title: "Add c",
          number: 3,
          reviews: [{ user: "mona", state: "APPROVED" }]
        }
      ],
      rulesets: [
        {
          name: "Releases",
          conditions: { ref_name: { include: ["refs/heads/release/*"], exclude: [] } },
          rules: [{ type: "pull_request" }, { type: "deletion" }]
        }
      ],
      // Deliveries to another machine are not sent, but they are in the log.
      hooks: [{ url: "https://hooks.example", events: ["push", "create", "delete"] }]
    },
    { owner: "octo", name: "old", archived: true, files: { a: "a\n" } },
    { owner: "octo", name: "empty" }
  ]
}

const layer = SimulatorServer.layerForge(seed)

/** Commits a file, and returns the commit's sha. */
const commit = ({ at, git }: Workspace, directory: string, path: string, message = `Write ${path}`) =>
  Effect.gen(function* () {
    writeFileSync(`${at(directory)}/${path}`, `${path}\n`)
    yield* git(directory, "add", ".")
    yield* git(directory, "commit", "-q", "-m", message)
    return yield* git(directory, "rev-parse", "HEAD")
  })

const cloned = Effect.gen(function* () {
  const space = yield* workspace
  yield* space.git("", "clone", "-q", space.url("octo/web", "ghp_octo"), "web")
  return space
})

describe("a push", () => {
  it.live("makes, moves, forces and deletes branches and tags, as the API then shows, and tells hooks", () =>
    Effect.gen(function* () {
      const space = yield* cloned
      const { git, simulator } = space
      const ref = (name: string) =>
        Effect.map(simulator.as("octo", `GET /repos/octo/web/git/ref/${name}`), (json) => dig(json, "object", "sha"))
      yield* git("web", "checkout", "-q", "-b", "new")
      const first = yield* commit(space, "web", "one.txt")
      yield* git("web", "tag", "-a", "-m", "One", "v1")
      yield* git("web", "tag", "light")
      yield* git("web", "push", "-q", "--follow-tags", "origin", "new", "light")
      expect(yield* ref("heads/new")).toBe(first)
      expect(yield* ref("tags/light")).toBe(first)
      const tag = yield* git("web", "rev-parse", "v1")
      expect(yield* ref("tags/v1")).toBe(tag)
      expect(yield* simulator.as("octo", `GET /repos/octo/web/git/tags/${tag}`)).toMatchObject({
        message: "One\n",
        object: { sha: first, type: "commit" },
        tagger: { name: "C", email: "c@example.com" }
      })
      expect(yield* simulator.file("octo/web", "one.txt", "new")).toEqual(new TextEncoder().encode("one.txt\n"))
      yield* git("web", "commit", "-q", "--amend", "-m", "Another")
      yield* git("web", "push", "-q", "--force", "origin", "new")
      expect(yield* ref("heads/new")).toBe(yield* git("web", "rev-parse", "HEAD"))
      yield* git("web", "push", "-q", "origin", ":new", ":light")
      expect(Object.keys((yield* simulator.repository("octo/web")).branches)).not.toContain("new")
      yield* simulator.settled
      const told = (yield* simulator.deliveries).map(({ body, event }) => [
        event,
        dig(body, "ref"),
        dig(body, "forced"),
        dig(body, "sender", "login")
      ])
      expect(told).toEqual(
        expect.arrayContaining([
          ["create", "new", undefined, "octo"],
          ["push", "refs/heads/new", false, "octo"],
          ["push", "refs/heads/new", true, "octo"],
          ["create", "v1", undefined, "octo"],
          ["delete", "light", undefined, "octo"]
        ])
      )
      yield* git("web", "fetch", "-q", "--prune")
      yield* git("web", "fsck", "--strict")
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("moves pull requests, dismisses stale reviews, merges, and closes what its commits fix", () =>
    Effect.gen(function* () {
      const space = yield* cloned
      const { git, simulator } = space
      const pull = (number: number) => simulator.as("octo", `GET /repos/octo/web/pulls/${number}`)
      yield* git("web", "checkout", "-q", "next")
      const head = yield* commit(space, "web", "d.ts")
      yield* git("web", "push", "-q", "origin", "next")
      expect(yield* pull(3)).toMatchObject({ head: { sha: head }, commits: 2 })
      expect(yield* simulator.as("octo", "GET /repos/octo/web/pulls/3/reviews")).toMatchObject([{ state: "DISMISSED" }])
      yield* git("web", "checkout", "-q", "main")
      yield* git("web", "merge", "-q", "--no-ff", "-m", "Merge topic\n\nFixes #1", "origin/topic")
      yield* git("web", "push", "-q", "origin", "main")
      expect(yield* pull(2)).toMatchObject({ state: "closed", merged: true })
      expect(yield* simulator.as("octo", "GET /repos/octo/web/issues/1")).toMatchObject({
        state: "closed",
        state_reason: "completed",
        closed_by: { login: "octo" }
      })
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("is refused by rules and by git's own, in the service's words, and changes nothing then", () =>
    Effect.gen(function* () {
      const space = yield* cloned
      const { git, refused, simulator, url } = space
      const before = yield* simulator.repository("octo/web")
      yield* git("web", "checkout", "-q", "-b", "work", "origin/guarded")
      yield* commit(space, "web", "e.ts")
      const guarded = yield* refused("web", "push", "origin", "work:guarded")
      expect(guarded).toContain("remote: error: GH006: Protected branch update failed for refs/heads/guarded.")
      expect(guarded).toContain("remote: error: At least 1 approving review is required")
      expect(guarded).toContain("! [remote rejected] work -> guarded (protected branch hook declined)")
      yield* simulator.as("octo", "POST /repos/octo/web/git/refs", {
        ref: "refs/heads/release/1",
        sha: before.branches["main"]
      })
      const ruled = yield* refused("web", "push", "origin", "work:release/1")
      expect(ruled).toContain("remote: error: GH013: Repository rule violations found for refs/heads/release/1.")
      expect(ruled).toContain("remote: - Changes must be made through a pull request.")
      expect(ruled).toContain("(push declined due to repository rule violations)")
      const atomic = yield* refused("web", "push", "--atomic", "origin", "work:fine", "work:guarded")
      expect(atomic).toContain("atomic transaction failed")
      for (const [target, reason] of [
        ["work:refs/pull/2/head", "deny updating a hidden ref"],
        ["work:topic/below", "'refs/heads/topic' exists; cannot create 'refs/heads/topic/below'"],
        [":main", "refusing to delete the current branch: refs/heads/main"],
        ["work^{tree}:refs/tags/tree", "the simulator has refs of commits and of tags of commits only"]
      ] as const) {
        expect(yield* refused("web", "push", "origin", target)).toContain(reason)
      }
      expect((yield* simulator.repository("octo/web")).branches).toEqual({
        ...before.branches,
        "release/1": before.branches["main"]
      })
      const head = yield* git("web", "rev-parse", "work")
      const unknown = yield* Effect.exit(simulator.as("octo", `GET /repos/octo/web/git/commits/${head}`))
      expect(unknown._tag).toBe("Failure")
      const partly = yield* refused("web", "push", "origin", "work:fine", "work:guarded")
      expect(partly).toContain("[new branch]")
      expect(partly).toContain("Create a pull request for 'fine' on GitHub by visiting:")
      for (const [name, token, text] of [
        ["octo/web", "ghp_other", "remote: Permission to octo/web.git denied to other."],
        ["octo/web", "ghp_narrow", "remote: Write access to repository not granted."],
        ["octo/old", "ghp_octo", "remote: This repository was archived so it is read-only."],
        ["octo/web", null, "terminal prompts disabled"]
      ] as const) {
        expect(yield* refused("web", "push", url(name, token), "work:mine")).toContain(text)
      }
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("fills an empty repository with a thousand files and merges", () =>
    Effect.gen(function* () {
      const space = yield* workspace
      const { at, git, simulator, url } = space
      yield* git("", "clone", "-q", url("octo/empty", "ghp_octo"), "new")
      yield* git("new", "checkout", "-q", "-b", "trunk")
      for (let number = 0; number < 1_000; number++) {
        if (number % 100 === 0) mkdirSync(`${at("new")}/dir${number / 100}`)
        writeFileSync(`${at("new")}/dir${Math.floor(number / 100)}/file${number}`, `${"line\n".repeat(50)}${number}\n`)
      }
      yield* commit(space, "new", "a")
      yield* git("new", "branch", "side")
      yield* commit(space, "new", "dir1/file150")
      yield* git("new", "checkout", "-q", "side")
      yield* commit(space, "new", "c")
      yield* git("new", "merge", "-q", "-m", "Merge", "trunk")
      yield* git("new", "-c", "http.postBuffer=65536", "push", "-q", "origin", "side:trunk")
      expect(yield* simulator.as("octo", "GET /repos/octo/empty")).toMatchObject({ default_branch: "trunk" })
      const tree = yield* simulator.as("octo", "GET /repos/octo/empty/git/trees/trunk?recursive=1")
      const paths = yield* git("new", "ls-tree", "-r", "-t", "--format=%(path) %(objectname)", "side")
      const shown = (dig(tree, "tree", "*") as ReadonlyArray<unknown>).map(
        (each) => `${String(dig(each, "path"))} ${String(dig(each, "sha"))}`
      )
      expect(shown.sort()).toEqual(paths.split("\n").sort())
      yield* git("", "clone", "-q", "--bare", url("octo/empty", null), "again")
      yield* git("again", "fsck", "--strict")
      expect(yield* git("again", "rev-parse", "HEAD")).toBe(yield* git("new", "rev-parse", "side"))
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("is refused with a new file of a workflow by tokens that may not write one", () =>
    Effect.gen(function* () {
      const space = yield* cloned
      const { at, git, refused, url } = space
      mkdirSync(`${at("web")}/.github/workflows`, { recursive: true })
      yield* commit(space, "web", ".github/workflows/ci.yml")
      const push = (token: string, branch: string) => [
        "push",
        "-q",
        url("octo/web", token),
        `HEAD:refs/heads/${branch}`
      ]
      const what = "to create or update workflow `.github/workflows/ci.yml` without"
      expect(yield* refused("web", ...push("ghp_repo", "a"))).toContain(
        `[remote rejected] HEAD -> a (refusing to allow a Personal Access Token ${what} \`workflow\` scope)`
      )
      expect(yield* refused("web", ...push("ghs_app", "a"))).toContain(
        `[remote rejected] HEAD -> a (refusing to allow a GitHub App ${what} \`workflows\` permission)`
      )
      yield* git("web", ...push("ghs_able", "a"))
      // Another branch has the file now.
      yield* git("web", ...push("ghp_repo", "b"))
      yield* git("web", ...push("ghs_app", "c"))
      yield* commit(space, "web", ".github/workflows/second.yml")
      yield* refused("web", ...push("ghp_repo", "b"))
      yield* git("web", ...push("ghp_workflow", "b"))
      yield* git("web", "rm", "-q", ".github/workflows/ci.yml")
      yield* git("web", "commit", "-q", "-m", "Away")
      yield* git("web", ...push("ghp_repo", "b"))
    }).pipe(Effect.provide(layer), Effect.scoped)
  )
})
