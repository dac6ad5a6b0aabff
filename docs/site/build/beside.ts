/** Work in other processes, beside that of this one. */
import { spawn } from "node:child_process"
import * as Path from "node:path"
import { root } from "./site.ts"

const failureOf = (name: string, code: number | null): Error => new Error(`${name} failed: ${code ?? "it was ended"}`)

/** Runs a command, and prints what it prints. */
const run = (command: string, args: ReadonlyArray<string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" })
    child.on("error", reject)
    child.on("close", (code) => (code === 0 ? resolve() : reject(failureOf([command, ...args].join(" "), code))))
  })

/** Runs an npm script of the repository. */
export const script = (name: string): Promise<void> => run("npm", ["run", "--silent", name])

/** Runs a program of this folder. */
export const program = (file: string): Promise<void> => run(process.execPath, [Path.join(import.meta.dirname, file)])

/** Does one thing after the other, as there are few processors. If one fails, those behind it fail, too. */
export const queue = (): (<A>(work: () => Promise<A>) => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next
    // Whoever waits for it gets its failure.
    next.catch(() => undefined)
    return next
  }
}
