/** Real git, to compare with. */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished, TestRunner } from "vitest"
import { objectsFrom } from "../../../src/testing/internal/git/history.ts"
import type { Objects, Sha } from "../../../src/testing/internal/git/objects.ts"
import { writePack } from "../../../src/testing/internal/git/wire/packWriter.ts"

const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "C",
  GIT_COMMITTER_EMAIL: "c@example.com"
}

export interface RealGit {
  readonly directory: string
  /** Returns what a command prints. Exit code 1, such as a conflict's, is not a failure. */
  readonly run: (args: ReadonlyArray<string>, input?: string | Uint8Array) => string
  /** Copies commits with all that they lead to. */
  readonly load: (objects: Objects, commits: Iterable<Sha>) => void
}

const hasGit = spawnSync("git", ["--version"]).status === 0

/** Skips the test that runs where git is missing, and says so. In CI, no test is skipped. */
export const needsGit = (): void => {
  if (hasGit || process.env["CI"] !== undefined) return
  TestRunner.getCurrentTest()?.context.skip("git is not installed")
}

/** Runs git in a directory. */
export const gitIn =
  (directory: string): RealGit["run"] =>
  (args, input) => {
    try {
      return execFileSync("git", [...args], {
        cwd: directory,
        env: environment,
        input,
        maxBuffer: 2 ** 28,
        stdio: ["pipe", "pipe", "pipe"]
      }).toString()
    } catch (error) {
      if (error instanceof Error && "status" in error && error.status === 1 && "stdout" in error)
        return String(error.stdout)
      throw error
    }
  }

/** Makes a bare repository for the test that runs. */
export const realGit = (): RealGit => {
  needsGit()
  const directory = mkdtempSync(join(tmpdir(), "forgecast-git-"))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const run = gitIn(directory)
  run(["init", "-q", "--bare", "-b", "main"])
  return {
    directory,
    run,
    load: (objects, commits) => {
      const all = [...objectsFrom(objects, commits)]
      run(["index-pack", "--stdin"], writePack(all, all.length))
    }
  }
}
