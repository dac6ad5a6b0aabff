/**
 * An in-memory GitHub that follows the real one's rules, for tests and demonstrations.
 *
 * **When to use**
 *
 * To run a program on `Forge` without an account and without a network. The simulator takes the place of the
 * `HttpClient`, so everything above it (cache, retries, rate limits, decoding) is the code that runs in production.
 *
 * **Details**
 *
 * The service is stateful: listings contain what was created, numbers and ids are assigned in order, and renaming a
 * label renames it everywhere. Repositories have git objects: a merge makes commits and changes files, or conflicts. It
 * decides who may see and change what, pages with `Link`, revalidates with ETags, counts rate limits, and sends the real
 * service's error messages. It fails when a fault says so (see `Faults`). Time is Effect's `Clock`: under a `TestClock`,
 * hours pass at once. The same requests in the same order get the same responses.
 *
 * It serves all operations of `forgecast/forge`. It answers any other request with 501 (`UnexpectedStatus`) and a message
 * that says how to script the response. So a 404 always means that something does not exist, or may not be seen, unless
 * the seed says `unserved: 404`.
 *
 * **Gotchas**
 *
 * Only a repository's owner and collaborators can be assigned. Without `tokens` in the seed, there is a single token:
 * `ForgeSimulator.token`, which is `"simulator-token"`. It belongs to the first repository's owner. Requests to an origin other than the service's fail as if the
 * host did not exist. The secondary rate limits apply, too: a test that creates more than 80 records in a minute of its
 * clock, or writes more than 180 times, sets `limits`.
 *
 * **Example**
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const simulator = yield* ForgeSimulator.ForgeSimulator
 *   yield* simulator.faults.add(Faults.unavailable({ operation: "Issues.get" }))
 *   const issue = yield* Issues.get({ owner: "acme", repo: "web", issue_number: 1 })
 *   const attempts = (yield* simulator.requests).length // 2: the first one failed
 * })
 *
 * program.pipe(
 *   Effect.provide(
 *     ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in" }] }] })
 *   )
 * )
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as HttpClient from "effect/http/HttpClient"
import * as Forge from "../forge/Forge.ts"
import * as Credentials from "../rest/Credentials.ts"
import * as Transport from "../rest/Transport.ts"
import type { Answers } from "./ForgeAnswers.ts"
import type { Handle, Receive } from "./ForgeHandle.ts"
import type { IssueSeed } from "./ForgeIssueSeed.ts"
import type { IssuesOptions, Seed } from "./ForgeSeed.ts"
import { layer as layerAnswers } from "./internal/answers.ts"
import { makeForge } from "./internal/forge/handle.ts"
import { token as defaultToken, tokensOf } from "./internal/forge/state/seed/plant.ts"
import { issues as sampleIssues } from "./internal/forge/state/seed/sample.ts"
import { makeHttpClient } from "./internal/httpClient.ts"

export type { GrantSeed, OAuthAppSeed } from "./ForgeOAuthSeed.ts"
export type { Answer, AnswerOf, Answers, Modules, Operations } from "./ForgeAnswers.ts"
export type { Handle, MadeDelivery, Receive } from "./ForgeHandle.ts"
export type {
  AssetSeed,
  AuthorSeed,
  BranchSeed,
  AnnotationSeed,
  CheckSeed,
  CheckSuiteSeed,
  CommitSeed,
  FileSeed,
  FilesSeed,
  GitSeed,
  MergesSeed,
  Moment,
  ProtectionSeed,
  ReleaseSeed,
  SettingsSeed,
  StatusSeed
} from "./ForgeContentSeed.ts"
export type { DelaysSeed } from "./ForgeDelaysSeed.ts"
export type { AppHookSeed, DeliverySeed, HookSeed } from "./ForgeHookSeed.ts"
export type {
  AutoMergeSeed,
  CommentSeed,
  IssueFieldOptionSeed,
  IssueFieldSeed,
  IssueSeed,
  IssueTypeSeed,
  LabelSeed,
  MilestoneSeed,
  PullSeed,
  QueueEntrySeed,
  ReviewCommentSeed,
  ReviewSeed
} from "./ForgeIssueSeed.ts"
export type {
  Allowance,
  AppSeed,
  ContentSeed,
  InstallationSeed,
  IssuesOptions,
  LimitsSeed,
  ManifestSeed,
  MemberRole,
  OrganizationSeed,
  PermissionsSeed,
  RepositorySeed,
  SecondaryLimits,
  Seed,
  TeamSeed,
  TokenSeed,
  UserSeed
} from "./ForgeSeed.ts"
export type { SubscriptionSeed } from "./ForgeSharingSeed.ts"
export type { CacheSeed, EnvironmentSeed, SecretSeed, VariableSeed } from "./ForgeSettingsSeed.ts"
export type {
  ArtifactSeed,
  AttemptSeed,
  DeploymentSeed,
  DeploymentStatusSeed,
  JobSeed,
  RunSeed,
  StepSeed,
  WorkflowSeed
} from "./ForgeWorkflowSeed.ts"
export type {
  AnnotationLevel,
  CheckConclusion,
  CheckStatus,
  CommentSnapshot,
  DeploymentState,
  HookSnapshot,
  IssueColor,
  IssueFieldContent,
  IssueFieldType,
  IssueSnapshot,
  LimitStatus,
  LockReason,
  Permission,
  ReleaseSnapshot,
  RepositorySnapshot,
  Resource,
  ReviewState,
  State,
  StateReason,
  StatusState
} from "./ForgeState.ts"
export type { Received } from "./Journal.ts"

/** The handle on the simulated service: seeds it, inspects it, changes it and breaks it. */
export class ForgeSimulator extends Context.Service<ForgeSimulator, Handle>()("forgecast/testing/ForgeSimulator") {}

/** Provides an in-process `HttpClient` that reaches only the simulated service, and the handle on it. */
export const layerHttpClient = (seed: Seed = {}): Layer.Layer<HttpClient.HttpClient | ForgeSimulator> =>
  Layer.effectContext(
    Effect.map(makeForge(seed), ({ exchange, handle }) =>
      Context.make(HttpClient.HttpClient, makeHttpClient(exchange)).pipe(Context.add(ForgeSimulator, handle))
    )
  )

/**
 * Provides a ready `Forge` over the simulated service, and the handle on it. Requests carry the seed's first token; with
 * `tokens: {}` they are anonymous. Cache and rate limits are in memory.
 */
export const layer = (seed: Seed = {}): Layer.Layer<Forge.Forge | ForgeSimulator> => {
  const [first] = Object.keys(tokensOf(seed))
  const credentials = first === undefined ? Credentials.layerAnonymous : Credentials.layerToken(Redacted.make(first))
  const simulator = layerHttpClient(seed)
  const forge = Forge.layer(seed.baseUrl === undefined ? {} : { baseUrl: seed.baseUrl }).pipe(
    Layer.provide([credentials, Transport.inMemory, simulator])
  )
  // The simulated client stays inside, so that it does not replace the program's own.
  return Layer.merge(forge, Layer.provide(Layer.effect(ForgeSimulator, ForgeSimulator), simulator))
}

/**
 * Receives what the simulator delivers to hooks for as long as the Layer lives: those to URLs that start with `at`, or
 * all of them. `receive` does what a web server does with a request, and may use `Forge`: deliveries run on the test's
 * clock, outside of the request that causes them. `settled` of the handle waits until they have ended.
 *
 * **Example** (A bot under test)
 *
 * ```ts
 * const Bot = ForgeSimulator.receiver((request) =>
 *   Webhooks.receive(request).pipe(
 *     Effect.flatMap((delivery) => Webhooks.dispatch(handlers, delivery)),
 *     Effect.as(new Response(null, { status: 202 })),
 *     Effect.catch((error) => Effect.succeed(new Response(null, { status: error.status })))
 *   )
 * )
 * const hooks = [{ url: "https://bot.example", secret: "rain", events: ["issues"] }]
 * const TestLive = Bot.pipe(
 *   Layer.provide(Webhooks.layer({ secret: Redacted.make("rain") })),
 *   Layer.provideMerge(ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", hooks }] }))
 * )
 * ```
 */
export const receiver = <R = never>(receive: Receive<R>, at?: string): Layer.Layer<never, never, R | ForgeSimulator> =>
  Layer.effectDiscard(ForgeSimulator.use(({ connect }) => connect(receive, at)))

/** The token of a simulator whose seed has no `tokens`. */
export const token = defaultToken

/**
 * Makes plausible issues for a seed: several lines of Markdown each, with labels, assignees, milestones and comments.
 * Some are closed, locked, or pull requests. The same call returns the same issues.
 *
 * **When to use**
 *
 * To fill a repository for a demonstration, or for a test that needs several pages of any content.
 *
 * **Example**
 *
 * ```ts
 * const seed = { repositories: [{ owner: "acme", name: "web", issues: ForgeSimulator.issues(300) }] }
 * ```
 */
export const issues: (count: number, options?: IssuesOptions) => ReadonlyArray<IssueSeed> = sampleIssues

/**
 * Provides a `Forge` that answers single operations, without a service: each with a value, an error, an Effect of them,
 * or a function of the input that returns any of these.
 *
 * **When to use**
 *
 * To test a function that calls an operation or two. A workflow is better tested with `layer`, which keeps the rules of
 * the service: answers only prove that the program copes with them.
 *
 * **Details**
 *
 * Answers pass through the pipeline like those of a service, so `withReply`, `ifChanged`, pages and `Stream`s work. Errors
 * are returned as they are, without retries. A call of any other operation is a defect, which names the operation and its
 * input. `Samples` makes whole records and errors. A listing is answered with all items; a function is asked again for
 * each page. Of an upload, the function gets the fields of the URL. `Write.once` finds no earlier write.
 *
 * **Example**
 *
 * ```ts
 * ForgeSimulator.answers({
 *   "Issues.get": ({ issue_number }) =>
 *     issue_number === 1 ? Samples.issue({ number: 1 }) : Samples.error("NotFound"),
 *   "Labels.listForIssue": [Samples.label({ name: "bug" })]
 * })
 * ```
 */
export const answers: (answers: Answers) => Layer.Layer<Forge.Forge> = layerAnswers

export { type Acting, type Action, ActionRefused, type Actions } from "./ForgeActions.ts"
