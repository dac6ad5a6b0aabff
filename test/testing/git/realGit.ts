/** Real git, to compare with. */
import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { deflateSync } from "node:zlib"
import { onTestFinished, TestRunner } from "vitest"
import { objectsFrom, type RawObject } from "../../../src/testing/internal/git/history.ts"
import type { Objects, Sha } from "../../../src/testing/internal/git/objects.ts"

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
  /** Returns what a command prints. Exit code 1, such as a conflict's, is no failure. */
  readonly run: (args: ReadonlyArray<string>, input?: string | Uint8Array) => string
  /** Copies commits with all that they lead to. */
  readonly load: (objects: Objects, commits: Iterable<Sha>) => void
}

const kinds = { commit: 1, tree: 2, blob: 3, tag: 4 }

/** The file format in which git sends objects. */
const packOf = (objects: ReadonlyArray<RawObject>): Buffer => {
  const head = Buffer.alloc(12)
  head.write("PACK")
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(objects.length, 8)
  const parts = objects.flatMap(({ content, kind }) => {
    const bytes = [(kinds[kind] << 4) | (content.length & 15)]
    for (let rest = content.length >> 4; rest > 0; rest >>= 7) {
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128
      bytes.push(rest & 127)
    }
    return [Buffer.from(bytes), deflateSync(content, { level: 1 })]
  })
  const pack = Buffer.concat([head, ...parts])
  return Buffer.concat([pack, createHash("sha1").update(pack).digest()])
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
      run(["index-pack", "--stdin"], packOf([...objectsFrom(objects, commits)]))
    }
  }
}
