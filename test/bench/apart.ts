/**
 * Contenders in separate processes, so that the garbage of one, and what the engine has learned about shared code, does
 * not affect the next.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { type Contender, type Cost, timed } from "./measure.ts"

/** Runs with contenders, each a process of the same module that gets its name, and ends them afterwards. */
export const apart = async <Name extends string, A>(
  module: string,
  names: ReadonlyArray<Name>,
  args: ReadonlyArray<string>,
  use: (contenders: Record<Name, Contender>) => Promise<A>
): Promise<A> => {
  const processes = names.map((name) => fork(module, [name, ...args], { execArgv: [] }))
  try {
    const contenders = names.map((name, i): [Name, Contender] => {
      const contender = processes[i]
      const failed = contender && ended(contender, name)
      // It also ends after the last turn, when nobody awaits it any more.
      failed?.catch(() => {})
      return [
        name,
        async (times) => {
          if (contender === undefined) throw new Error(`no process for ${name}`)
          const reported = Promise.race([once(contender, "message"), failed])
          contender.send(times)
          const [cost] = (await reported) as [Cost]
          return cost
        }
      ]
    })
    return await use(Object.fromEntries(contenders) as Record<Name, Contender>)
  } finally {
    for (const contender of processes) if (contender.connected) contender.disconnect()
  }
}

const ended = async (contender: ChildProcess, name: string): Promise<never> => {
  await once(contender, "exit")
  throw new Error(`${name} has failed`)
}

/** The child's side: takes its turns until the parent disconnects. */
export const takeTurns = (work: (times: number) => Promise<void>): void => {
  const contender = timed(work)
  process.on("message", (times: number) => void contender(times).then((cost) => process.send?.(cost)))
  process.once("disconnect", () => process.exit())
}
