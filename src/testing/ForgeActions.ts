/** What colleagues and a CI do to a simulated GitHub, on its handle. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { FilesSeed } from "./ForgeContentSeed.ts"
import type { CheckConclusion, StatusState } from "./ForgeState.ts"

/** The service does not let somebody do that: the response that a request would get. */
export class ActionRefused extends Schema.TaggedError<ActionRefused>("forgecast/ActionRefused")("ActionRefused", {
  /** Who wanted to act. */
  login: Schema.String,
  /** The method and the path, such as `PUT /repos/acme/web/pulls/1/merge`. */
  request: Schema.String,
  /** The status of the response. */
  status: Schema.Int,
  /** What the service says about it. */
  serviceMessage: Schema.String
}) {
  /** The request, who wanted it, and what the service says. */
  override get message(): string {
    return `${this.request}, as ${this.login}: ${this.status} ${this.serviceMessage}`
  }
}

/** Who acts. */
export interface Acting {
  /** A login. Default: the owner of the repository. */
  readonly by?: string
}

/** An action of somebody other than the program. */
export type Action<A> = Effect.Effect<A, ActionRefused>

/**
 * What somebody other than the program does, in one step. Repositories are `owner/name`.
 *
 * Each action is a request that the simulator serves itself: hooks get events, protection and permissions apply, and an
 * action that the service refuses fails with `ActionRefused`. Limits, latency and faults do not apply. Actions are in
 * the journal, but not in `requests`.
 *
 * **Example** (A CI and a reviewer, while the program waits)
 *
 * ```ts
 * const { approve, finishCheck } = yield* ForgeSimulator.ForgeSimulator
 * const merged = yield* Effect.forkChild(Merge.whenGreen({ owner: "acme", repo: "web", pull_number: 1 }, { onReview: "wait" }))
 * yield* finishCheck("acme/web", "build", "success")
 * yield* approve("acme/web", 1, { by: "grace" })
 * yield* TestClock.adjust("5 minutes")
 * yield* Fiber.join(merged)
 * ```
 */
export interface Actions {
  /**
   * Completes a check run, as its App, and returns its id. Without `ref`, it is the run of that name that is under way, or
   * a new one on the default branch. With `ref`, a branch, a tag or a sha, it is one on that commit: the one under way, or a
   * new one. A new one is of GitHub Actions, or of the App with the slug `app`.
   */
  readonly finishCheck: (
    repository: string,
    name: string,
    conclusion: CheckConclusion,
    options?: { readonly ref?: string; readonly app?: string }
  ) => Action<number>
  /** Sets the status of a commit, by default that of the default branch. `ref` is a branch, a tag or a sha. */
  readonly setStatus: (
    repository: string,
    context: string,
    state: StatusState,
    options?: Acting & { readonly ref?: string }
  ) => Action<void>
  /** Approves a pull request. Its author cannot. */
  readonly approve: (repository: string, number: number, options?: Acting & { readonly body?: string }) => Action<void>
  /** Requests changes to a pull request. */
  readonly requestChanges: (repository: string, number: number, body: string, options?: Acting) => Action<void>
  /** Comments on an issue or a pull request, and returns the id of the comment. */
  readonly comment: (repository: string, number: number, body: string, options?: Acting) => Action<number>
  /**
   * Pushes a commit to a branch, and returns its sha. The branch is the default one by default, which a new one starts
   * from. Files are as in a seed: null removes one, and what is not valid there is a defect.
   */
  readonly push: (
    repository: string,
    files: FilesSeed,
    options?: Acting & { readonly branch?: string; readonly message?: string }
  ) => Action<string>
  /** Merges a pull request, and returns the sha of the resulting commit. */
  readonly merge: (
    repository: string,
    number: number,
    options?: Acting & { readonly method?: "merge" | "squash" | "rebase" }
  ) => Action<string>
  /** Switches on auto-merge for a pull request. Refused if it can be merged at once. */
  readonly enableAutoMerge: (
    repository: string,
    number: number,
    options?: Acting & { readonly method?: "merge" | "squash" | "rebase" }
  ) => Action<void>
  /** Takes that wish back. */
  readonly disableAutoMerge: (repository: string, number: number, options?: Acting) => Action<void>
  /**
   * Puts a pull request into the merge queue of its base, which a ruleset requires; with `jump`, in front of all
   * others.
   */
  readonly enqueue: (repository: string, number: number, options?: Acting & { readonly jump?: boolean }) => Action<void>
  /** Takes a pull request out of the merge queue. */
  readonly dequeue: (repository: string, number: number, options?: Acting) => Action<void>
  /** Closes an issue or a pull request. */
  readonly close: (repository: string, number: number, options?: Acting) => Action<void>
}
