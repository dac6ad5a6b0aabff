import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { makeForge } from "../../../../src/testing/internal/forge/handle.ts"
import {
  containing,
  finderOf,
  scorerOf,
  testOfWords,
  textsOf,
  weightsIn
} from "../../../../src/testing/internal/forge/handlers/issueWords.ts"
import { countersOf, scoreOf, testsOf } from "../../../../src/testing/internal/forge/handlers/query.ts"
import { makeService } from "../../../../src/testing/internal/forge/service.ts"
import { partsOf } from "../../../../src/testing/internal/forge/state/tokens.ts"
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

const comment = { id: 1, user: null, reactions: [], minimized: null, created_at: 0, updated_at: 0 }

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
    const counters = countersOf(words)
    for (const issue of issues.values()) {
      const texts = textsOf(issue, places)
      const [isFound, own] = [naive(issue), scoreOf(counters, texts)]
      if (indexed(issue) !== isFound || finds(issue) !== isFound || score(issue) !== own) {
        const note = { word, words, places, number: issue.number, texts }
        const answered = { indexed: indexed(issue), finds: finds(issue), score: score(issue) }
        expect({ ...note, ...answered }).toEqual({ ...note, indexed: isFound, finds: isFound, score: own })
      }
      if (isFound) found++
    }
  }
  return found
}

describe("the index of words", () => {
  it("finds and counts what a look at all texts does, whatever changes between the searches", () => {
    const { issue, issues } = start()
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
    for (let round = 0; round < 150; round++) {
      for (let changes = below(6); changes > 0; changes--) change(1 + below(25) * (below(9) === 0 ? 1_000_000 : 1))
      found += agree(issues)
    }
    expect(found).toBeGreaterThan(1000)
  })

  it("holds whole issues, deleted ones and new texts of others after many changes at once", () => {
    const { issue, issues } = start()
    const fill = () => {
      for (let number = 1; number <= 1200; number++) issues.set(number, { ...issue, number, title: text(4) })
    }
    fill()
    agree(issues)
    for (let round = 0; round < 3; round++) fill()
    agree(issues)
    for (let number = 1; number <= 1200; number += 3) issues.delete(number)
    expect(agree(issues)).toBeGreaterThan(0)
  })

  it("forgets what was read of former texts, once it is more than twice as much as the issues have", () => {
    const { issue, issues } = start()
    const { words } = issues
    const { rows } = weightsIn(issues, [])
    expect(rows).toBe(1)
    for (let change = 1; change <= 1002; change++) {
      issues.set(1, { ...issue, title: `Title ${change}` })
      words.read(issues, Infinity)
    }
    expect(words.rows).toBe(1003)
    issues.set(1, { ...issue, title: "The last title" })
    words.read(issues, Infinity)
    expect(words.rows).toBe(1)
    const weights = weightsIn(issues, [])
    expect([weights.of("last"), weights.of("1001")].map((weighed) => weighed[weights.rowOf(issue)])).toEqual([3, 0])
  })

  it("reads an issue once more only if a text of it has changed", () => {
    const { issue, issues } = start()
    const { words } = issues
    words.read(issues, Infinity)
    issues.set(1, { ...issue, locked: true })
    expect(words.unread).toBe(0)
    issues.set(1, { ...issue, comments: [{ ...comment, body: "More" }] })
    expect(words.unread).toBe(1)
    words.read(issues, Infinity)
    issues.delete(1)
    expect(words.unread).toBe(1)
  })

  it("finds phrases as often as they are there, but none within another, nor across two texts", () => {
    const { issue, issues } = start()
    const bodies = ["a b a b a", "a b a", "b a"].map((body) => ({ ...comment, body }))
    issues.set(1, { ...issue, title: "x a", body: "b", comments: bodies })
    const weights = weightsIn(issues, [])
    const count = (phrase: string) => weights.of(phrase)[weights.rowOf(issue)]
    expect(["a b a", "b a", "a b", "a  b", "x a b"].map(count)).toEqual([2, 4, 3, 0, 0])
  })

  it("knows all letters whose case patterns ignore", () => {
    const points = Array.from({ length: 0x1e944 }, (_, point) => point).filter((point) => {
      const char = String.fromCodePoint(point)
      return char.toLowerCase() !== char || char.toUpperCase() !== char
    })
    const cased = points.map((point) => String.fromCodePoint(point))
    const all = cased.join("")
    const folded = (char: string) => partsOf(char)[0]?.text ?? ""
    const groups = new Map<string, Array<string>>()
    for (const char of cased) groups.set(folded(char), [...(groups.get(folded(char)) ?? []), char])
    const differing = cased.filter(
      (char) => all.match(new RegExp(char, "giu"))?.join() !== groups.get(folded(char))?.join()
    )
    expect(differing).toEqual([])
    expect(groups.size).toBeGreaterThan(1000)
  })
})

it.effect("a search reads the texts of many issues in pieces, and others are served meanwhile", () =>
  Effect.gen(function* () {
    const issues = Array.from({ length: 6000 }, (_, index) => ({ title: `Rain ${index}` }))
    const seed = { repositories: [{ owner: "acme", name: "web", issues }] }
    const { exchange } = yield* makeForge(seed)
    const ask = (path: string) =>
      exchange({
        method: "GET",
        url: new URL(`https://api.github.com/${path}`),
        headers: { "user-agent": "test" },
        body: new Uint8Array()
      })
    const ended: Array<string> = []
    const end = (name: string) => Effect.sync(() => void ended.push(name))
    const searching = yield* Effect.forkChild(Effect.tap(ask("search/issues?q=rain"), () => end("search")))
    yield* Effect.yieldNow
    yield* Effect.tap(ask("repos/acme/web/issues/1"), () => end("issue"))
    const outcome = yield* Fiber.join(searching)
    expect(ended).toEqual(["issue", "search"])
    expect(outcome._tag === "Response" && JSON.parse(String(outcome.body))).toMatchObject({ total_count: 6000 })
  })
)
