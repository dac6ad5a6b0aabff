/** Searches for code and for commits, on default branches. */
import * as Result from "effect/Result"
import { log } from "../../git/history.ts"
import { blobOf, type Commit, commitOf, type Identity, type Sha } from "../../git/objects.ts"
import { isBinary, leavesOf } from "../../git/tree.ts"
import { requireViewer } from "../access/lookups.ts"
import { type Call, type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { reversed } from "../http/paging.ts"
import { invalid } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { loginOf } from "../state/identities.ts"
import { languageOf } from "../state/insight.ts"
import { type Repository, same } from "../state/model.ts"
import { branchTip } from "../state/refs.ts"
import { pageUrl, pathInUrl, repositoryUrl } from "../wire/common.ts"
import * as Commits from "../wire/commits.ts"
import * as Wire from "../wire/repository.ts"
import {
  checkValues,
  counted,
  countersOf,
  dated,
  flagged,
  loginIn,
  pageOfResults,
  type Qualifiers,
  queryOf,
  type Rules,
  scopeOf,
  scoreOf,
  testsOf,
  textMatches,
  valuesNamed
} from "./query.ts"

const narrowing: ReadonlySet<string> = new Set(["repo", "org", "user", "in", "fork"])

/** The clauses that are tested record by record. */
const isTested = (clause: ReadonlyArray<{ readonly name: string | undefined }>): boolean =>
  !clause.every(({ name }) => narrowing.has(name ?? ""))

interface File {
  readonly repository: Repository
  readonly commit: Sha
  readonly path: string
  readonly name: string
  readonly sha: Sha
  readonly size: number
  readonly text: string
}

const decoder = new TextDecoder()

/** Larger files are not searched. */
const largest = 384 * 1024

const filesOf = ({ world: { objects } }: Call, repository: Repository): ReadonlyArray<File> => {
  const tip = branchTip(repository, repository.default_branch)
  if (tip === undefined) return []
  return leavesOf(objects, commitOf(objects, tip).tree).flatMap(([path, { mode, sha }]) => {
    if (!mode.startsWith("100")) return []
    const content = blobOf(objects, sha)
    if (content.length >= largest || isBinary(content)) return []
    const name = path.slice(path.lastIndexOf("/") + 1)
    return [{ repository, commit: tip, path, name, sha, size: content.length, text: decoder.decode(content) }]
  })
}

/** Languages are also known by an extension: `language:js`. */
const isLanguage = (name: string, wanted: string): boolean => {
  const language = languageOf(name)
  return language !== undefined && (same(language, wanted) || language === languageOf(`.${wanted}`))
}

const fileQualifiers: Qualifiers<File> = {
  path: (value) => {
    const folder = Input.trimmed(value)
    return ({ name, path }) =>
      value === "/" ? path === name : path === folder || path.toLowerCase().startsWith(`${folder.toLowerCase()}/`)
  },
  filename: (value) => (file) => file.name.toLowerCase().includes(value.toLowerCase()),
  extension: (value) => (file) => file.name.toLowerCase().endsWith(`.${value.toLowerCase().replace(/^\./, "")}`),
  language: (value) => (file) => isLanguage(file.name, value),
  size: counted((file) => file.size)
}

const codeNames: ReadonlySet<string> = new Set([...narrowing, ...Object.keys(fileQualifiers)])

const codeRules: Rules = { dates: [], numbers: ["size"], users: [] }

/** Forks are searched if the query asks for them, or if they have more stars than their parent. */
const isSearched =
  ({ world }: Call, wanted: string | undefined) =>
  (repository: Repository) => {
    const parent = world.repositories.get(repository.parent ?? 0)
    if (parent === undefined) return wanted !== "only"
    return wanted === "true" || wanted === "only" || repository.stars > parent.stars
  }

const code: Handler = handler(function* (call) {
  yield* requireViewer(call)
  const query = yield* queryOf(call, codeNames)
  yield* checkValues(call, query, codeRules)
  if (query.words.length === 0) {
    const message = "ERROR_TYPE_QUERY_PARSING_FATAL unable to parse query!"
    return yield* Result.fail(invalid(call, { message, resource: "Search", field: "q", code: "invalid" }))
  }
  const scope = (yield* scopeOf(call, query)).filter(isSearched(call, valuesNamed(query, "fork")[0]))
  const places = valuesNamed(query, "in").flatMap((value) => value.split(","))
  const texts = ({ path, text }: File) => [
    ...(places.length === 0 || places.includes("file") ? [[text, 1] as const] : []),
    ...(places.includes("path") ? [[path, 1] as const] : [])
  ]
  const tests = testsOf(query.clauses.filter(isTested), fileQualifiers, (file: File, isFound) =>
    texts(file).some(([text]) => isFound(text))
  )
  const counters = countersOf(query.words)
  const ranked = scope
    .flatMap((repository) => filesOf(call, repository))
    .filter((file) => tests.every((test) => test(file)))
    .map((file) => ({ file, score: scoreOf(counters, texts(file)) }))
    .sort(
      (a, b) => b.score - a.score || b.file.repository.id - a.file.repository.id || (a.file.path < b.file.path ? -1 : 1)
    )
  return yield* pageOfResults(call, ranked, ({ file, score }) => {
    const { commit, name, path, repository, sha, text } = file
    const url = `${repositoryUrl(call, repository)}/contents/${pathInUrl(path)}?ref=${commit}`
    return {
      name,
      path,
      sha,
      url,
      git_url: `${repositoryUrl(call, repository)}/git/blobs/${sha}`,
      html_url: `${pageUrl(call, repository)}/blob/${commit}/${pathInUrl(path)}`,
      repository: Wire.repository(call, repository, call.viewer),
      score,
      ...textMatches(call, query.words, () => {
        const own = { object_url: url, object_type: "FileContent" }
        return [
          { ...own, property: "content", text },
          ...(places.includes("path") ? [{ ...own, property: "path", text: path }] : [])
        ]
      })
    }
  })
})

interface FoundCommit {
  readonly repository: Repository
  readonly commit: Commit
}

type Role = "author" | "committer"

const commitQualifiers = (call: Call): Qualifiers<FoundCommit> => {
  const by = (role: Role) => (value: string) => {
    const login = loginIn(call, value)
    return ({ commit }: FoundCommit) => same(loginOf(call.world, commit[role]) ?? "", login)
  }
  const having =
    (role: Role, field: keyof Pick<Identity, "name" | "email">) =>
    (value: string) =>
    ({ commit }: FoundCommit) =>
      commit[role][field].toLowerCase().includes(value.toLowerCase())
  return {
    author: by("author"),
    committer: by("committer"),
    "author-name": having("author", "name"),
    "committer-name": having("committer", "name"),
    "author-email": having("author", "email"),
    "committer-email": having("committer", "email"),
    "author-date": dated(({ commit }) => commit.author.date),
    "committer-date": dated(({ commit }) => commit.committer.date),
    merge:
      (value) =>
      ({ commit }) =>
        commit.parents.length > 1 === (value === "true"),
    hash:
      (value) =>
      ({ commit }) =>
        commit.sha.startsWith(value.toLowerCase()),
    parent:
      (value) =>
      ({ commit }) =>
        commit.parents.some((sha) => sha.startsWith(value.toLowerCase())),
    tree:
      (value) =>
      ({ commit }) =>
        commit.tree.startsWith(value.toLowerCase()),
    is: flagged({
      public: ({ repository }) => !repository.private,
      private: ({ repository }) => repository.private
    })
  }
}

const commitNames: ReadonlySet<string> = new Set([
  "repo",
  "org",
  "user",
  "author",
  "committer",
  "author-name",
  "committer-name",
  "author-email",
  "committer-email",
  "author-date",
  "committer-date",
  "merge",
  "hash",
  "parent",
  "tree",
  "is"
])

const commitRules: Rules = { dates: ["author-date", "committer-date"], numbers: [], users: ["author", "committer"] }

const historyOf = ({ world: { objects } }: Call, repository: Repository): ReadonlyArray<FoundCommit> => {
  const tip = branchTip(repository, repository.default_branch)
  return tip === undefined ? [] : [...log(objects, tip)].map((commit) => ({ repository, commit }))
}

const commits: Handler = handler(function* (call) {
  const query = yield* queryOf(call, commitNames)
  yield* checkValues(call, query, commitRules)
  const scope = (yield* scopeOf(call, query)).filter(({ parent }) => parent === null)
  const tests = testsOf(query.clauses.filter(isTested), commitQualifiers(call), ({ commit }, isFound) =>
    isFound(commit.message)
  )
  const sort = Input.known(call, "sort", ["author-date", "committer-date"])
  const counters = countersOf(query.words)
  const score = ({ commit }: FoundCommit) => scoreOf(counters, [[commit.message, 1]])
  const dates = { "author-date": "author", "committer-date": "committer" } as const
  const rank = (found: FoundCommit) => (sort === undefined ? score(found) : found.commit[dates[sort]].date)
  const ranked = scope
    .flatMap((repository) => historyOf(call, repository))
    .filter((found) => tests.every((test) => test(found)))
    .sort((a, b) => rank(a) - rank(b) || a.commit.committer.date - b.commit.committer.date)
  const ascending = sort !== undefined && call.query.get("order") === "asc"
  return yield* pageOfResults(call, ascending ? ranked : reversed(ranked), (found) => {
    const wire = Commits.commit(call, found.repository, found.commit)
    return {
      ...wire,
      repository: Wire.repository(call, found.repository, call.viewer),
      score: score(found),
      ...textMatches(call, query.words, () => [
        { object_url: wire.url, object_type: "Commit", property: "message", text: found.commit.message }
      ])
    }
  })
})

const endpoint = endpointsOf("search/search")

export const routes: ReadonlyArray<Route> = [
  endpoint("Search.code", "GET /search/code", "search-code", code, "code_search"),
  endpoint("Search.commits", "GET /search/commits", "search-commits", commits, "search")
]
