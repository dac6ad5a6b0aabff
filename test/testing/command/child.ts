/** The command as a process of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { onTestFinished } from "vitest"
import { bundled } from "../../bundled.ts"

const main = await bundled("src/testing/internal/node/command/main.ts")

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Child {
  readonly process: ChildProcessWithoutNullStreams
  readonly output: () => string
  readonly errors: () => string
  readonly ended: Promise<Ended>
}

/** Starts the command, which ends with the test at the latest. */
export const startCommand = (args: ReadonlyArray<string>, input = ""): Child => {
  const child = spawn(process.execPath, [main, ...args])
  onTestFinished(() => void child.kill("SIGKILL"))
  let output = ""
  let errors = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()))
  child.stdin.end(input)
  const ended = new Promise<Ended>((resolve) => child.on("close", (code, signal) => resolve({ code, signal })))
  return { process: child, output: () => output, errors: () => errors, ended }
}

/** Runs the command to its end. */
export const runCommand = async (args: ReadonlyArray<string>, input = "") => {
  const child = startCommand(args, input)
  const { code } = await child.ended
  return { code, output: child.output(), errors: child.errors() }
}

export interface Served {
  readonly child: Child
  readonly api: string
  readonly uploads: string
  readonly storage: string
  readonly token: string
  readonly ca?: string
  readonly listensOn?: string
}

/** Starts the command, and waits until it serves. */
export const serve = async (args: ReadonlyArray<string>, input = ""): Promise<Served> => {
  const child = startCommand(["--json", ...args], input)
  const line = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const [first, second] = child.output().split("\n")
      if (first !== undefined && second !== undefined) resolve(first)
    }
    child.process.stdout.on("data", look)
    void child.ended.then(() => reject(new Error(`The command has ended: ${child.errors()}`)))
  })
  return { child, ...(JSON.parse(line) as Omit<Served, "child">) }
}

/** Ends the command by a signal. */
export const stop = async ({ child }: Served, signal: NodeJS.Signals): Promise<Ended> => {
  child.process.kill(signal)
  return child.ended
}

/** A directory that is removed after the test. */
export const directory = (): string => {
  const made = Fs.mkdtempSync(Path.join(tmpdir(), "forgecast-command-"))
  onTestFinished(() => Fs.rmSync(made, { recursive: true, force: true }))
  return made
}

/** Writes a file of JSON, or of text as it is. */
export const write = (path: string, content: unknown): string => {
  Fs.writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content))
  return path
}
