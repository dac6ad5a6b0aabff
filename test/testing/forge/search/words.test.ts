import { describe, expect, it } from "@effect/vitest"
import { containing, finderOf, scorerOf, testOfWords, textsOf, weightsIn } from "../../../../src/testing/internal/forge/handlers/issueWords.ts"
import { countersOf, scoreOf, testsOf } from "../../../../src/testing/internal/forge/handlers/query.ts"
import { makeService } from "../../../../src/testing/internal/forge/service.ts"
import type { Issue } from "../../../../src/testing/internal/forge/state/model.ts"

/** A generator of pseudo-random whole numbers below a bound, the same on every run. */
const numbers = () => {
  let state = 11
  return (bound: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % bound
  }
}

/** Words that are alike: with endings, other cases, marks, letters that fold to others, and none at all. */
const vocabulary = [
  ..."rain Rains rained raining raines raın train map_1 map C++ c s es K \u212A a\u017F as maß MASS ΣΑΣ σας σασ İ i Ωmega".split(
    " "
  ),
  ..."ﬁle file FILE x\u0345 xι 日本 日本語 🎉 e\u0301 é É re-run rerun run a.b v1.2.0 constructor __proto__ \uD800".split(
    " "
  )
]

const separators = [" ", " ", "-", ", ", ".", "\n", ""]

const below = numbers()

const oneOf = <A>(all: ReadonlyArray<A>): A => all[below(all.length)] ?? (all[0] as A)

const text = (most: number): string =>
  Array.from({ length: below(most) }, () => oneOf(vocabulary) + oneOf(separators)).join("")

/** A repository with its issues, of which one is enough to make others of. */
const start = () => {
  const { world } = makeService({ repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }] }, 0)
  const [repository] = world.repositories.values()
  const issue = repository?.issues.get(1)
  if (repository === undefined || issue === undefined) throw new Error("The seed has an issue")
  return { issues: repository.issues, issue }
}

type Issues = ReturnType<typeof start>["issues"]

/** The first one is asked again after each change, as the index keeps its latest answers. */
const queries = (): ReadonlyArray<string> => [
  "rain",
  oneOf(vocabulary),
  oneOf(vocabulary).toLowerCase(),
  `${oneOf(vocabulary)} ${oneOf(vocabulary)}`,
  `${oneOf(vocabulary)}${oneOf(separators)}${oneOf(vocabulary)}`.trim()
]

const placesOf = () => oneOf([[], ["title"], ["body"], ["comments"], ["title", "comments"], ["nowhere"]])

/** Compares what the index finds with what a look at all texts finds. Returns how many issues were found. */
const agree = (issues: Issues): number => {
  let found = 0
  for (const word of queries()) {
    const places = placesOf()
    const clauses = [[{ negated: below(4) === 0, name: undefined, values: [word] }]]
    const [naive = () => false] = testsOf<Issue>(clauses, {}, containing(places))
    const weights = weightsIn(issues, places)
    const indexed = testOfWords(weights, clauses)
    const [finds = () => true] = testsOf<Issue>(clauses, {}, containing(places), finderOf(weights))
    const words = [...new Set([word.toLowerCase(), oneOf(vocabulary).toLowerCase()])]
    const score = scorerOf(weights, words)
    for (const issue of issues.values()) {
      const note = [word, places, issue.number]
      const texts = textsOf(issue, places)
      expect([...note, indexed(issue), finds(issue)]).toEqual([...note, naive(issue), naive(issue)])
      expect([...note, words, score(issue)]).toEqual([...note, words, scoreOf(countersOf(words), texts)])
      if (naive(issue)) found++
    }
  }
  return found
}

describe("the index of words", () => {
  it("finds and counts what a look at all texts does, whatever changes between the searches", () => {
    const { issue, issues } = start()
    const comment = { id: 1, user: null, reactions: [], minimized: null, created_at: 0, updated_at: 0 }
    const change = (number: number) => {
      const known = issues.get(number) ?? issue
      const changed = oneOf<Partial<Issue>>([
        { title: text(4) },
        { body: below(4) === 0 ? null : text(8) },
        { comments: Array.from({ length: below(3) }, () => ({ ...comment, body: text(5) })) },
        { locked: true }
      ])
      if (below(6) === 0) issues.delete(number)
      else issues.set(number, { ...known, number, ...changed })
    }
    let found = 0
    for (let round = 0; round < 300; round++) {
      for (let changes = below(6); changes > 0; changes--) change(1 + below(25) * (below(9) === 0 ? 1_000_000 : 1))
      found += agree(issues)
    }
    expect(found).toBeGreaterThan(1000)
  })

  it("is made anew after many changes at once", () => {
    const { issue, issues } = start()
    const fill = () => {
      for (let number = 1; number <= 1200; number++) issues.set(number, { ...issue, number, title: text(4) })
    }
    fill()
    agree(issues)
    fill()
    for (let number = 1; number <= 1200; number += 3) issues.delete(number)
    expect(agree(issues)).toBeGreaterThan(0)
  })
})
