/** Handler of `Search.users`. */
import { type Call, type Handler, handler } from "../http/call.ts"
import { reversed } from "../http/paging.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { User } from "../state/accounts.ts"
import { mainLanguage } from "../state/insight.ts"
import { same } from "../state/model.ts"
import { followersOf } from "../state/profiles.ts"
import { repositoriesOf, repositoryCounts } from "../state/repositories.ts"
import { user } from "../wire/common.ts"
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
  scoreOf,
  testsOf,
  textMatches,
  valuesNamed,
  wordPattern
} from "./query.ts"

const rules: Rules = { dates: ["created"], numbers: ["repos", "followers"], users: [] }

const publicRepositories = (call: Call, { login }: User): number => repositoryCounts(call.world, login).public

const qualifiers = (call: Call): Qualifiers<User> => {
  const named = (value: string) => (account: User) => same(account.login, value)
  return {
    type: flagged({
      user: ({ type }) => type === "User",
      org: ({ type }) => type === "Organization",
      organization: ({ type }) => type === "Organization"
    }),
    user: named,
    org: named,
    repos: counted((account) => publicRepositories(call, account)),
    followers: counted(followersOf),
    location: (value) => {
      const pattern = wordPattern(value)
      return ({ location }) => pattern.test(location ?? "")
    },
    fullname: (value) => {
      const pattern = wordPattern(value)
      return ({ name }) => pattern.test(name ?? "")
    },
    language: (value) => (account) =>
      repositoriesOf(call.world, account.login).some(
        (repository) => !repository.private && same(mainLanguage(call.world.objects, repository) ?? "", value)
      ),
    created: dated(({ created_at }) => created_at)
  }
}

export const userNames: ReadonlySet<string> = new Set([
  "in",
  "type",
  "user",
  "org",
  "repos",
  "followers",
  "location",
  "fullname",
  "language",
  "created"
])

/** Where words are looked for: login, name and e-mail address, unless `in:` says otherwise. */
const textsOf = (account: User, places: ReadonlyArray<string>) => {
  const searched = (...these: ReadonlyArray<string>) =>
    places.length === 0 || these.some((place) => places.includes(place))
  return [
    ...(searched("login") ? [[account.login, 3] as const] : []),
    ...(searched("name", "fullname") ? [[account.name ?? "", 2] as const] : []),
    ...(searched("email") ? [[account.email ?? "", 1] as const] : [])
  ]
}

const orders = (call: Call): ReadonlyMap<string | null, (account: User) => number> =>
  new Map([
    ["followers", followersOf],
    ["repositories", (account) => publicRepositories(call, account)],
    ["joined", ({ created_at }) => created_at]
  ])

const users: Handler = handler(function* (call) {
  const query = yield* queryOf(call, userNames)
  yield* checkValues(call, query, rules)
  const places = valuesNamed(query, "in")
  const texts = (account: User) => textsOf(account, places)
  const clauses = query.clauses.filter((clause) => !clause.every(({ name }) => name === "in"))
  const tests = testsOf(clauses, qualifiers(call), (account, isFound) => texts(account).some(([text]) => isFound(text)))
  const found = [...call.world.users.values()].filter(
    (account) => account.type !== "Bot" && tests.every((test) => test(account))
  )
  const counters = countersOf(query.words)
  const score = (account: User) => scoreOf(counters, texts(account))
  const order = orders(call).get(call.query.get("sort"))
  const rank = order ?? score
  const ranked = found
    .map((account) => ({ account, rank: rank(account) }))
    .sort((a, b) => a.rank - b.rank || b.account.id - a.account.id)
  const ascending = order !== undefined && call.query.get("order") === "asc"
  return yield* pageOfResults(call, ascending ? ranked : reversed(ranked), ({ account }) => ({
    ...user(call, account.login),
    score: score(account),
    ...textMatches(call, query.words, () => {
      const own = { object_url: `${call.urls.api}/users/${account.login}`, object_type: "User" }
      return [
        { ...own, property: "login", text: account.login },
        { ...own, property: "name", text: account.name },
        { ...own, property: "email", text: account.email }
      ]
    })
  }))
})

const endpoint = endpointsOf("search/search")

export const routes: ReadonlyArray<Route> = [
  endpoint("Search.users", "GET /search/users", "search-users", users, "search")
]
