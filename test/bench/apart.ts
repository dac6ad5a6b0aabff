/**
 * Contenders in separate processes, so that the garbage of one, and what the engine has learned about shared code, does
 * not affect the next.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { type Contender, type Cost, timed } from "./measure.ts"

/**
 * Runs with contenders, each one process or several of the same module, which get its name, and ends them afterwards.
 * Several take turns.
 */
export const apart = async <Name extends string, A>(
  module: string,
  names: ReadonlyArray<Name>,
  args: ReadonlyArray<string>,
  use: (contenders: Record<Name, Contender>) => Promise<A>,
  copies = 1
): Promise<A> => {
  const processes: Array<ChildProcess> = []
  const start = (name: Name): Contender => {
    const started = fork(module, [name, ...args], { execArgv: [] })
    processes.push(started)
    const failed = ended(started, name)
    // It also ends after the last turn, when nobody awaits it any more.
    failed.catch(() => {})
    return async (times) => {
      const reported = Promise.race([once(started, "message"), failed])
      started.send(times)
      const [cost] = (await reported) as [Cost]
      return cost
    }
  }
  try {
    const contenders = names.map((name) => [name, inTurns(Array.from({ length: copies }, () => start(name)))] as const)
    return await use(Object.fromEntries(contenders) as Record<Name, Contender>)
  } finally {
    for (const each of processes) if (each.connected) each.disconnect()
  }
}

const inTurns = (contenders: ReadonlyArray<Contender>): Contender => {
  let turn = 0
  // The cast is safe: there is at least one.
  return (times) => (contenders[turn++ % contenders.length] as Contender)(times)
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
