/** What real git gets of a served simulator. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SimulatorServer from "../../../../src/testing/node.ts"
import type { Seed } from "../../../../src/testing/ForgeSimulator.ts"
import { dig } from "../../forge/support.ts"
import { workspace } from "./support.ts"

const seed: Seed = {
  users: [{ login: "octo" }, { login: "other" }],
  tokens: { ghp_octo: "octo", ghp_other: "other" },
  repositories: [
    {
      owner: "octo",
      name: "web",
      files: { "README.md": "# Web\n", "src/a.ts": "a\n", "bin/run": { content: "#!/bin/sh\n", executable: true } },
      commits: [1, 2, 3, 4].map((number) => ({
        message: `Change ${number}`,
        files: { [`docs/${number}.md`]: `${number}\n` },
        date: `2026-01-0${number}T00:00:00Z`
      })),
      branches: { topic: { files: { "src/b.ts": "b\n" } } },
      tags: { v1: "main~2" },
      pulls: [{ head: "topic", title: "Add b" }]
    },
    { owner: "octo", name: "secret", private: true, files: { a: "a\n" } }
  ]
}

const layer = SimulatorServer.layerForge(seed)

const subjects = ["log", "--format=%s"] as const

describe.each(["0", "2"])("version %s of the protocol", (version) => {
  const v = ["-c", `protocol.version=${version}`] as const

  it.live("clones all that the API shows, and fetches what it changes", () =>
    Effect.gen(function* () {
      const { git, simulator, url } = yield* workspace
      yield* git("", ...v, "clone", "-q", url("octo/web", null), "web")
      const first = yield* simulator.repository("octo/web")
      expect(yield* git("web", "rev-parse", "origin/main", "origin/topic", "v1")).toBe(
        [first.branches["main"], first.branches["topic"], first.tags["v1"]].join("\n")
      )
      expect(yield* git("web", "ls-tree", "-r", "--format=%(objectmode) %(path)", "main")).toContain("100755 bin/run")
      yield* simulator.as("octo", "PUT /repos/octo/web/contents/new.md", {
        message: "Add a file",
        content: "bmV3Cg=="
      })
      const made = yield* simulator.as("octo", "POST /repos/octo/web/git/tags", {
        tag: "v2",
        message: "Two",
        object: first.branches["main"],
        type: "commit"
      })
      const sha = typeof made === "object" && made !== null && "sha" in made ? made.sha : undefined
      yield* simulator.as("octo", "POST /repos/octo/web/git/refs", { ref: "refs/tags/v2", sha })
      yield* git("web", ...v, "pull", "-q")
      expect(yield* git("web", ...subjects, "-1")).toBe("Add a file")
      expect(yield* git("web", "show", "HEAD:new.md")).toBe("new")
      expect(yield* git("web", "rev-parse", "v2", "v2^{commit}")).toBe(`${String(sha)}\n${first.branches["main"]}`)
      yield* git("web", ...v, "fetch", "-q", "origin", "refs/pull/1/head:head", "refs/pull/1/merge:merge")
      expect(yield* git("web", "rev-parse", "head", "merge^2")).toBe(
        `${first.branches["topic"]}\n${first.branches["topic"]}`
      )
      expect(yield* git("web", "rev-parse", "merge^1")).toBe(yield* git("web", "rev-parse", "origin/main"))
      expect((yield* git("web", ...v, "ls-remote", "--symref")).split("\n")[0]).toBe("ref: refs/heads/main\tHEAD")
      yield* git("web", "fsck", "--strict")
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("clones the last commits, and deepens", () =>
    Effect.gen(function* () {
      const { git, url } = yield* workspace
      const has = () => Effect.map(git("web", ...subjects), (log) => log.split("\n").length)
      const deepened = (option: string) => Effect.andThen(git("web", ...v, "fetch", "-q", option), has())
      yield* git("", ...v, "clone", "-q", "--depth=1", "--no-single-branch", url("octo/web", null), "web")
      expect(yield* has()).toBe(1)
      expect(yield* deepened("--deepen=1")).toBe(2)
      expect(yield* deepened("--shallow-since=2026-01-02T00:00:00Z")).toBe(3)
      expect(yield* deepened("--depth=4")).toBe(4)
      expect(yield* deepened("--unshallow")).toBe(5)
      yield* git("web", "fsck", "--strict")
      yield* git("", ...v, "clone", "-q", "--shallow-exclude=v1", url("octo/web", null), "rest")
      expect(yield* git("rest", ...subjects)).toBe("Change 4\nChange 3")
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("leaves out files until they are needed", () =>
    Effect.gen(function* () {
      const { git, url } = yield* workspace
      yield* git("", ...v, "clone", "-q", "--filter=blob:none", "--no-checkout", url("octo/web", null), "web")
      const lost = () => git("web", "rev-list", "--objects", "--all", "--missing=print")
      expect((yield* lost()).match(/^\?/gm)).toHaveLength(8)
      yield* git("web", ...v, "checkout", "-q", "v1")
      expect(yield* git("web", "status", "--porcelain")).toBe("")
      expect((yield* lost()).match(/^\?/gm)).toHaveLength(3)
      yield* git("web", "fsck", "--strict")
      yield* git("", ...v, "clone", "-q", "--filter=tree:0", url("octo/web", null), "bare", "--bare")
      expect(yield* git("bare", ...v, "show", "main:docs/4.md")).toBe("4")
    }).pipe(Effect.scoped, Effect.provide(layer))
  )
})

describe("access", () => {
  it.live("is refused in the service's words", () =>
    Effect.gen(function* () {
      const { git, refused, simulator, url } = yield* workspace
      const asked = (name: string, token: string | null) => refused("", "ls-remote", url(name, token))
      expect(yield* asked("octo/secret", null)).toContain("terminal prompts disabled")
      expect(yield* asked("octo/none", null)).toContain("terminal prompts disabled")
      expect(yield* asked("octo/secret", "ghp_other")).toContain("remote: Repository not found.")
      expect(yield* asked("octo/secret", "ghp_none")).toContain("remote: Invalid username or token.")
      expect(yield* git("", "ls-remote", url("octo/secret", "ghp_octo"), "main")).toMatch(
        /^[\da-f]{40}\trefs\/heads\/main$/
      )
      yield* simulator.rename("octo/secret", "octo/hidden")
      expect(yield* git("", "ls-remote", url("octo/secret", "ghp_octo"), "main")).toMatch(/refs\/heads\/main$/)
      const { href, origin } = new URL(url("octo/web", null))
      const answer = (path: string, init?: RequestInit) =>
        Effect.promise(() => fetch(path, init)).pipe(Effect.map(({ status }) => status))
      expect(yield* answer(`${href}/info/refs`)).toBe(403)
      expect(yield* answer(`${origin}/octo/web.git/info/lfs/objects/batch`, { method: "POST" })).toBe(501)
      expect(yield* answer(`${origin}/octo/web`)).toBe(501)
    }).pipe(Effect.scoped, Effect.provide(layer))
  )
})

it.live("fetches the merge of a pull request that the API has made before", () =>
  Effect.gen(function* () {
    const { git, simulator, url } = yield* workspace
    const pull = () => simulator.as("acme", "GET /repos/acme/web/pulls/1")
    // The first look lets the service work out whether it can be merged.
    yield* pull()
    const sha = dig(yield* pull(), "merge_commit_sha")
    yield* git("", "clone", "-q", url("acme/web"), "web")
    yield* git("web", "fetch", "-q", "origin", "refs/pull/1/merge")
    expect(yield* git("web", "rev-parse", "FETCH_HEAD")).toBe(sha)
  }).pipe(
    Effect.scoped,
    Effect.provide(
      SimulatorServer.layerForge({
        repositories: [
          { owner: "acme", name: "web", files: { a: "A" }, pulls: [{ title: "B", head: "b", files: { b: "B" } }] }
        ]
      })
    )
  )
)
