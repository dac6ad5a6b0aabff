/**
 * The errors of a route, by its text.
 *
 * `Routes` calls routes without their description. So the text of a route decides which errors it can have, here in the
 * types, and at run time by the same rules. They allow every status of the description. Where they rule out the error of a
 * status, a response with that status becomes `UnexpectedStatus`.
 */
import type { Conflict, Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import type { NotAcceptable, SearchTruncated, Unmergeable } from "./ForgeError.ts"

/** 410: issues, which a repository can switch off, artifacts, which expire, and classrooms, which no longer exist. */
type GoneOf<R> = R extends
  | `${string}}/issues${string}`
  | `${string}_format${string}`
  | `${string}class${string}`
  | `${string}assignm${string}`
  ? Gone
  : never

/** 409: writes, except those of issues, teams, users and branches, and reads of repositories that may be empty. */
type ConflictOf<R> = R extends `${string}git/${string}` | `${string}commits${string}` | `${string}repositories`
  ? Conflict
  : R extends `GET ${string}` | `${string}${"team" | "issue" | "username" | "branch"}${string}`
    ? never
    : Conflict

/** 422: all, except a few families of reads, such as those of secrets, runners and keys. */
type ValidationFailedOf<R> = R extends `GET ${string}${"secret" | "runner" | "rule" | "key" | "type" | "sub"}${string}`
  ? never
  : ValidationFailed

/** 405 and 409 of a merge. It has no other conflict. */
type UnmergeableOf<R> = R extends `PUT ${string}/merge` ? Unmergeable : ConflictOf<R>

/** 422 beyond the first 1,000 items of a search or of the runs of workflows. */
type SearchTruncatedOf<R> = R extends `GET /search/${string}` | `${string}/runs` ? SearchTruncated : never

/** What the status of a response can mean for a route with options. Any route can fail with `NotFound`. */
export type StatusError<R, O = {}> =
  | NotFound
  | GoneOf<R>
  | UnmergeableOf<R>
  | ValidationFailedOf<R>
  | SearchTruncatedOf<R>
  | (O extends { readonly accept: string } ? NotAcceptable : never)
