/** Leaves the merge of a pull request to the service: its merge queue, and auto-merge. `Merge.enqueue` has it. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Forge } from "../forge/Forge.ts"
import { GraphQLFailed, Unmergeable } from "../forge/ForgeError.ts"
import * as GraphQL from "../forge/GraphQL.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import type { Waiting } from "./CheckStates.ts"
import { failureOf } from "./internal/failures.ts"
import { observed } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"
import { usualTimeout, watch } from "./internal/watch.ts"
import { AwaitTimedOut, HeadMoved, PullRequestClosed } from "./WorkflowError.ts"

/** The pull request, and how to merge it. */
export interface EnqueueInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Number of the pull request. */
  readonly pull_number: number
  /** How to merge. A merge queue has a method of its own. Default: merge. */
  readonly merge_method?: "merge" | "squash" | "rebase" | undefined
  /** First line of the merge commit, without a merge queue. Default: the service writes it. */
  readonly commit_title?: string | undefined
  /** The rest of its message, without a merge queue. Default: the service writes it. */
  readonly commit_message?: string | undefined
  /** The head that must be merged. Default: the one that the first look finds. */
  readonly sha?: string | undefined
}

/** What to wait for. */
export interface EnqueueOptions<out R = never> extends Waiting<R> {
  /** `merged`: until it is merged. `accepted`: until the service has taken it over. Default: accepted. */
  readonly until?: "accepted" | "merged" | undefined
}

/** How far it is. */
export type Enqueued =
  /** It is in the merge queue of its base. `position` is 1 for the next one. */
  | { readonly _tag: "Queued"; readonly position: number }
  /** The service merges it, or puts it into the merge queue, as soon as all requirements of its base are met. */
  | { readonly _tag: "AutoMerge" }
  /** It is merged. `sha` is null while the service does not know the commit. */
  | { readonly _tag: "Merged"; readonly sha: string | null }

/** What `enqueue` can fail with. */
export const EnqueueFailure = failureOf([
  NotFound,
  ValidationFailed,
  GraphQLFailed,
  Unmergeable,
  HeadMoved,
  PullRequestClosed,
  AwaitTimedOut
])
export type EnqueueFailure = typeof EnqueueFailure.Type

const Pull = Schema.Struct({
  id: Schema.String,
  state: Schema.String,
  headRefOid: Schema.String,
  isInMergeQueue: Schema.Boolean,
  isMergeQueueEnabled: Schema.Boolean,
  mergeCommit: Schema.NullOr(Schema.Struct({ oid: Schema.String })),
  autoMergeRequest: Schema.NullOr(Schema.Struct({ enabledAt: Schema.NullOr(Schema.String) })),
  mergeQueueEntry: Schema.NullOr(Schema.Struct({ position: Schema.Int }))
})
type Pull = typeof Pull.Type

const Found = Schema.Struct({
  repository: Schema.NullOr(Schema.Struct({ pullRequest: Schema.NullOr(Pull) }))
})

const query = `query MergeLater($owner: String!, $repo: String!, $number: Int!) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      id
      state
      headRefOid
      isInMergeQueue
      isMergeQueueEnabled
      mergeCommit { oid }
      autoMergeRequest { enabledAt }
      mergeQueueEntry { position }
    }
  }
}`

const enqueueing = `mutation Enqueue($input: EnqueuePullRequestInput!) {
  enqueuePullRequest(input: $input) { clientMutationId }
}`

const enabling = `mutation EnableAutoMerge($input: EnablePullRequestAutoMergeInput!) {
  enablePullRequestAutoMerge(input: $input) { clientMutationId }
}`

/**
 * Leaves the merge of a pull request to the service. It enters the merge queue of its base, if there is one, and
 * otherwise gets auto-merge. If all requirements of its base are met already, it is merged at once: if the base
 * requires no checks, the service does not wait for checks that have not ended or not begun, as with
 * `gh pr merge --auto`. `Merge.whenGreen` waits for them.
 *
 * Running it again finds what the first run did. Fails with `HeadMoved` if the head is not the given one, with
 * `PullRequestClosed` if it is closed, with `Unmergeable` (`merge_queue`) if it leaves the queue while it is awaited, and with
 * `GraphQLFailed` if the service refuses for another reason, such as auto-merge in a repository that does not allow it.
 * An outage or a rate limit does not end the wait, unless it lasts until the end: the wait then fails with that error.
 *
 * **Gotchas**
 *
 * GraphQL is not recorded by `Durable.steps`: a run that is repeated asks again.
 */
export const enqueue: <R = never>(
  input: EnqueueInput,
  options?: EnqueueOptions<R>
) => Effect.Effect<Enqueued, EnqueueFailure, Forge | R> = Effect.fn("Merge.enqueue")(function* <R = never>(
  input: EnqueueInput,
  { schedule, timeout = usualTimeout, until = "accepted" }: EnqueueOptions<R> = {}
) {
  yield* Given.check("Merge.enqueue", { timeout: Given.duration(timeout) })
  const { commit_message, commit_title, merge_method, owner, pull_number, repo } = input
  const place = { owner, repo }
  let head = input.sha
  let wasAccepted = false

  const read = Effect.flatMap(
    GraphQL.request(query, { owner, repo, number: pull_number }, { schema: Found }),
    ({ repository }) =>
      repository?.pullRequest === null || repository === null
        ? Effect.fail(missing(input))
        : Effect.succeed(repository.pullRequest)
  )

  /** Asks for what may have been done already: the next look finds that. */
  const asking = (document: string, inputs: object): Effect.Effect<unknown, EnqueueFailure, Forge> =>
    GraphQL.request(document, { input: inputs }).pipe(
      Effect.catchTag("GraphQLFailed", (failed) =>
        /already/i.test(failed.message) ? Effect.void : Effect.fail(failed)
      )
    )

  const enableAutoMerge = ({ headRefOid, id }: Pull) =>
    asking(enabling, {
      pullRequestId: id,
      expectedHeadOid: headRefOid,
      mergeMethod: merge_method?.toUpperCase(),
      commitHeadline: commit_title,
      commitBody: commit_message
    })

  const mergeNow = ({ headRefOid }: Pull) =>
    Write.once(
      PullRequests.merge,
      { ...place, pull_number, sha: headRefOid, merge_method, commit_title, commit_message },
      { key: `merge/${headRefOid}` }
    )

  /** Asks the service to merge it later, or merges it, if there is nothing to wait for. */
  const handOver = (pull: Pull): Effect.Effect<unknown, EnqueueFailure, Forge> =>
    pull.isMergeQueueEnabled
      ? asking(enqueueing, { pullRequestId: pull.id, expectedHeadOid: pull.headRefOid }).pipe(
          // It is not ready for the queue: auto-merge puts it there once it is.
          Effect.catchTag("GraphQLFailed", () => enableAutoMerge(pull))
        )
      : enableAutoMerge(pull).pipe(
          Effect.catchTag("GraphQLFailed", (failed): Effect.Effect<unknown, EnqueueFailure, Forge> =>
            /in (?:clean|unstable|has_hooks) status/i.test(failed.message) ? mergeNow(pull) : Effect.fail(failed)
          )
        )

  const decide = Effect.fnUntraced(function* (
    pull: Pull
  ): Effect.fn.Return<Option.Option<Enqueued>, EnqueueFailure, Forge> {
    const { autoMergeRequest, headRefOid, mergeCommit, mergeQueueEntry, state } = pull
    head ??= headRefOid
    if (state === "MERGED") return Option.some({ _tag: "Merged", sha: mergeCommit?.oid ?? null })
    if (state === "CLOSED") {
      return yield* new PullRequestClosed({
        ...place,
        pull_number,
        message: `#${pull_number} was closed without a merge`
      })
    }
    if (headRefOid !== head) {
      const message = `The head of #${pull_number} has moved to ${headRefOid}`
      return yield* new HeadMoved({ ...place, pull_number, expected: head, found: headRefOid, message })
    }
    const isIn = pull.isInMergeQueue || autoMergeRequest !== null
    if (isIn) {
      wasAccepted = true
      if (until === "merged") return Option.none()
      return Option.some(
        mergeQueueEntry === null ? { _tag: "AutoMerge" } : { _tag: "Queued", position: mergeQueueEntry.position }
      )
    }
    if (wasAccepted) return yield* left(input)
    yield* handOver(pull)
    return Option.none()
  })

  return yield* watch({
    place,
    read,
    decide,
    timedOut: (_, after) =>
      new AwaitTimedOut({
        ...place,
        awaited: until === "merged" ? "merge" : "queue",
        after,
        message: `#${pull_number} is not ${until} after ${Duration.format(after)}`
      }),
    schedule,
    timeout
  })
}, observed)

const refusal = ({ owner, pull_number, repo }: EnqueueInput) => ({
  operation: "Merge.enqueue",
  method: "POST",
  url: "/graphql",
  status: null,
  requestId: null,
  serviceMessage: null,
  documentationUrl: null,
  place: `${owner}/${repo}#${pull_number}`
})

const left = (input: EnqueueInput): Unmergeable => {
  const { place, ...info } = refusal(input)
  return new Unmergeable({ ...info, reason: "merge_queue", message: `${place} has left the merge queue` })
}

const missing = (input: EnqueueInput): NotFound => {
  const { place, ...info } = refusal(input)
  return new NotFound({ ...info, message: `There is no pull request ${place}` })
}
