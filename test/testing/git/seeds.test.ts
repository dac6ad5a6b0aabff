import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { beforeEach, onTestFinished } from "vitest"
import type { ContentSeed, RepositorySeed } from "../../../src/testing/ForgeSeed.ts"
import * as SimulatorSeed from "../../../src/testing/SimulatorSeed.ts"
import { emptyWorld, repositoryNamed } from "../../../src/testing/internal/forge/state/model.ts"
import { gitSeedOf } from "../../../src/testing/internal/forge/state/seed/git.ts"
import { plant } from "../../../src/testing/internal/forge/state/seed/plant.ts"
import { commitOf as recordOf, emptyObjects } from "../../../src/testing/internal/git/objects.ts"
import { entryAt } from "../../../src/testing/internal/git/tree.ts"
import { changed, commitOf, random, randomTree } from "./random.ts"
import { needsGit, realGit } from "./realGit.ts"

beforeEach(needsGit)

const temporary = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "forgecast-seed-"))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

const planted = (seed: Omit<RepositorySeed, "owner" | "name">) => {
  const world = emptyWorld()
  const content: ContentSeed = { repositories: [{ owner: "acme", name: "web", ...seed }] }
  plant(world, content, Date.parse("2026-07-01T00:00:00Z"))
  const repository = repositoryNamed(world, "acme/web")
  if (repository === undefined) throw new Error("The repository is missing")
  return { world, repository }
}

const git = (directory: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", ["-C", directory, ...args], {
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Ana Ünal",
      GIT_AUTHOR_EMAIL: "ana@example.com",
      GIT_COMMITTER_NAME: "Ben",
      GIT_COMMITTER_EMAIL: "ben@example.com",
      GIT_AUTHOR_DATE: "2026-01-02T03:04:05-0330",
      GIT_COMMITTER_DATE: "2026-01-02T03:04:05+0530"
    },
    stdio: "pipe"
  }).toString()

/** A real repository with a branch, tags of both kinds, a merge and files of all kinds. */
const realRepository = (): string => {
  const directory = temporary()
  git(directory, "init", "-q", "-b", "trunk")
  writeFileSync(join(directory, "README.md"), "# Größe\n")
  writeFileSync(join(directory, "run.sh"), "exit\n")
  chmodSync(join(directory, "run.sh"), 0o755)
  writeFileSync(join(directory, "image"), Buffer.from([0, 255, 254]))
  mkdirSync(join(directory, "docs"))
  symlinkSync("../README.md", join(directory, "docs/link"))
  git(directory, "add", ".")
  git(directory, "commit", "-qm", "Add files\n\nwith a body")
  git(directory, "tag", "light")
  git(directory, "checkout", "-qb", "feature/x")
  git(directory, "commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "")
  git(directory, "checkout", "-q", "trunk")
  git(directory, "merge", "-q", "--no-ff", "-m", "Merge", "feature/x")
  git(directory, "tag", "-a", "heavy", "-m", "An annotated tag")
  return directory
}

it.effect("seeds a repository from a real one, with its shas", () =>
  Effect.gen(function* () {
    const directory = realRepository()
    const seed = yield* SimulatorSeed.fromGit(directory)
    expect(seed.default_branch).toBe("trunk")
    const { repository, world } = planted(seed)
    const head = git(directory, "rev-parse", "HEAD").trim()
    expect(Object.fromEntries(repository.refs)).toEqual({
      "refs/heads/trunk": head,
      "refs/heads/feature/x": git(directory, "rev-parse", "feature/x").trim(),
      "refs/tags/light": git(directory, "rev-parse", "light").trim(),
      "refs/tags/heavy": head
    })
    const commit = recordOf(world.objects, head)
    expect(commit).toMatchObject({ message: "Merge\n", author: { name: "Ana Ünal", offset: -210 } })
    expect(commit.parents).toHaveLength(2)
    expect(entryAt(world.objects, commit.tree, "docs/link")?.mode).toBe("120000")
    // A snapshot of it is the same seed again.
    expect(planted({ git: gitSeedOf(world, repository), default_branch: "trunk" }).repository.refs).toEqual(
      repository.refs
    )
  })
)

it.effect("writes repositories that git finds without fault", () =>
  Effect.gen(function* () {
    const { repository, world } = planted({
      files: {
        "README.md": "# Web\n",
        "src/a b.ts": "x",
        bin: new Uint8Array([0, 1]),
        run: { content: "", executable: true }
      },
      commits: [{ files: { "README.md": null, été: { symlink: "bin" } }, author: { name: "Ünï", email: "" } }],
      branches: { next: { files: { "src/b": "1" } } },
      tags: { v1: "next" }
    })
    const directory = join(temporary(), "web.git")
    const seed = { git: gitSeedOf(world, repository), default_branch: "main" }
    yield* SimulatorSeed.toGit(directory, seed)
    expect(git(directory, "fsck", "--strict", "--full")).toBe("")
    expect(git(directory, "ls-tree", "-r", "--name-only", "-z", "v1").split("\0")).toEqual([
      "bin",
      "run",
      "src/a b.ts",
      "src/b",
      "été",
      ""
    ])
    const again = yield* SimulatorSeed.fromGit(directory)
    const sorted = ({ objects, refs }: typeof seed.git) => ({ refs, objects: objects.map(String).sort() })
    expect(sorted(again.git)).toEqual(sorted(seed.git))
  })
)

it.effect("seeds an empty repository", () =>
  Effect.gen(function* () {
    const directory = temporary()
    git(directory, "init", "-q", "-b", "main")
    expect(yield* SimulatorSeed.fromGit(directory)).toEqual({ git: { refs: {}, objects: [] }, default_branch: "main" })
  })
)

it.effect("takes a branch for the default one where a commit is checked out", () =>
  Effect.gen(function* () {
    const directory = realRepository()
    git(directory, "checkout", "-q", "--detach")
    expect((yield* SimulatorSeed.fromGit(directory)).default_branch).toBe("feature/x")
  })
)

it.effect("says why a repository cannot be read", () =>
  Effect.gen(function* () {
    const plain = temporary()
    expect(Result.merge(yield* Effect.result(SimulatorSeed.fromGit(plain)))).toMatchObject({
      _tag: "SeedFailed",
      path: plain,
      reason: "not_a_repository"
    })
    const shallow = join(temporary(), "shallow")
    git(plain, "clone", "-q", "--depth=1", `file://${realRepository()}`, shallow)
    expect(Result.merge(yield* Effect.result(SimulatorSeed.fromGit(shallow)))).toMatchObject({ reason: "shallow" })
    const gone = join(plain, "gone")
    expect(Result.merge(yield* Effect.result(SimulatorSeed.fromDirectory(gone)))).toMatchObject({ reason: "files" })
  })
)

it.effect("says that git is missing", () =>
  Effect.gen(function* () {
    const path = process.env["PATH"]
    process.env["PATH"] = "/nowhere"
    const failed = yield* Effect.result(SimulatorSeed.fromGit(".")).pipe(
      Effect.ensuring(Effect.sync(() => void (process.env["PATH"] = path)))
    )
    expect(Result.merge(failed)).toMatchObject({ reason: "git_missing" })
  })
)

it.effect("seeds files from a directory, with their modes, links and bytes", () =>
  Effect.gen(function* () {
    const directory = realRepository()
    expect(yield* SimulatorSeed.fromDirectory(directory)).toEqual({
      files: {
        "README.md": "# Größe\n",
        "run.sh": { content: "exit\n", executable: true },
        image: { base64: "AP/+", executable: false },
        "docs/link": { symlink: "../README.md" }
      }
    })
    const { files } = yield* SimulatorSeed.fromDirectory(directory, { wanted: (path) => path !== "docs" })
    expect(Object.keys(files)).toEqual(["README.md", "image", "run.sh"])
    const { repository, world } = planted(yield* SimulatorSeed.fromDirectory(directory))
    const tip = recordOf(world.objects, repository.refs.get("refs/heads/main") ?? "")
    expect(tip.tree).toBe(git(directory, "rev-parse", "light^{tree}").trim())
  })
)

const base64 = (text: string): string => Buffer.from(text).toString("base64")

it("refuses git seeds that are not whole", () => {
  const sha = "1".repeat(40)
  const commit = `tree ${sha}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nx`
  const refs = { "refs/heads/main": sha }
  const refused = (seed: Required<RepositorySeed>["git"]) => {
    try {
      planted({ git: seed })
    } catch (error) {
      return error instanceof Error ? error.message.replace("The git seed of acme/web is not valid. ", "") : error
    }
    return undefined
  }
  expect(refused({ refs, objects: [] })).toBe(`refs/heads/main points to ${sha}, which is not a commit of the seed`)
  expect(refused({ refs: {}, objects: [["commit", base64(commit)]] })).toMatch(
    /^The object \w{40} refers to 1{40}, which is missing$/
  )
  expect(refused({ refs: {}, objects: [["tree", base64(`100644 a\0${"x".repeat(20)}`)]] })).toMatch("which is missing")
  expect(refused({ refs: {}, objects: [["tree", base64("100644 a\0x")]] })).toBe(
    "The tree has no valid entry at byte 0"
  )
  expect(refused({ refs: {}, objects: [["commit", base64("x")]] })).toBe("The commit's header cannot be read")
  expect(refused({ refs: {}, objects: [["commit", base64(commit.replace("+0000", "+0099"))]] })).toMatch(
    "A commit is written in a way"
  )
  expect(refused({ refs: {}, objects: [["blob", "%"]] })).toBe("A blob is not valid base64: %")
  expect(refused({ refs: { main: sha }, objects: [] })).toMatch("main is not the full name of a ref")
  expect(refused({ refs: { "refs/heads/trunk": sha }, objects: [] })).toMatch("It has no branch main")
})

it("gives random trees the shas that git gives them", () => {
  const real = realGit()
  const objects = emptyObjects()
  const r = random(11)
  let tree = randomTree(r, objects, "open code", 30)
  const commits = [commitOf(objects, tree, [])]
  for (let at = 1; at < 60; at++) {
    tree = changed(r, objects, tree, "open code", 5)
    commits.push(commitOf(objects, tree, commits.slice(-1), at))
  }
  // Git works the shas out anew when it takes the objects in, and refuses trees that are not as it writes them.
  real.load(objects, commits.slice(-1))
  expect(real.run(["fsck", "--strict", "--full"])).toMatch(/^(notice: .*\n|dangling commit \w{40}\n)*$/)
  expect(
    real
      .run(["log", "--format=%H %T", commits.at(-1) ?? ""])
      .trim()
      .split("\n")
  ).toEqual(commits.map((sha) => `${sha} ${recordOf(objects, sha).tree}`).reverse())
})

it("has no commit from before 1970, whatever the clock says", () => {
  const world = emptyWorld()
  const seed: RepositorySeed = {
    owner: "acme",
    name: "web",
    files: { "a.txt": "1" },
    commits: [{ files: { "a.txt": "2" } }, { files: { "a.txt": "3" }, date: "1960-01-01T00:00:00Z" }],
    pulls: [{ title: "Four", head: "four", files: { "a.txt": "4" }, merged: { ago: "1 hour" } }],
    releases: ["v1", "v2"]
  }
  plant(world, { repositories: [seed] }, 0)
  const repository = repositoryNamed(world, "acme/web")
  const main = repository?.refs.get("refs/heads/main") ?? ""
  const real = realGit()
  real.load(world.objects, [main])
  real.run(["update-ref", "refs/heads/main", main])
  expect(real.run(["fsck", "--strict", "--full"])).toMatch(/^(notice: .*\n)*$/)
  expect(real.run(["log", "--format=%ct", main])).toBe("0\n".repeat(5))
})
