/** Measures contenders against each other, in rounds in which they take turns. */

/** The cost of one turn, in milliseconds a task. */
export interface Cost {
  readonly wall: number
  /** Of the process, on all its threads: steadier than wall time on a busy machine. */
  readonly cpu: number
}

/** Does the same task a number of times, one after another. */
export type Contender = (times: number) => Promise<Cost>

export interface Options {
  /** Duration of the measurement, without warm-up. */
  readonly seconds: number
  /** How often a contender runs the task in its turn: few, so that the machine's load affects all alike. */
  readonly times: number
}

/** The cost of the task, by round. */
export type Taken = ReadonlyArray<Cost>

/** Rounds that are measured even when the time is up. */
const fewest = 5

/** A contender in this process. */
export const timed =
  (work: (times: number) => Promise<void>): Contender =>
  async (times) => {
    // Collects the garbage of the previous contender.
    globalThis.gc?.({ type: "minor" })
    const cpu = process.cpuUsage()
    const start = performance.now()
    await work(times)
    const wall = performance.now() - start
    const { system, user } = process.cpuUsage(cpu)
    return { wall: wall / times, cpu: (system + user) / 1_000 / times }
  }

export const measure = async <Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  { seconds, times }: Options
): Promise<Record<Name, Taken>> => {
  const names = Object.keys(contenders) as Array<Name>
  const run = async (until: number, rounds: number): Promise<Record<Name, Taken>> => {
    const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Array<Cost>>
    for (let round = 0; round < rounds || performance.now() < until; round++) {
      // Each goes first as often as the others, and follows each of them.
      const order = names.map((_, place) => names[(round + place) % names.length] as Name)
      for (const name of order) taken[name].push(await contenders[name](times))
    }
    return taken
  }
  await run(performance.now() + seconds * 500, 1)
  return run(performance.now() + seconds * 1_000, fewest)
}

/** Ratios of two contenders, round by round: of wall time, or of the CPU time of their processes. */
export const ratios = (of: Taken, to: Taken, cost: keyof Cost = "wall"): ReadonlyArray<number> =>
  of.map((mine, round) => mine[cost] / (to[round]?.[cost] ?? Number.NaN))

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 0
    ? ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
    : (sorted[middle] ?? Number.NaN)
}
