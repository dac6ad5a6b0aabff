/** Commits: one, a list, a comparison, and the pull requests that bring one. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json } from "../../exchange.ts"
import { changesBetween } from "../../git/changes.ts"
import { log, pathHistory } from "../../git/history.ts"
import { memoised } from "../../git/memo.ts"
import { type Commit, commitOf, type Identity, type Objects, type Sha } from "../../git/objects.ts"
import { diffText, patchText } from "../../git/patch.ts"
import { commitNamed, commitOrUnknown, notEmpty, readable } from "../access/lookups.ts"
import { isVisible } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { represented } from "../http/media.ts"
import { cut, pageOf, pageOfTexts } from "../http/paging.ts"
import { missing, notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, representedAs, type Route } from "../http/router.ts"
import { loginOf } from "../state/identities.ts"
import { type Repository, same } from "../state/model.ts"
import { pullsBringing, rangeOf } from "../state/pulls.ts"
import { branchTip, refNames } from "../state/refs.ts"
import { inNetwork } from "../state/repositories.ts"
import * as Wire from "../wire/commits.ts"
import { stablePath } from "../wire/common.ts"
import { shortBranch } from "../wire/git.ts"
import * as PullWire from "../wire/pulls.ts"

/** How many files the service shows of a commit, on all of its pages. */
const mostFiles = 3000

const filesPerPage = { usual: 300, most: 300 }

/** The tree that a commit is compared with: its first parent's. */
const formerTree = (objects: Objects, { parents: [parent] }: Commit): Sha | undefined =>
  parent === undefined ? undefined : commitOf(objects, parent).tree

/** The commit as text, for those who ask for it by the media type. */
const textResponse = ({ media, world: { objects } }: Call, commit: Commit): Response | undefined => {
  if (media === "sha") return represented(media, commit.sha)
  if (media === "diff") return represented(media, diffText(objects, formerTree(objects, commit), commit.tree))
  return media === "patch" ? represented(media, patchText(objects, [commit])) : undefined
}

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const commit = yield* commitOrUnknown(call, repository)
  const text = textResponse(call, commit)
  if (text !== undefined) return text
  const { objects } = call.world
  const changes = changesBetween(objects, formerTree(objects, commit), commit.tree)
  const target = `${stablePath(repository)}/commits/${encodeURIComponent(call.params["ref"] ?? "")}`
  const { headers, items } = cut(call, target, changes.slice(0, mostFiles), filesPerPage)
  return json(200, Wire.commitWithFiles(call, repository, commit, changes, items), headers)
})

/** Lists the branches that end with the commit. */
const listBranches: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const sha = call.params["commit_sha"] ?? ""
  const commit = yield* commitOrUnknown(call, repository, "commit_sha")
  if (commit.sha !== sha) return yield* Result.fail(unprocessable(call, `No commit found for SHA: ${sha}`))
  const names = refNames(repository, "heads").filter((name) => branchTip(repository, name) === sha)
  return json(
    200,
    names.map((name) => shortBranch(call, repository, name, sha))
  )
})

type Filter = (commit: Commit) => boolean

const everything: Filter = () => true

/** Matches a login, or an address. */
const byPerson = (call: Call, role: "author" | "committer"): Filter => {
  const wanted = call.query.get(role)
  if (wanted === null || wanted === "") return everything
  const isWanted = (identity: Identity): boolean =>
    wanted.includes("@") ? same(identity.email, wanted) : same(loginOf(call.world, identity) ?? "", wanted)
  // A history has many commits of few people.
  const known = new Map<string, boolean>()
  return ({ [role]: identity }) => {
    const matches = known.get(identity.email) ?? isWanted(identity)
    known.set(identity.email, matches)
    return matches
  }
}

const remembered = memoised<ReadonlyArray<Commit>>(20)

/** A commit and its ancestors, or those of them that change the query's path. */
const historyOf = ({ query, world: { objects } }: Call, from: Sha): ReadonlyArray<Commit> => {
  const path = Input.trimmed(query.get("path") ?? "")
  return remembered(objects, `${from} ${path}`, () => [
    ...(path === "" ? log(objects, from) : pathHistory(objects, from, path))
  ])
}

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const since = yield* Input.queryInstant(call, "since", "Commit")
  const until = yield* Input.queryInstant(call, "until", "Commit")
  const named = call.query.get("sha")
  const start = yield* commitNamed(call, repository, named === null || named === "" ? "HEAD" : named)
  const filters: ReadonlyArray<Filter> = [
    ({ author }) => author.date >= (since ?? -Infinity) && author.date <= (until ?? Infinity),
    byPerson(call, "author"),
    byPerson(call, "committer")
  ]
  const found = historyOf(call, start.sha).filter((commit) => filters.every((filter) => filter(commit)))
  return pageOf(call, `${stablePath(repository)}/commits`, found, (commit) => Wire.commit(call, repository, commit))
})

const mostCompared = 300

/** Without parameters of pages, the most recent commits are shown. */
const mostCommits = 250

/** Reads one side: a name, `owner:branch` or `owner:repository:branch`. */
const sideOf = (call: Call, repository: Repository, side: string): OrRefusal<Commit> => {
  const parts = side.split(":")
  const [owner = "", second = "", third] = parts
  if (parts.length === 1) return commitNamed(call, repository, side)
  const other = inNetwork(call.world, repository, owner, third === undefined ? undefined : second)
  return other === undefined || !isVisible(call, other)
    ? Result.fail(notFound(call))
    : commitNamed(call, other, third ?? second)
}

const compare: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const name = call.params["basehead"] ?? ""
  const [left = "", right] = name.split("...")
  if (right === undefined) return yield* Result.fail(notFound(call))
  const base = yield* sideOf(call, repository, left)
  const head = yield* sideOf(call, repository, right)
  const { objects } = call.world
  const { ahead, behind, mergeBase } = rangeOf(objects, base.sha, head.sha)
  if (mergeBase === undefined) {
    return yield* Result.fail(missing(call, `No common ancestor between ${left} and ${right}.`))
  }
  const mergeBaseCommit = commitOf(objects, mergeBase)
  if (call.media === "diff") return represented("diff", diffText(objects, mergeBaseCommit.tree, head.tree))
  if (call.media === "patch") return represented("patch", patchText(objects, ahead))
  const paged = call.query.has("page") || call.query.has("per_page")
  const target = `${stablePath(repository)}/compare/${encodeURIComponent(name)}`
  const page = paged ? cut(call, target, ahead) : { items: ahead.slice(-mostCommits), number: 1, headers: {} }
  const files = page.number > 1 ? undefined : changesBetween(objects, mergeBaseCommit.tree, head.tree)
  const comparison: Wire.Comparison = {
    base,
    head,
    mergeBase: mergeBaseCommit,
    name,
    ahead: ahead.length,
    behind,
    commits: page.items,
    files: files?.slice(0, mostCompared)
  }
  return json(200, Wire.comparison(call, repository, comparison), page.headers)
})

const listPulls: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const { sha } = yield* commitOrUnknown(call, repository, "commit_sha")
  const found = pullsBringing(call.world, repository, sha)
  return pageOfTexts(call, `${stablePath(repository)}/commits/${sha}/pulls`, found, (pull) =>
    PullWire.pullText(call, repository, pull)
  )
})

const repo = "/repos/{owner}/{repo}"
const commit = `${repo}/commits/{commit_sha}`

const endpoint = endpointsOf("commits/commits")

export const routes: ReadonlyArray<Route> = [
  endpoint("Commits.list", `GET ${repo}/commits`, "list-commits", list),
  endpoint("Commits.listPullRequests", `GET ${commit}/pulls`, "list-pull-requests-associated-with-a-commit", listPulls),
  endpoint(
    "Commits.getBranchesForHead",
    `GET ${commit}/branches-where-head`,
    "list-branches-for-head-commit",
    listBranches
  ),
  representedAs(
    { diff: "Commits.getDiff", patch: "Commits.getPatch" },
    endpoint("Commits.get", `GET ${repo}/commits/{ref*}`, "get-a-commit", get)
  ),
  representedAs(
    { diff: "Commits.compareDiff", patch: "Commits.comparePatch" },
    endpoint("Commits.compare", `GET ${repo}/compare/{basehead*}`, "compare-two-commits", compare)
  )
]
