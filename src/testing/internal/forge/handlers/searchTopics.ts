/** Searches for the labels of a repository, and for topics. */
import * as Result from "effect/Result"
import { isoDate } from "../../exchange.ts"
import { isVisible } from "../access/permissions.ts"
import { type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { reversed } from "../http/paging.ts"
import { notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Label, Repository } from "../state/model.ts"
import * as Wire from "../wire/issues.ts"
import {
  counted,
  countersOf,
  dated,
  flagged,
  never,
  pageOfResults,
  type Qualifiers,
  queryOf,
  scoreOf,
  testsOf,
  textMatches
} from "./query.ts"

const labels: Handler = handler(function* (call) {
  const query = yield* queryOf(call, new Set())
  const repository = call.world.repositories.get(Number(call.query.get("repository_id")))
  if (repository === undefined || !isVisible(call, repository)) return yield* Result.fail(notFound(call))
  const counters = countersOf(query.words)
  const score = ({ description, name }: Label) =>
    scoreOf(counters, [
      [name, 2],
      [description ?? "", 1]
    ])
  const sort = Input.known(call, "sort", ["created", "updated"])
  // Any of the words will do. Labels have no dates here: their ids are in the order of their creation.
  const found = [...repository.labels.values()]
    .map((label) => ({ label, score: score(label) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => (sort === undefined ? a.score - b.score : 0) || a.label.id - b.label.id)
  const ascending = sort !== undefined && call.query.get("order") === "asc"
  return yield* pageOfResults(call, ascending ? found : reversed(found), (each) => {
    const wire = Wire.label(call, repository, each.label)
    return {
      ...wire,
      score: each.score,
      ...textMatches(call, query.words, () => {
        const own = { object_url: wire.url, object_type: "Label" }
        return [
          { ...own, property: "name", text: each.label.name },
          { ...own, property: "description", text: each.label.description }
        ]
      })
    }
  })
})

interface Topic {
  readonly name: string
  readonly repositories: ReadonlyArray<Repository>
}

const createdAt = ({ repositories }: Topic): number => Math.min(...repositories.map(({ created_at }) => created_at))

/** No topic has a page of its own here. */
const qualifiers: Qualifiers<Topic> = {
  is: flagged({ featured: never, curated: never, "not-featured": () => true, "not-curated": () => true }),
  repositories: counted(({ repositories }) => repositories.length),
  created: dated(createdAt)
}

const topics: Handler = handler(function* (call) {
  const query = yield* queryOf(call, new Set(Object.keys(qualifiers)))
  const repositories = new Map<string, Array<Repository>>()
  for (const repository of call.world.repositories.values()) {
    if (!isVisible(call, repository)) continue
    for (const name of repository.topics) repositories.set(name, [...(repositories.get(name) ?? []), repository])
  }
  const tests = testsOf(query.clauses, qualifiers, ({ name }, isFound) => isFound(name))
  const counters = countersOf(query.words)
  const score = ({ name }: Topic) => scoreOf(counters, [[name, 1]])
  const found = [...repositories]
    .map(([name, having]): Topic => ({ name, repositories: having }))
    .filter((topic) => tests.every((test) => test(topic)))
    .sort((a, b) => score(b) - score(a) || b.repositories.length - a.repositories.length || (a.name < b.name ? -1 : 1))
  return yield* pageOfResults(call, found, (topic) => ({
    name: topic.name,
    display_name: null,
    short_description: null,
    description: null,
    created_by: null,
    released: null,
    created_at: isoDate(createdAt(topic)),
    updated_at: isoDate(createdAt(topic)),
    featured: false,
    curated: false,
    score: score(topic),
    repository_count: topic.repositories.length,
    ...textMatches(call, query.words, () => [
      { object_url: `${call.urls.api}/topics/${topic.name}`, object_type: "Topic", property: "name", text: topic.name }
    ])
  }))
})

const endpoint = endpointsOf("search/search")

export const routes: ReadonlyArray<Route> = [
  endpoint("Search.labels", "GET /search/labels", "search-labels", labels, "search"),
  endpoint("Search.topics", "GET /search/topics", "search-topics", topics, "search")
]
