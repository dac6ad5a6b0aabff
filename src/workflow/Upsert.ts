/**
 * Creates a record, or brings it up to date: an issue or a comment that a hidden mark identifies.
 *
 * ```ts
 * Upsert.comment({ owner, repo, issue_number: 7, body: report }, { key: "coverage" })
 * ```
 *
 * **Gotchas**
 *
 * Everyone who can read the text can read the key in its source, and can write a record with it. Such a record of somebody
 * else does not count, except where a lost response makes the program look for the one that it has just made. Two programs that use a
 * key for the first time at the same time can both create a record.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import * as Issues from "../forge/Issues.ts"
import type { Issue } from "../forge/schema/Issue.ts"
import type { IssueComment } from "../forge/schema/IssueComment.ts"
import * as Mark from "../rest/Mark.ts"
import { Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import { failureOf } from "./internal/failures.ts"
import { observed, tellNumber } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"
import { ownBy } from "./internal/ownBy.ts"

/** What an upsert did, and the record. */
export interface Upserted<out A> {
  /** `unchanged`: the record was as wanted, and nothing was written. */
  readonly action: "created" | "updated" | "unchanged"
  /** The record. */
  readonly value: A
}

/** What an upsert can fail with. */
export const Failure = failureOf([NotFound, Gone, ValidationFailed])
export type Failure = typeof Failure.Type

/** The comment as it should be. */
export interface CommentInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Number of the issue or pull request. */
  readonly issue_number: number
  /** The whole text, as Markdown. */
  readonly body: string
}

/** How a record is recognized. */
export interface Options {
  /** Names the record. Its text gets the key as a mark, an HTML comment that people don't see. */
  readonly key: string
  /**
   * Login of the user whose records count; that of an App ends in `[bot]`. Default: the authenticated user. Installations
   * of an App cannot ask who they are: for them, the records of all Apps count by default.
   */
  readonly creator?: string | undefined
}

/**
 * Keeps one comment of an issue or pull request up to date: creates the comment with this key, or changes its text.
 *
 * The first comment of the `creator` with the mark counts. If it fails or is interrupted, the comment is as it was, or
 * up to date. A lost response does not lead to a second one.
 */
export const comment: (input: CommentInput, options: Options) => Effect.Effect<Upserted<IssueComment>, Failure, Forge> =
  Effect.fn("Upsert.comment")(function* ({ body, issue_number, owner, repo }, { creator, key }) {
    yield* Given.check("Upsert.comment", { key: Given.name(key) })
    const mark = Mark.of(key)
    const isOwn = yield* ownBy(creator)
    const found = yield* Issues.listComments({ owner, repo, issue_number }).pipe(
      Stream.filter((comment) => Mark.isIn(comment.body, mark)),
      Stream.filterEffect(isOwn),
      Stream.runHead
    )
    return yield* upsert(found, {
      isAsWanted: (comment) => comment.body === Mark.add(body, mark),
      create: Write.once(Issues.createComment, { owner, repo, issue_number, body }, { key }),
      update: ({ id }) => Issues.updateComment({ owner, repo, comment_id: id, body: Mark.add(body, mark) })
    })
  }, observed)

/** The issue as it should be. What is left out stays as it is. */
export interface IssueInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** The title, which is one line of text. */
  readonly title: string
  /** The whole text, as Markdown. Default: unchanged; empty for a new issue. */
  readonly body?: string | undefined
  /** Names of all its labels. Default: unchanged; none for a new issue. */
  readonly labels?: ReadonlyArray<string> | undefined
  /** Logins of all its assignees, at most 10. Default: unchanged; nobody for a new issue. */
  readonly assignees?: ReadonlyArray<string> | undefined
  /** Number of its milestone; null for none. Default: unchanged; none for a new issue. */
  readonly milestone?: number | null | undefined
}

/** How an issue is recognized. */
export interface IssueOptions extends Options {
  /**
   * What to do with an issue that is closed: `reopen` it, `create` a new one, or `update` it as it is. Default: reopen.
   */
  readonly onClosed?: "reopen" | "create" | "update" | undefined
}

/**
 * Keeps one issue up to date: creates the issue with this key, or changes it. What the input leaves out stays as it is.
 *
 * The newest issue of the `creator` with the mark counts. If it fails or is interrupted, the issue is as it was, or up
 * to date. A lost response does not lead to a second one.
 *
 * **Gotchas**
 *
 * Until it has found the issue, it reads all issues of the repository, newest first. `creator` narrows that down.
 */
export const issue: (input: IssueInput, options: IssueOptions) => Effect.Effect<Upserted<Issue>, Failure, Forge> =
  Effect.fn("Upsert.issue")(function* (
    { assignees, body, labels, milestone, owner, repo, title },
    { creator, key, onClosed = "reopen" }
  ) {
    yield* Given.check("Upsert.issue", { key: Given.name(key) })
    const mark = Mark.of(key)
    const text = body === undefined ? undefined : Mark.add(body, mark)
    const fields = { title, labels, assignees, milestone }
    const isOwn = yield* ownBy(creator)
    const found = yield* Issues.list({ owner, repo, creator, state: onClosed === "create" ? "open" : "all" }).pipe(
      Stream.filter((issue) => !issue.is_pull_request && Mark.isIn(issue.body, mark)),
      Stream.filterEffect(isOwn),
      Stream.runHead
    )
    const state = onClosed === "reopen" ? "open" : undefined
    const upserted = yield* upsert(found, {
      isAsWanted: (issue) =>
        issue.title === title &&
        (text === undefined || issue.body === text) &&
        (state === undefined || issue.state === state) &&
        isSameSet(
          labels,
          issue.labels.map(({ name }) => name)
        ) &&
        isSameSet(
          assignees,
          issue.assignees.map(({ login }) => login)
        ) &&
        (milestone === undefined || (issue.milestone?.number ?? null) === milestone),
      create: Write.once(Issues.create, { owner, repo, ...fields, body }, { key }),
      update: ({ number }) => Issues.update({ owner, repo, issue_number: number, ...fields, body: text, state })
    })
    yield* tellNumber(upserted.value)
    return upserted
  }, observed)

interface Ways<A> {
  readonly isAsWanted: (record: A) => boolean
  readonly create: Effect.Effect<A, Failure, Forge>
  readonly update: (record: A) => Effect.Effect<A, Failure, Forge>
}

const upsert = <A>(
  found: Option.Option<A>,
  { create, isAsWanted, update }: Ways<A>
): Effect.Effect<Upserted<A>, Failure, Forge> => {
  const created = Effect.map(create, (value): Upserted<A> => ({ action: "created", value }))
  if (Option.isNone(found)) return created
  if (isAsWanted(found.value)) return Effect.succeed({ action: "unchanged", value: found.value })
  return update(found.value).pipe(
    Effect.map((value): Upserted<A> => ({ action: "updated", value })),
    // It was deleted since it was found.
    Effect.catchTag(["NotFound", "Gone"], () => created)
  )
}

/** Whether all are there, and no others. The service ignores case. */
const isSameSet = (wanted: ReadonlyArray<string> | undefined, there: ReadonlyArray<string>): boolean => {
  if (wanted === undefined) return true
  const names = new Set(wanted.map((name) => name.toLowerCase()))
  return names.size === there.length && there.every((name) => names.has(name.toLowerCase()))
}
