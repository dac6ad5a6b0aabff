/** Handler of `Commits.list`: walks the history, and filters it. */
import { log } from "../../../git/history.ts"
import { type Commit, commitOf, type Identity, type Objects, type Sha } from "../../../git/objects.ts"
import { entryAt } from "../../../git/tree.ts"
import { commitNamed, notEmpty } from "../../access/commits.ts"
import { readable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { pageOf } from "../../http/paging.ts"
import { loginOf } from "../../state/identities.ts"
import { same } from "../../state/model.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/commits.ts"

type Filter = (commit: Commit) => boolean

const everything: Filter = () => true

/** Matches a login, or an address. */
const byPerson = (call: Call, role: "author" | "committer"): Filter => {
  const wanted = call.query.get(role)
  if (wanted === null || wanted === "") return everything
  const matches = (identity: Identity): boolean =>
    wanted.includes("@") ? same(identity.email, wanted) : same(loginOf(call.world, identity) ?? "", wanted)
  return (commit) => matches(commit[role])
}

/** What is at a path: the sha with its mode, so that making a file executable is a change. */
const contentAt = (objects: Objects, { tree }: Commit, path: string): string => {
  const entry = entryAt(objects, tree, path)
  return entry === undefined ? "" : `${entry.mode} ${entry.sha}`
}

/**
 * Lists the shas of the commits that change a path, as `git log -- path` does: where one side of a merge has the path as
 * the merge has it, only that side's history counts.
 */
const changing = (objects: Objects, from: Sha, path: string): ReadonlySet<Sha> => {
  const changes = new Set<Sha>()
  const seen = new Set<Sha>([from])
  const pending = [from]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    const commit = commitOf(objects, sha)
    const content = contentAt(objects, commit, path)
    const unchanged = commit.parents.find((parent) => contentAt(objects, commitOf(objects, parent), path) === content)
    if (commit.parents.length === 0 ? content !== "" : unchanged === undefined) changes.add(sha)
    for (const parent of unchanged === undefined ? commit.parents : [unchanged]) {
      if (seen.has(parent)) continue
      seen.add(parent)
      pending.push(parent)
    }
  }
  return changes
}

const byPath = ({ query, world }: Call, from: Sha): Filter => {
  const path = (query.get("path") ?? "").replace(/^\/+|\/+$/g, "")
  if (path === "") return everything
  const changes = changing(world.objects, from, path)
  return ({ sha }) => changes.has(sha)
}

export const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const since = yield* Input.queryInstant(call, "since", "Commit")
  const until = yield* Input.queryInstant(call, "until", "Commit")
  const named = call.query.get("sha")
  const start = yield* commitNamed(call, repository, named === null || named === "" ? "HEAD" : named)
  const filters: ReadonlyArray<Filter> = [
    ({ author }) => author.date >= (since ?? -Infinity) && author.date <= (until ?? Infinity),
    byPerson(call, "author"),
    byPerson(call, "committer"),
    byPath(call, start.sha)
  ]
  const found = [...log(call.world.objects, start.sha)].filter((commit) => filters.every((filter) => filter(commit)))
  return pageOf(call, `${stablePath(repository)}/commits`, found, (commit) => Wire.commit(call, repository, commit))
})
