/** Measures contenders against each other, in rounds that take turns. */

/** Does the same task a number of times, one after another. */
export type Contender = (times: number) => Promise<void>

export interface Options {
  /** For how long, warm-up apart. */
  readonly seconds: number
  /** How often a contender does the task in its turn: few, so that a busy machine disturbs all alike. */
  readonly times: number
}

/** What the task took, in milliseconds, by round. */
export interface Taken {
  readonly wall: Array<number>
  /** Of the process, on all its threads: steadier than the wall on a busy machine. */
  readonly cpu: Array<number>
}

/** Rounds that are measured even when the time is over. */
const fewest = 5

export const measure = async <Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  { seconds, times }: Options
): Promise<Record<Name, Taken>> => {
  const names = Object.keys(contenders) as Array<Name>
  const nothing = () =>
    Object.fromEntries(names.map((name) => [name, { wall: [], cpu: [] }])) as unknown as Record<Name, Taken>
  const run = async (until: number, rounds: number): Promise<Record<Name, Taken>> => {
    const taken = nothing()
    for (let round = 0; round < rounds || performance.now() < until; round++) {
      for (const name of names) {
        // What the contender before has left behind is not this one's.
        globalThis.gc?.({ type: "minor" })
        const cpu = process.cpuUsage()
        const start = performance.now()
        await contenders[name](times)
        taken[name].wall.push((performance.now() - start) / times)
        const { system, user } = process.cpuUsage(cpu)
        taken[name].cpu.push((system + user) / 1_000 / times)
      }
    }
    return taken
  }
  await run(performance.now() + seconds * 250, 1)
  return run(performance.now() + seconds * 1_000, fewest)
}

/** Ratios of what was measured in the same round. */
export const ratios = (of: Taken, to: Taken): ReadonlyArray<number> =>
  of.wall.map((value, round) => value / (to.wall[round] ?? Number.NaN))

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 0
    ? ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
    : (sorted[middle] ?? Number.NaN)
}
