/** Real git against a simulator that is served. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ForgeSimulator, type Handle } from "../../../../src/testing/ForgeSimulator.ts"
import { needsGit } from "../realGit.ts"

const environment = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_AUTHOR_DATE: "1700000000 +0100",
  GIT_COMMITTER_NAME: "C",
  GIT_COMMITTER_EMAIL: "c@example.com",
  GIT_COMMITTER_DATE: "1700000000 +0100"
}

interface Ended {
  readonly code: number
  readonly output: string
  /** What git says to its user. */
  readonly errors: string
}

const run = (directory: string, args: ReadonlyArray<string>, input: string): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const git = spawn("git", [...args], { cwd: directory, env: environment })
    let output = ""
    let errors = ""
    git.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    git.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
    git.on("error", reject)
    git.on("close", (code) => resolve({ code: code ?? 1, output: output.trim(), errors }))
    // Git may end before it has read all of its input.
    git.stdin.on("error", () => {})
    git.stdin.end(input)
  })

export interface Workspace {
  readonly simulator: Handle
  /** A path in the workspace. */
  readonly at: (name: string) => string
  /** Runs git, and returns what it prints. Fails the test unless it exits with 0. */
  readonly git: (directory: string, ...args: ReadonlyArray<string>) => Effect.Effect<string>
  /** Runs git with what it reads. */
  readonly fed: (directory: string, input: string, ...args: ReadonlyArray<string>) => Effect.Effect<string>
  /** Runs git, which is to exit with another code, and returns what it says. */
  readonly refused: (directory: string, ...args: ReadonlyArray<string>) => Effect.Effect<string>
  /** The URL of a repository, with a token: that of the simulator by default, null for none. */
  readonly url: (name: string, token?: string | null) => string
}

/** A directory of its own that goes with the scope, and git in it. */
export const workspace = Effect.gen(function* () {
  needsGit()
  const simulator = yield* ForgeSimulator
  const root = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "forgecast-http-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  const at = (name: string) => join(root, name)
  const ended = (directory: string, input: string, args: ReadonlyArray<string>) =>
    Effect.promise(() => run(at(directory), args, input))
  const fed: Workspace["fed"] = (directory, input, ...args) =>
    Effect.map(ended(directory, input, args), ({ code, errors, output }) => {
      if (code !== 0) throw new Error(`git ${args.join(" ")}: ${code} ${errors}`)
      return output
    })
  const made: Workspace = {
    simulator,
    at,
    fed,
    git: (directory, ...args) => fed(directory, "", ...args),
    refused: (directory, ...args) =>
      Effect.map(ended(directory, "", args), ({ code, errors }) => {
        if (code === 0) throw new Error(`git ${args.join(" ")} was not refused`)
        return errors
      }),
    url: (name, token = simulator.token === null ? null : Redacted.value(simulator.token)) => {
      const url = new URL(`${new URL(simulator.baseUrl).origin}/${name}.git`)
      if (token !== null) Object.assign(url, { username: "anybody", password: token })
      return url.href
    }
  }
  return made
})
