/** What the service says about a random history, compared with what git says about its export. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeAll, beforeEach, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { afterAll } from "vitest"
import * as SimulatorSeed from "../../../../src/testing/SimulatorSeed.ts"
import { gitSeedOf } from "../../../../src/testing/internal/forge/state/seed/git.ts"
import { emptyTree } from "../../../../src/testing/internal/git/objects.ts"
import { random } from "../../git/random.ts"
import { gitIn, needsGit } from "../../git/realGit.ts"
import { runs } from "../../../depth.ts"
import { dig } from "../support.ts"
import { makeRun } from "./run.ts"

const seed = fc.readConfigureGlobal().seed ?? 1
const r = random(seed)
const run = makeRun(r)
const directory = mkdtempSync(join(tmpdir(), "forgecast-history-"))
const git = gitIn(directory)

afterAll(() => rmSync(directory, { recursive: true }))
beforeEach(needsGit)

const lines = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

const list = (json: unknown, ...path: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const found = dig(json, ...path)
  if (!Array.isArray(found)) throw new Error(`There is no list: ${JSON.stringify(json)}`)
  return found
}

/** A text of an answer; empty if there is none. */
const text = (json: unknown, ...path: ReadonlyArray<string>): string => {
  const found = dig(json, ...path)
  return typeof found === "string" ? found : typeof found === "number" ? found.toString() : ""
}

/** All items of a listing. */
const all = (path: string): ReadonlyArray<unknown> => {
  const items: Array<unknown> = []
  for (let page = 1; ; page++) {
    const found = list(run.done([200], `GET ${path}${path.includes("?") ? "&" : "?"}per_page=100&page=${page}`).json)
    items.push(...found)
    if (found.length < 100) return items
  }
}

const shas = (path: string): unknown => dig(all(path), "*", "sha")

const quoted = ["-c", "core.quotePath=false"]

/** Counts of lines and names of files, as both have them. */
const numstat = (...range: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parts = git([...quoted, "diff", "--numstat", "-M", "-z", ...range]).split("\0")
  const found: Array<string> = []
  for (let part = parts.shift(); part !== undefined && part !== ""; part = parts.shift()) {
    const [added, removed, name = ""] = part.split("\t")
    const names = name === "" ? [parts.shift(), parts.shift()] : [name]
    found.push([added, removed, ...names].join(" "))
  }
  return found
}

const filesOf = (json: unknown): ReadonlyArray<string> =>
  list(json, "files").map((file) =>
    ["additions", "deletions", "previous_filename", "filename"].flatMap((name) => text(file, name) || []).join(" ")
  )

const treeOf = (commit: string): string => git(["rev-parse", `${commit}^{tree}`]).trim()

beforeAll(async () => {
  for (let step = 0; step < 400; step++) run.step()
  const { refs, ...repository } = run.repository()
  // Keeps what no ref leads to any more.
  const kept = run.merges.map(({ head }, index) => [`refs/kept/${index}`, head] as const)
  const exported = gitSeedOf(run.world, { ...repository, refs: new Map([...refs, ...kept]) })
  await Effect.runPromise(SimulatorSeed.toGit(directory, { git: exported, default_branch: "main" }))
})

describe(`a random history (SEED=${seed})`, () => {
  it("has merges of each kind, and conflicts", () => {
    const clean = run.merges.filter(({ sha }) => sha !== undefined)
    expect(new Set(clean.map(({ method }) => method))).toEqual(new Set(["merge", "squash", "rebase"]))
    expect(clean.length).toBeGreaterThan(10)
    expect(run.merges.length).toBeGreaterThan(clean.length)
  })

  it("is without fault for git", () => {
    const { status, stderr } = spawnSync("git", ["fsck", "--strict", "--full", "--no-progress"], { cwd: directory })
    expect([status, stderr.toString()]).toEqual([0, ""])
  })

  it("lists refs and commits as git does", () => {
    // The refs of pull requests are the service's own.
    const refs = list(run.done([200], "GET /git/matching-refs/").json)
      .filter((ref) => !text(ref, "ref").startsWith("refs/pull/"))
      .map((ref) => `${text(ref, "object", "sha")} ${text(ref, "ref")}`)
    expect(refs).toEqual(lines(git(["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/tags"])))
    for (const branch of run.branches) {
      expect(shas(`/commits?sha=${encodeURIComponent(branch)}`)).toEqual(lines(git(["log", "--format=%H", branch])))
    }
    for (const path of ["src", "src/a.ts", "README.md", "moved", "bin", "new-1.txt"]) {
      expect(shas(`/commits?path=${path}`)).toEqual(lines(git(["log", "--format=%H", "main", "--", path])))
    }
  })

  it("tells of each commit what git tells", () => {
    const format = ["%H", "%T", "%P", "%an", "%ae", "%at", "%cn", "%ce", "%ct", "%B"].join("%x01")
    const real = git(["log", `--format=${format}%x02`, "main"])
      .split("\x02\n")
      .filter((record) => record !== "")
    const seconds = (json: unknown, role: string) => Date.parse(text(json, "commit", role, "date")) / 1000
    const logged = all("/commits").map((json) =>
      [
        dig(json, "sha"),
        dig(json, "commit", "tree", "sha"),
        list(dig(json, "parents", "*", "sha")).join(" "),
        ...["author", "committer"].flatMap((role) => [
          dig(json, "commit", role, "name"),
          dig(json, "commit", role, "email"),
          seconds(json, role)
        ]),
        dig(json, "commit", "message")
      ].join("\x01")
    )
    expect(logged.map((record) => record.trim())).toEqual(real.map((record) => record.trim()))
  })

  it("counts lines of commits and finds renames as git does", () => {
    let renames = 0
    for (const sha of lines(git(["log", "--format=%H", "-n", "60", "--branches"]))) {
      const { json } = run.done([200], `GET /commits/${sha}`)
      const [parent] = list(json, "parents")
      const files = numstat(text(parent, "sha") || emptyTree, sha)
      expect(filesOf(json)).toEqual(files)
      renames += list(json, "files").filter((file) => dig(file, "status") === "renamed").length
    }
    expect(renames).toBeGreaterThan(0)
  })

  it("compares branches as git does", () => {
    for (let round = 0; round < runs(40); round++) {
      const [base, head] = [r.pick(run.branches), r.pick(run.branches)]
      const path = `/compare/${encodeURIComponent(base)}...${encodeURIComponent(head)}`
      const { json } = run.done([200], `GET ${path}`)
      const [ahead, behind] = [`${base}..${head}`, `${head}..${base}`].map((range) =>
        Number(git(["rev-list", "--count", range]))
      )
      expect([dig(json, "ahead_by"), dig(json, "behind_by")]).toEqual([ahead, behind])
      const mergeBase = text(json, "merge_base_commit", "sha")
      expect(lines(git(["merge-base", "--all", base, head]))).toContain(mergeBase)
      expect(dig(json, "commits", "*", "sha")).toEqual(
        lines(git(["rev-list", "--topo-order", "--reverse", `${base}..${head}`])).slice(-250)
      )
      expect(filesOf(json)).toEqual(numstat(mergeBase, head))
      const diff = run.done([200], `GET ${path}`, undefined, "application/vnd.github.diff").text
      expect(diff).toBe(git(["diff", "-M", "--abbrev=7", mergeBase, head]))
    }
  })

  it("has the merges that git makes, and the conflicts that git finds", () => {
    for (const { base, head, method, sha } of run.merges) {
      if (method === "rebase") continue
      // The service does not guess that files moved because others of their directory did.
      const merge = ["-c", "merge.directoryRenames=false", "merge-tree", "--write-tree", "--no-messages", base, head]
      const [tree = "", ...conflicts] = lines(git(merge))
      const expected = conflicts.length > 0 ? undefined : tree
      expect([method, sha && treeOf(sha)]).toEqual([method, expected])
    }
  })

  it("has the rebases that git makes", () => {
    const options = ["--empty=keep", "--reapply-cherry-picks", "--no-fork-point", "--quiet"]
    const worktree = join(directory, "worktree")
    git(["worktree", "add", "--detach", worktree, "main"])
    const inside = gitIn(worktree)
    for (const { base, head, method, sha } of run.merges) {
      if (method !== "rebase") continue
      inside(["checkout", "--quiet", "--detach", head])
      inside(["-c", "merge.directoryRenames=false", "rebase", ...options, base])
      const isClean = inside(["status", "--porcelain"]) === ""
      const logged = (tip: string) => inside(["log", "--format=%T %an %ae %at %B", `${base}..${tip}`])
      expect(sha && logged(sha)).toBe(isClean ? logged("HEAD") : undefined)
      if (!isClean) inside(["rebase", "--abort"])
    }
  })
})
