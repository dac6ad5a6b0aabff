/** Handler of `Commits.list`: walks the history, and filters it. */
import { log, pathHistory } from "../../../git/history.ts"
import { memoised } from "../../../git/memo.ts"
import type { Commit, Identity, Sha } from "../../../git/objects.ts"
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
    byPerson(call, "committer")
  ]
  const found = historyOf(call, start.sha).filter((commit) => filters.every((filter) => filter(commit)))
  return pageOf(call, `${stablePath(repository)}/commits`, found, (commit) => Wire.commit(call, repository, commit))
})
