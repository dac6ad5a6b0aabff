/** The handle on a simulated GitHub. */
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { Actions } from "./ForgeActions.ts"
import type { Fault } from "./FaultTypes.ts"
import type { ContentSeed, Seed } from "./ForgeSeed.ts"
import type { LimitStatus, RepositorySnapshot, Resource } from "./ForgeState.ts"
import type { Received } from "./Journal.ts"

/** Where a secret is. */
export interface SecretPlace {
  /** The repository (`owner/name`). */
  readonly repository?: string
  /** The environment of the repository. */
  readonly environment?: string
  /** Login of the organization, for its own secrets. */
  readonly organization?: string
  /** Whether it is one of Dependabot. Default: false, one of GitHub Actions. */
  readonly dependabot?: boolean
}

/** Answers the deliveries of hooks: what a web server does with a request. One that fails answers 500. */
export type Receive<R = never> = (request: Request) => Effect.Effect<Response, unknown, R> | Promise<Response>

/** A delivery that is made by hand. */
export interface MadeDelivery {
  /** The name of the event, such as `issues`. */
  readonly event: string
  /** The payload, as the service sends it. */
  readonly payload: object
}

/** Seeds the service, inspects it, changes it and breaks it, and acts in it as others do. */
export interface Handle extends Actions {
  /** Root URL of the service's API. */
  readonly baseUrl: string
  /** Root URLs of the service's origins: the API, the uploads of release assets, and the storage of downloads. */
  readonly urls: { readonly api: string; readonly uploads: string; readonly storage: string }
  /** The first token of the seed; null if it has none (`tokens: {}`). */
  readonly token: Redacted.Redacted | null
  /** The received requests in order of arrival, with credentials redacted. */
  readonly requests: Effect.Effect<ReadonlyArray<Received>>
  /** What was delivered to hooks, in the order of sending. `status` is what the receiver answered. */
  readonly deliveries: Effect.Effect<ReadonlyArray<Received>>
  /** The received requests, the deliveries and the actions of others as a table, for logs and snapshots. */
  readonly journal: Effect.Effect<string>
  /** Forgets the received requests and the deliveries. */
  readonly clearRequests: Effect.Effect<void>
  /** All repositories with their content, as plain values. */
  readonly snapshot: Effect.Effect<ReadonlyArray<RepositorySnapshot>>
  /** One repository by `owner/name`, as plain values. An unknown name is a defect. */
  readonly repository: (name: string) => Effect.Effect<RepositorySnapshot>
  /**
   * Reads a file of a repository: `simulator.file("acme/web", "README.md")`. `ref` is a branch, a tag or a commit; the
   * default branch by default. Returns undefined if there is no such file.
   */
  readonly file: (repository: string, path: string, ref?: string) => Effect.Effect<Uint8Array | undefined>
  /**
   * Adds to the state. Content of a repository that exists is added to it.
   *
   * The program keeps its identity. Only if the simulator started with neither `tokens` nor repositories, the first seed
   * that has some says who that is: the login and the limits of its first token, or the owner of its first repository.
   */
  readonly seed: (seed: ContentSeed) => Effect.Effect<void>
  /**
   * The whole state as a seed. A simulator that starts with it gives the same answers, with the same ids, dates and
   * ETags, and continues with the same numbers. Plain JSON. What was used of rate limits is not part of it.
   */
  readonly toSeed: Effect.Effect<ContentSeed>
  /** Resets state, limits, log and faults, to the same seed or another one. The service stays at its URLs. */
  readonly reset: (seed?: Omit<Seed, "baseUrl">) => Effect.Effect<void>
  /**
   * Performs any request that the simulator serves as somebody else, bypassing limits, faults and log: for what
   * `Actions` has no function for.
   *
   * `simulator.as("octo", "PATCH /repos/acme/web/issues/1", { title: "New" })` returns the response's JSON. A refusal is a
   * defect.
   */
  readonly as: (login: string, request: string, body?: unknown) => Effect.Effect<unknown>
  /**
   * The plain value of a secret, which no request can read: `simulator.secret("TOKEN", { repository: "acme/web" })`.
   * Undefined if there is no such secret, or if its seed does not say. Needs the packages that `Secrets.put` needs.
   */
  readonly secret: (name: string, of: SecretPlace) => Effect.Effect<Redacted.Redacted | undefined>
  /**
   * Receives deliveries in process for as long as the scope lasts: those to URLs that start with `at`, or all of them.
   * Each runs in a fiber of its own, with the services and the clock of the caller. `ForgeSimulator.receiver` is the
   * same as a Layer. Without a receiver, each delivery ends as if the host did not answer.
   */
  readonly connect: <R = never>(receive: Receive<R>, at?: string) => Effect.Effect<void, never, R | Scope.Scope>
  /** Waits until no delivery is on its way: none that was sent, and none that its receiver has caused. */
  readonly settled: Effect.Effect<void>
  /**
   * Delivers a payload unchanged to all hooks of its repository, its organization or its installation that take the
   * event. If there are none, that is a defect. `Samples.delivery.wire` makes one of each event.
   */
  readonly deliver: (made: MadeDelivery) => Effect.Effect<void>
  /** Renames a repository (`owner/name`). The old name redirects. */
  readonly rename: (from: string, to: string) => Effect.Effect<void>
  /** Deletes an issue, which no request can do. The service then answers 410. */
  readonly deleteIssue: (repository: string, number: number) => Effect.Effect<void>
  /** Assigns a token to a login, or revokes it (null). */
  readonly setToken: (token: string, login: string | null) => Effect.Effect<void>
  /** Suspends an installation of an app, by its id, or ends its suspension. */
  readonly setSuspended: (installation: number, suspended: boolean) => Effect.Effect<void>
  /** The scripted failures. */
  readonly faults: {
    readonly add: (...faults: ReadonlyArray<Fault>) => Effect.Effect<void>
    readonly clear: Effect.Effect<void>
    /** The faults that may still hit a request. */
    readonly pending: Effect.Effect<ReadonlyArray<Fault>>
  }
  /** The rate limits that have been used, in windows that are still open. */
  readonly limits: Effect.Effect<ReadonlyArray<LimitStatus>>
  /** Sets what a login (null: clients that are not signed in) has left until the window ends. */
  readonly setRemaining: (login: string | null, remaining: number, resource?: Resource) => Effect.Effect<void>
}
