/** Work in other processes, at the same time as in this one. */
import { spawn } from "node:child_process"
import * as Path from "node:path"
import { root } from "./site.ts"

const failureOf = (name: string, code: number | null): Error => new Error(`${name} failed: ${code ?? "it was ended"}`)

/** Runs a program of this folder, and prints what it prints. */
export const program = (file: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const args = [...process.execArgv, Path.join(import.meta.dirname, file)]
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" })
    child.on("error", reject)
    child.on("close", (code) => (code === 0 ? resolve() : reject(failureOf(file, code))))
  })

/** Does something after all that it was given before. If one fails, the later ones fail, too. */
export type Queue = <A>(work: () => Promise<A>) => Promise<A>

/** One thing after the other, as there are few processors. */
export const queue = (): Queue => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next
    // Its failure reaches those who wait for it.
    next.catch(() => undefined)
    return next
  }
}
