/** Waits for people: reviews of a pull request, and commands in comments. `Await` has them. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Collaborators from "../forge/Collaborators.ts"
import type { Forge } from "../forge/Forge.ts"
import { NotAcceptable } from "../forge/ForgeError.ts"
import * as Issues from "../forge/Issues.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import type { IssueComment } from "../forge/schema/IssueComment.ts"
import type { Review } from "../forge/schema/Review.ts"
import { Gone, NotFound, type RequestError } from "../rest/RestError.ts"
import type { Waiting } from "./CheckStates.ts"
import { failureOf } from "./internal/failures.ts"
import type { Place } from "./internal/place.ts"
import { observed } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"
import { usualTimeout, watch } from "./internal/watch.ts"
import { AwaitTimedOut, ChangesRequested, PullRequestClosed } from "./WorkflowError.ts"

/** What somebody may do in a repository; each includes those before it. */
export type Permission = "read" | "triage" | "write" | "maintain" | "admin"

/** The pull request. */
export interface ReviewInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Number of the pull request. */
  readonly pull_number: number
}

/** Which reviews count. */
export interface ReviewOptions<out R = never> extends Waiting<R> {
  /** How many reviewers must approve. Default: 1. */
  readonly approvals?: number | undefined
  /** Logins of the reviewers who count. Default: everyone with the `permission`. */
  readonly by?: ReadonlyArray<string> | undefined
  /** What a reviewer must be permitted to do. Default: write. */
  readonly permission?: Permission | undefined
  /** Whether only reviews of the current head count. Default: false. */
  readonly ofHead?: boolean | undefined
  /** When a reviewer asks for changes: `wait` until that is over, or `fail`. Default: fail. */
  readonly onChanges?: "wait" | "fail" | undefined
}

/** What `review` can fail with. */
export const ReviewFailure = failureOf([NotFound, NotAcceptable, ChangesRequested, PullRequestClosed, AwaitTimedOut])
export type ReviewFailure = typeof ReviewFailure.Type

/**
 * Waits until a pull request is approved, and returns the approving reviews. The newest verdict of each reviewer
 * counts; a comment is not a verdict. Changes nothing.
 *
 * Fails with `ChangesRequested` as `onChanges` says, with `PullRequestClosed` once it is closed or merged without the
 * approvals, and with `AwaitTimedOut` after `timeout` or at the end of `schedule`. An outage or a rate limit in the
 * meantime does not end the wait, unless it lasts until the end: the wait then fails with that error.
 */
export const review: <R = never>(
  input: ReviewInput,
  options?: ReviewOptions<R>
) => Effect.Effect<ReadonlyArray<Review>, ReviewFailure, Forge | R> = Effect.fn("Await.review")(function* <R = never>(
  { owner, pull_number, repo }: ReviewInput,
  {
    approvals = 1,
    by,
    ofHead = false,
    onChanges = "fail",
    permission = "write",
    schedule,
    timeout = usualTimeout
  }: ReviewOptions<R> = {}
) {
  yield* Given.check("Await.review", {
    approvals: Given.count(approvals, 0),
    by: by?.length === 0 ? "names nobody" : Given.names(by),
    timeout: Given.duration(timeout)
  })
  const place = { owner, repo }
  const isPermitted = makePermitted(place, permission)
  const names = by?.map((login) => login.toLowerCase())

  const counts = ({ user }: Review): Effect.Effect<boolean, ReviewFailure, Forge> =>
    user === null || names?.includes(user.login.toLowerCase()) === false
      ? Effect.succeed(false)
      : isPermitted(user.login)

  const read = Effect.gen(function* () {
    const pull = yield* PullRequests.get({ ...place, pull_number })
    const reviews = yield* Stream.runCollect(PullRequests.listReviews({ ...place, pull_number }))
    return { pull, verdicts: yield* Effect.filter(verdictsOf(reviews), counts) }
  })

  return yield* watch({
    place,
    read,
    decide: ({ pull, verdicts }): Effect.Effect<Option.Option<ReadonlyArray<Review>>, ReviewFailure> => {
      const current = ofHead ? verdicts.filter(({ commit_id }) => commit_id === pull.head.sha) : verdicts
      const refusing = current.filter(({ state }) => state === "CHANGES_REQUESTED")
      const approving = current.filter(({ state }) => state === "APPROVED")
      if (refusing.length === 0 && approving.length >= approvals) return Effect.succeedSome(approving)
      if (pull.state === "closed") {
        const message = `#${pull_number} was closed without the approvals`
        return Effect.fail(new PullRequestClosed({ ...place, pull_number, message }))
      }
      if (refusing.length === 0 || onChanges === "wait") return Effect.succeedNone
      const reviews = refusing.map(({ body, html_url, user }) => ({ user: user?.login ?? null, body, url: html_url }))
      const message = `Changes of #${pull_number} are requested by ${reviews.map(({ user }) => user).join(", ")}`
      return Effect.fail(new ChangesRequested({ ...place, pull_number, reviews, message }))
    },
    timedOut: (_, after) =>
      new AwaitTimedOut({
        ...place,
        awaited: "review",
        after,
        message: `#${pull_number} is not approved after ${Duration.format(after)}`
      }),
    schedule,
    timeout
  })
}, observed)

/** The newest verdict of each reviewer. */
const verdictsOf = (reviews: ReadonlyArray<Review>): ReadonlyArray<Review> => {
  const last = new Map<string, Review>()
  for (const review of reviews) {
    const { state, user } = review
    if (user !== null && state !== "COMMENTED" && state !== "PENDING") last.set(user.login.toLowerCase(), review)
  }
  return [...last.values()]
}

/** The issue or pull request. */
export interface CommentInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Number of the issue or pull request. */
  readonly issue_number: number
}

/** Which comments count. */
export interface CommentOptions<out R = never> extends Waiting<R> {
  /** The command, such as `/deploy`, with which the comment begins; or several. */
  readonly command: string | ReadonlyArray<string>
  /** What the author must be permitted to do. Comments of others do not count. Default: write. */
  readonly permission?: Permission | undefined
  /**
   * The `id` of a comment: only later ones count, such as the answers to a question of the program. Default: those that
   * are written after the first look. Set it, so that a program that is started again misses none.
   */
  readonly after?: number | undefined
}

/** A command that somebody has given. */
export interface Command {
  /** The command, such as `/deploy`. */
  readonly command: string
  /** The words after it, on the same line. */
  readonly args: ReadonlyArray<string>
  /** Login of the author. */
  readonly by: string
  /** The comment. */
  readonly comment: IssueComment
}

/** What `comment` can fail with. */
export const CommentFailure = failureOf([NotFound, Gone, AwaitTimedOut])
export type CommentFailure = typeof CommentFailure.Type

/**
 * Waits for a comment that is a command, such as `/deploy staging`, from somebody with permission. The first one counts.
 * Changes nothing.
 *
 * Fails with `AwaitTimedOut` after `timeout` or at the end of `schedule`. An outage or a rate limit in the meantime
 * does not end the wait, unless it lasts until the end: the wait then fails with that error.
 */
export const comment: <R = never>(
  input: CommentInput,
  options: CommentOptions<R>
) => Effect.Effect<Command, CommentFailure, Forge | R> = Effect.fn("Await.comment")(function* <R = never>(
  { issue_number, owner, repo }: CommentInput,
  { after, command, permission = "write", schedule, timeout = usualTimeout }: CommentOptions<R>
) {
  const commands = typeof command === "string" ? [command] : command
  yield* Given.check("Await.comment", {
    command: commandRefused(commands),
    after: Given.count(after, 0),
    timeout: Given.duration(timeout)
  })
  const place = { owner, repo }
  const isPermitted = makePermitted(place, permission)
  /** Comments up to this id do not count. */
  let before = after

  const read = Stream.runCollect(Issues.listComments({ ...place, issue_number }))

  const decide = Effect.fnUntraced(function* (
    comments: ReadonlyArray<IssueComment>
  ): Effect.fn.Return<Option.Option<Command>, CommentFailure, Forge> {
    before ??= Math.max(0, ...comments.map(({ id }) => id))
    for (const comment of comments) {
      if (comment.id <= before) continue
      const given = commandIn(comment.body, commands)
      const by = comment.user?.login
      if (given === undefined || by === undefined || !(yield* isPermitted(by))) continue
      return Option.some({ ...given, by, comment })
    }
    return Option.none()
  })

  return yield* watch({
    place,
    read,
    decide,
    timedOut: (_, limit) =>
      new AwaitTimedOut({
        ...place,
        awaited: "comment",
        after: limit,
        message: `Nobody has written ${commands.join(" or ")} to #${issue_number} after ${Duration.format(limit)}`
      }),
    schedule,
    timeout
  })
}, observed)

/** Why nobody could give such a command: it is the first word of a comment. */
const commandRefused = (commands: ReadonlyArray<string>): string | undefined =>
  commands.length > 0 && commands.every((one) => /^\S+$/.test(one)) ? undefined : "must be one word, or several of them"

/** The command in the first line of a text. */
const commandIn = (body: string, commands: ReadonlyArray<string>): Pick<Command, "command" | "args"> | undefined => {
  const [first, ...args] = (body.trimStart().split("\n")[0] ?? "").trim().split(/\s+/)
  const command = commands.find((one) => one.toLowerCase() === first?.toLowerCase())
  return command === undefined ? undefined : { command, args }
}

const levels: ReadonlyArray<string> = ["none", "read", "triage", "write", "maintain", "admin"]

/** Tells whether somebody has a permission. Asks once for each login. */
const makePermitted = (
  { owner, repo }: Place,
  wanted: Permission
): ((login: string) => Effect.Effect<boolean, RequestError, Forge>) => {
  const known = new Map<string, boolean>()
  return (login) => {
    const found = known.get(login.toLowerCase())
    if (found !== undefined) return Effect.succeed(found)
    return Collaborators.getPermission({ owner, repo, username: login }).pipe(
      // A role of the organization's own counts as the one that it is based on.
      Effect.map(({ permission, role_name }) => Math.max(levels.indexOf(permission), levels.indexOf(role_name))),
      // The account was deleted.
      Effect.catchTag("NotFound", () => Effect.succeed(0)),
      Effect.map((level) => level >= levels.indexOf(wanted)),
      Effect.tap((isPermitted) => Effect.sync(() => known.set(login.toLowerCase(), isPermitted)))
    )
  }
}
