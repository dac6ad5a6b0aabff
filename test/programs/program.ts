/** Runs programs of other people in folders of their own, with nothing of this machine's settings. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"

/** Whether tests of a program of the system are skipped: nowhere in CI. */
export const lacks = (command: string, ...args: ReadonlyArray<string>): boolean =>
  process.env["CI"] === undefined && spawnSync(command, args).status !== 0

/** The path of a file of an installed npm package. */
export const packaged = (path: string): string => Path.join(import.meta.dirname, "node_modules", path)

export interface Ran {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

interface Options {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** What a program sees of this machine. */
const surroundings = (cwd: string): Readonly<Record<string, string>> => ({
  PATH: `${Path.dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
  HOME: cwd,
  LANG: "C.UTF-8",
  TZ: "UTC",
  NO_COLOR: "1",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "Octo",
  GIT_AUTHOR_EMAIL: "octo@example.com",
  GIT_COMMITTER_NAME: "Octo",
  GIT_COMMITTER_EMAIL: "octo@example.com"
})

/** Runs a program to its end. */
export const run = (command: string, args: ReadonlyArray<string>, { cwd, env, input }: Options): Effect.Effect<Ran> =>
  Effect.callback<Ran>((resume) => {
    const child = spawn(command, args, { cwd, env: { ...surroundings(cwd), ...env } })
    let output = ""
    let errors = ""
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
    child.on("error", (error) => resume(Effect.die(error)))
    // A program may end before it has read its input.
    child.stdin.on("error", () => {})
    child.stdin.end(input)
    child.on("close", (code) => resume(Effect.succeed({ code, output, errors })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Starts a program that the scope ends, and waits until it has printed a text. */
export const start = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd, env }: Options,
  ready: string
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<ChildProcess>((resume) => {
      const child = spawn(command, args, { cwd, env: { ...surroundings(cwd), ...env } })
      let output = ""
      const note = (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes(ready)) resume(Effect.succeed(child))
      }
      child.stdout.on("data", note)
      child.stderr.on("data", note)
      child.on("close", () => resume(Effect.die(new Error(`${command} ${args.join(" ")} has ended: ${output}`))))
    }),
    (child) =>
      Effect.callback<void>((resume) => {
        if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
        child.on("close", () => resume(Effect.void))
        child.kill("SIGKILL")
      })
  ).pipe(Effect.asVoid)

/** Runs git, which is to succeed, and returns what it prints. */
export const git = (cwd: string, ...args: ReadonlyArray<string>): Effect.Effect<string> =>
  Effect.map(run("git", args, { cwd }), ({ code, errors, output }) => {
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${code} ${errors}`)
    return output.trim()
  })

/** Clones a repository of a served simulator into a folder, with a token that later pushes have too. */
export const cloneOf = (simulator: ForgeSimulator["Service"], name: string, into: string): Effect.Effect<string> => {
  const url = new URL(`${new URL(simulator.baseUrl).origin}/${name}.git`)
  Object.assign(url, { username: "anybody", password: tokenOf(simulator) })
  const folder = Path.join(into, Path.basename(name))
  return Effect.as(git(into, "clone", "-q", url.href, folder), folder)
}

/** The token of a served simulator, which is made up for this run. */
export const tokenOf = ({ token }: ForgeSimulator["Service"]): string => (token === null ? "" : Redacted.value(token))

/**
 * The requests that a simulator has refused or does not serve, for the message of a test that fails. Git asks without
 * credentials first.
 */
export const refusals = (simulator: ForgeSimulator["Service"]): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(simulator.requests, (requests) =>
    requests
      .filter(({ path, status }) => (status ?? 500) >= 400 && !(status === 401 && path.endsWith("/info/refs")))
      .map(({ method, path, status }) => `${method} ${path} ${status}`)
  )
