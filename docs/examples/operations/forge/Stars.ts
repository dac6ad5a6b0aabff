import { Stars } from "forgecast/forge"
import * as DateTime from "effect/DateTime"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Asks whether you have starred a repository. */
export const isStarred = Stars.isStarred(repo)

/** Lists the repositories that you have starred, the latest star first. */
export const listForMe = Stars.listForMe().pipe(
  Stream.map(({ repo }) => repo.full_name),
  Stream.runCollect
)

/** Lists the repositories that a user has starred. */
export const listForUser = Stars.listForUser({ username: "grace", sort: "updated" }).pipe(
  Stream.map(({ repo }) => repo.full_name),
  Stream.runCollect
)

/** Lists who has starred a repository, and on which day. */
export const listStargazers = Stars.listStargazers(repo).pipe(
  Stream.map(({ starred_at, user }) => `${DateTime.formatIsoDate(starred_at)} ${user?.login}`),
  Stream.runCollect
)

/** Stars a repository. */
export const star = Stars.star(repo)

/** Removes the star again. */
export const unstar = Stars.unstar({ owner: "grace", repo: "compiler" })
