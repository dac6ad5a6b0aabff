/** Handler of `Search.repositories`. */
import { blobOf, commitOf, treeOf } from "../../git/objects.ts"
import { type Call, type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { reversed } from "../http/paging.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { licenseOf, mainLanguage, sizeOf } from "../state/insight.ts"
import { labelNamed, type Repository, same } from "../state/model.ts"
import { branchTip } from "../state/refs.ts"
import { repositoryUrl } from "../wire/common.ts"
import * as Wire from "../wire/repository.ts"
import {
  pageOfResults,
  checkValues,
  counted,
  countersOf,
  dated,
  flagged,
  type Qualifiers,
  queryOf,
  type Rules,
  scopeOf,
  scoreOf,
  testsOf,
  textMatches,
  valuesNamed
} from "./query.ts"

const rules: Rules = {
  dates: ["created", "pushed"],
  numbers: ["stars", "forks", "size", "topics", "good-first-issues", "help-wanted-issues"],
  users: []
}

const openWith = (repository: Repository, label: string): number => {
  const id = labelNamed(repository, label)?.id
  return id === undefined ? 0 : repository.issues.group("label", id, "created").open.length
}

const qualifiers = (call: Call): Qualifiers<Repository> => ({
  language: (value) => (repository) => same(mainLanguage(call.world.objects, repository) ?? "", value),
  topic:
    (value) =>
    ({ topics }) =>
      topics.some((topic) => same(topic, value)),
  topics: counted(({ topics }) => topics.length),
  stars: counted(({ stars }) => stars),
  forks: counted(({ forks }) => forks.size),
  size: counted((repository) => sizeOf(call.world.objects, repository)),
  created: dated(({ created_at }) => created_at),
  pushed: dated(({ pushed_at }) => pushed_at),
  archived:
    (value) =>
    ({ archived }) =>
      archived === (value === "true"),
  is: flagged({
    public: (repository) => !repository.private,
    private: (repository) => repository.private
  }),
  license: (value) => (repository) => licenseOf(call.world.objects, repository)?.key === value.toLowerCase(),
  "good-first-issues": counted((repository) => openWith(repository, "good first issue")),
  "help-wanted-issues": counted((repository) => openWith(repository, "help wanted"))
})

export const repositoryNames: ReadonlySet<string> = new Set([
  "repo",
  "org",
  "user",
  "in",
  "fork",
  "language",
  "topic",
  "topics",
  "stars",
  "forks",
  "size",
  "created",
  "pushed",
  "archived",
  "is",
  "license",
  "good-first-issues",
  "help-wanted-issues"
])

const decoder = new TextDecoder()

const readmeOf = (call: Call, repository: Repository): string => {
  const { objects } = call.world
  const tip = branchTip(repository, repository.default_branch)
  const readme =
    tip === undefined
      ? undefined
      : treeOf(objects, commitOf(objects, tip).tree).find(
          ({ mode, name }) => mode.startsWith("100") && /^readme(\.|$)/i.test(name)
        )
  return readme === undefined ? "" : decoder.decode(blobOf(objects, readme.sha))
}

/** Where words are looked for: name, description and topics, unless `in:` says otherwise. */
const textsOf = (call: Call, repository: Repository, places: ReadonlyArray<string>) => {
  const searched = (place: string) => places.length === 0 || places.includes(place)
  return [
    ...(searched("name") ? [[repository.name, 3] as const] : []),
    ...(searched("description") ? [[repository.description ?? "", 2] as const] : []),
    ...(searched("topics") ? [[repository.topics.join(" "), 1] as const] : []),
    ...(places.includes("readme") ? [[readmeOf(call, repository), 1] as const] : [])
  ]
}

const orders: ReadonlyMap<string | null, (repository: Repository) => number> = new Map([
  ["stars", ({ stars }) => stars],
  ["forks", ({ forks }) => forks.size],
  ["help-wanted-issues", (repository) => openWith(repository, "help wanted")],
  ["updated", ({ updated_at }) => updated_at]
])

/** Forks are left out, unless the query asks for them. */
const forkTest = (wanted: string | undefined) => (repository: Repository) =>
  wanted === "true" || (repository.parent !== null) === (wanted === "only")

const repositories: Handler = handler(function* (call) {
  const query = yield* queryOf(call, repositoryNames)
  yield* checkValues(call, query, rules)
  const scope = yield* scopeOf(call, query)
  const places = valuesNamed(query, "in")
  const texts = (repository: Repository) => textsOf(call, repository, places)
  const clauses = query.clauses.filter((clause) => !clause.every(({ name }) => isNarrowing(name)))
  const tests = [
    forkTest(valuesNamed(query, "fork")[0]),
    ...testsOf(clauses, qualifiers(call), (repository, isFound) => texts(repository).some(([text]) => isFound(text)))
  ]
  const found = scope.filter((repository) => tests.every((test) => test(repository)))
  const order = orders.get(call.query.get("sort"))
  const counters = countersOf(query.words)
  const score = (repository: Repository) => scoreOf(counters, texts(repository))
  const rank = order ?? score
  const ranked = found
    .map((repository) => ({ repository, rank: rank(repository) }))
    .sort((a, b) => a.rank - b.rank || a.repository.stars - b.repository.stars || b.repository.id - a.repository.id)
  const ascending = order !== undefined && Input.known(call, "order", ["asc"]) === "asc"
  return yield* pageOfResults(call, ascending ? ranked : reversed(ranked), ({ repository }) => ({
    ...Wire.repository(call, repository, call.viewer),
    score: score(repository),
    ...textMatches(call, query.words, () => {
      const own = { object_url: repositoryUrl(call, repository), object_type: "Repository" }
      return [
        { ...own, property: "name", text: repository.name },
        { ...own, property: "description", text: repository.description }
      ]
    })
  }))
})

const isNarrowing = (name: string | undefined): boolean =>
  name !== undefined && ["repo", "org", "user", "in", "fork"].includes(name)

const endpoint = endpointsOf("search/search")

export const routes: ReadonlyArray<Route> = [
  endpoint("Search.repositories", "GET /search/repositories", "search-repositories", repositories, "search")
]
