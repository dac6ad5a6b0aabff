/** What a run counts, and the promises that it found broken. */

export interface Tally {
  calls: number
  requests: number
  /** Milliseconds of the slowest call. */
  slowest: number
  /** How calls ended: `success`, `interrupted`, or the tag of an error. */
  readonly ends: Map<string, number>
  /** How often each kind of fault hit. */
  readonly faults: Map<string, number>
  readonly violations: Array<string>
}

export const makeTally = (): Tally => ({
  calls: 0,
  requests: 0,
  slowest: 0,
  ends: new Map(),
  faults: new Map(),
  violations: []
})

export const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

const table = (title: string, counts: ReadonlyMap<string, number>): string =>
  [
    title,
    ...[...counts].toSorted(([, a], [, b]) => b - a).map(([name, n]) => `  ${name.padEnd(32)}${String(n).padStart(8)}`)
  ].join("\n")

export interface Figures {
  readonly seed: number
  readonly seconds: number
  readonly rounds: number
  readonly heap: string
}

export const summary = ({ calls, ends, faults, requests, slowest, violations }: Tally, figures: Figures): string => {
  const hits = [...faults.values()].reduce((sum, n) => sum + n, 0)
  const totals = new Map([
    ["seed", figures.seed],
    ["seconds", figures.seconds],
    ["rounds", figures.rounds],
    ["calls", calls],
    ["requests", requests],
    ["slowest call, ms", Math.round(slowest)],
    ["faults that hit", hits],
    ["kinds of faults", faults.size],
    ["violations", violations.length]
  ])
  return [
    table("How calls ended", ends),
    table("Faults", faults),
    ["Soak", ...[...totals].map(([name, n]) => `  ${name.padEnd(32)}${String(n).padStart(8)}`)].join("\n"),
    `  ${figures.heap}`
  ].join("\n\n")
}
