/**
 * How deep tests go that try many cases: `DEPTH` in the environment is `whole` in CI and `sample` in the quick tests, and
 * `npm test` is between them.
 */
export const depth: "whole" | "usual" | "sample" =
  process.env["DEPTH"] === "whole" ? "whole" : process.env["DEPTH"] === "sample" ? "sample" : "usual"

/** Some of many cases that are alike: all of them at whole depth, else each third or tenth. */
export const sampled = <A>(cases: ReadonlyArray<A>): ReadonlyArray<A> =>
  cases.filter((_, index) => index % { whole: 1, usual: 3, sample: 10 }[depth] === 0)

/** How many runs of a property, of those that CI has. */
export const runs = (whole: number): number => Math.ceil(whole / { whole: 1, usual: 3, sample: 10 }[depth])
