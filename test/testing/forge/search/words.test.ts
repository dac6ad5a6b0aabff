import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { makeForge } from "../../../../src/testing/internal/forge/handle.ts"
import {
  containing,
  finderOf,
  passedBy,
  scoresOf,
  textsOf,
  weightsIn
} from "../../../../src/testing/internal/forge/handlers/issueWords.ts"
import { countersOf, scoreOf, testsOf } from "../../../../src/testing/internal/forge/handlers/query.ts"
import { makeService } from "../../../../src/testing/internal/forge/service.ts"
import { partsOf } from "../../../../src/testing/internal/forge/state/tokens.ts"
import * as Scratch from "../../../../src/testing/internal/forge/state/scratch.ts"
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
    const passed = passedBy(weights, clauses)
    const [finds = () => true] = testsOf<Issue>(clauses, {}, containing(places), finderOf(weights))
    const words = [...new Set([word.toLowerCase(), oneOf(vocabulary).toLowerCase()])]
    const scores = scoresOf(weights, words)
    const list = issues.select([], "all", "created")
    const rows = weights.rowsOf(list)
    const counters = countersOf(words)
    for (const [at, issue] of list.entries()) {
      const texts = textsOf(issue, places)
      const [isFound, own] = [naive(issue), scoreOf(counters, texts)]
      const row = rows[at] ?? -1
      const answered = { indexed: passed[row] === 1, finds: finds(issue), score: scores[row] }
      if (answered.indexed !== isFound || answered.finds !== isFound || answered.score !== own) {
        const note = { word, words, places, number: issue.number, texts }
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

/** A service with two repositories of issues, and what answers a search of them. */
const searchable = (count: number) => {
  const titles = Array.from({ length: count }, (_, index) => ({ title: `Issue ${index}` }))
  const repositories = ["web", "api"].map((name) => ({ owner: "acme", name, issues: titles }))
  const service = makeService({ limits: "none", repositories }, 0)
  const ask = (q: string): { readonly total_count: number; readonly items: ReadonlyArray<{ readonly id: number }> } => {
    const url = new URL(`https://api.github.com/search/issues?per_page=100&q=${encodeURIComponent(q)}`)
    const answer = service.serve({ method: "GET", url, headers: { "user-agent": "test" }, body: new Uint8Array() }, 0)
    if (answer._tag !== "Response") throw new Error("A search is answered")
    return JSON.parse(String(answer.body)) as ReturnType<typeof ask>
  }
  return { ask, repositories: [...service.world.repositories.values()] }
}

describe("a search of issues", () => {
  it("answers with those that a look at all texts finds, in order, whatever changes between the searches", () => {
    const { ask, repositories } = searchable(12)
    const word = () => oneOf(["rain", "map", "train", "日本", "É", '"rain map"', "re-run", "missing"])
    const queryOfWords = () =>
      oneOf([word(), `${word()} ${word()}`, `${word()} -${word()}`, `${word()} OR ${word()}`, `-${word()}`])
    const termOf = (text: string) => {
      const negated = text.startsWith("-")
      return { negated, name: undefined, values: [text.replaceAll(/^-|"/g, "")] }
    }
    const clausesOf = (q: string) => {
      const terms = (q.match(/-?(?:"[^"]*"|[^\s"]+)/g) ?? []).filter((each) => each !== "OR").map(termOf)
      return q.includes(" OR ") ? [terms] : terms.map((term) => [term])
    }
    let found = 0
    for (let round = 0; round < 200; round++) {
      for (const { issues } of repositories) {
        const number = 1 + below(12)
        const known = issues.get(number)
        const state = oneOf(["open", "closed"] as const)
        const reactions = Array.from({ length: below(3) }, (_, id) => ({
          id,
          user: "ada",
          content: "+1" as const,
          created_at: 0
        }))
        const times = { created_at: below(4), updated_at: below(4) }
        const changed = { title: text(5), body: text(9), state, reactions, ...times }
        if (known !== undefined) issues.set(number, { ...known, ...changed })
      }
      const words = queryOfWords()
      const [web] = repositories
      const isOne = below(2) === 0
      const state = oneOf(["", "open"])
      const sort = oneOf(["", "updated", "comments", "reactions"])
      const q = [words, isOne ? "repo:acme/web" : "", state && `is:${state}`, sort && `sort:${sort}`].join(" ")
      const tests = testsOf<Issue>(clausesOf(words), {}, containing([]))
      const wanted = clausesOf(words)
        .flat()
        .flatMap(({ negated, values }) => (negated ? [] : values))
      const counters = countersOf([...new Set(wanted.map((each) => each.toLowerCase()))])
      const keyOf = (issue: Issue): ReadonlyArray<number> => {
        const score = sort === "" && wanted.length > 0 ? scoreOf(counters, textsOf(issue, [])) : 0
        const count =
          sort === "reactions" ? issue.reactions.length : sort === "comments" ? issue.comments.length : score
        const time = sort === "updated" ? issue.updated_at : sort === "comments" ? 0 : issue.created_at
        return [count, time, isOne ? issue.number : issue.id]
      }
      const expected = repositories
        .flatMap((repository) => (isOne && repository !== web ? [] : [...repository.issues.values()]))
        .filter((issue) => (state === "" || issue.state === state) && tests.every((test) => test(issue)))
        .map((issue) => ({ id: issue.id, key: keyOf(issue) }))
        .sort((a, b) => b.key.map((each, at) => each - (a.key[at] ?? 0)).find((each) => each !== 0) ?? 0)
      const { items, total_count } = ask(q)
      const ids = expected.map(({ id }) => id)
      expect({ q, total_count, ids: items.map(({ id }) => id) }).toEqual({ q, total_count: ids.length, ids })
      found += total_count
    }
    expect(found).toBeGreaterThan(200)
  })

  it("uses the memory of the search before it", () => {
    const { ask } = searchable(12)
    const next = () => {
      ask("repo:acme/web issue is:open sort:reactions")
      return Scratch.take(1).buffer
    }
    const first = next()
    // What is taken in one search is apart.
    expect(Scratch.take(1).buffer).not.toBe(first)
    expect(next()).toBe(first)
  })

  it("looks at the issues of its page alone, once their texts are read", () => {
    const { ask, repositories } = searchable(3000)
    const looked = new Set<number>()
    const [web] = repositories
    for (const [number, issue] of web?.issues ?? []) {
      const watched = new Proxy(issue, {
        get: (of, name) => {
          looked.add(number)
          return Reflect.get(of, name) as unknown
        }
      })
      web?.issues.set(number, watched)
    }
    const queries = ["issue", '"issue 7"', "issue -7", "issue OR 7", "issue in:title", "issue is:open", "issue 1 2"]
    for (const q of queries) ask(`repo:acme/web ${q}`)
    for (const q of queries) {
      looked.clear()
      ask(`repo:acme/web ${q}`)
      expect([q, looked.size <= 100]).toEqual([q, true])
    }
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
