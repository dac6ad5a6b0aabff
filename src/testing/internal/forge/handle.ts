/** The handle on a simulated code-hosting service: seeds it, inspects it, changes it and breaks it. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Outcome, type Request, textOf } from "../exchange.ts"
import { type Fault, named } from "../fault.ts"
import type { Received } from "../journal.ts"
import { makeSimulator } from "../simulator.ts"
import { makeService, operationNames } from "./service.ts"
import type { LimitStatus, Resource } from "./state/limits.ts"
import { fullName, type Repository, repositoryNamed, userOf } from "./state/model.ts"
import { type ContentSeed, plant, type Seed } from "./state/seed.ts"
import { type RepositorySnapshot, repositorySnapshot } from "./state/snapshot.ts"

export interface Handle {
  /** Root URL of the service's API. */
  readonly baseUrl: string
  /** The received requests in order of arrival, with credentials redacted. */
  readonly requests: Effect.Effect<ReadonlyArray<Received>>
  readonly clearRequests: Effect.Effect<void>
  /** All repositories with their content, as plain values. */
  readonly snapshot: Effect.Effect<ReadonlyArray<RepositorySnapshot>>
  /** One repository by `owner/name`, as plain values. An unknown name is a defect. */
  readonly repository: (name: string) => Effect.Effect<RepositorySnapshot>
  /** Adds to the state. Content of a repository that exists is added to it. */
  readonly seed: (seed: ContentSeed) => Effect.Effect<void>
  /** Resets state, limits, log and faults, to the same seed or another one. */
  readonly reset: (seed?: Seed) => Effect.Effect<void>
  /**
   * Performs any request that the simulator serves as somebody else, bypassing limits, faults and log.
   *
   * `simulator.as("octo", "PATCH /repos/acme/web/issues/1", { title: "New" })` returns the answer's JSON. A refusal is a
   * defect.
   */
  readonly as: (login: string, request: string, body?: unknown) => Effect.Effect<unknown>
  /** Renames a repository (`owner/name`). The old name redirects. */
  readonly rename: (from: string, to: string) => Effect.Effect<void>
  /** Deletes an issue, which no request can do. The service then answers 410. */
  readonly deleteIssue: (repository: string, number: number) => Effect.Effect<void>
  /** Assigns a token to a login, or revokes it (null). */
  readonly setToken: (token: string, login: string | null) => Effect.Effect<void>
  readonly faults: {
    readonly add: (...faults: ReadonlyArray<Fault>) => Effect.Effect<void>
    readonly clear: Effect.Effect<void>
    /** The faults that may still hit a request. */
    readonly pending: Effect.Effect<ReadonlyArray<Fault>>
  }
  /** The rate limits that something was used of, in windows that are still open. */
  readonly limits: Effect.Effect<ReadonlyArray<LimitStatus>>
  /** Sets what a login (null: clients that are not signed in) has left until the window ends. */
  readonly setRemaining: (login: string | null, remaining: number, resource?: Resource) => Effect.Effect<void>
}

export interface Made {
  readonly handle: Handle
  readonly exchange: (request: Request) => Effect.Effect<Outcome>
}

export interface MakeOptions {
  readonly baseUrl?: string
  /** A clock to use in place of the caller's. */
  readonly clock?: Clock.Clock
}

export const makeForge = Effect.fnUntraced(function* (seed: Seed, options: MakeOptions = {}) {
  const timed = <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
    options.clock === undefined ? effect : Effect.provideService(effect, Clock.Clock, options.clock)
  const withNow = <A>(f: (now: number) => A): Effect.Effect<A> => timed(Effect.map(Clock.currentTimeMillis, f))

  let service = yield* withNow((now) => makeService(seed, now, options.baseUrl))
  const simulator = makeSimulator(() => service)

  const existing = (name: string): Repository => {
    const repository = repositoryNamed(service.world, name)
    if (repository === undefined) throw new Error(`The simulator has no repository ${name}`)
    return repository
  }

  const act = (login: string, wire: string, body: unknown, now: number): unknown => {
    const [method = "", path = ""] = wire.split(" ")
    const bytes = new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
    const url = new URL(`${service.baseUrl}${path}`)
    const answer = service.act({ method, url, headers: {}, body: bytes }, login, now)
    const text = textOf(answer.body)
    if (answer.status > 299) throw new Error(`${wire}, as ${login}: ${answer.status} ${text}`)
    return text === "" ? undefined : JSON.parse(text)
  }

  const rename = (from: string, to: string): void => {
    const repository = existing(from)
    const { names, formerNames, repositories } = service.world
    const [owner = repository.owner, name = repository.name] = to.split("/")
    names.delete(fullName(repository).toLowerCase())
    formerNames.set(fullName(repository).toLowerCase(), repository.id)
    formerNames.delete(to.toLowerCase())
    names.set(to.toLowerCase(), repository.id)
    repositories.set(repository.id, { ...repository, owner, name })
  }

  const handle: Handle = {
    baseUrl: service.baseUrl,
    requests: Effect.sync(simulator.log),
    clearRequests: Effect.sync(simulator.clearLog),
    snapshot: Effect.sync(() => [...service.world.repositories.values()].map(repositorySnapshot)),
    repository: (name) => Effect.sync(() => repositorySnapshot(existing(name))),
    seed: (more) => withNow((now) => plant(service.world, more, now)),
    reset: (other = seed) =>
      withNow((now) => {
        service = makeService(other, now, service.baseUrl)
        simulator.clearLog()
        simulator.script.clear()
      }),
    as: (login, request, body) => withNow((now) => act(login, request, body, now)),
    rename: (from, to) => Effect.sync(() => rename(from, to)),
    deleteIssue: (repository, number) =>
      Effect.sync(() => {
        const { deletedIssues, issues } = existing(repository)
        if (issues.delete(number)) deletedIssues.add(number)
      }),
    setToken: (token, login) =>
      withNow((now) => {
        if (login === null) service.world.tokens.delete(token)
        else plant(service.world, { tokens: { [token]: login } }, now)
      }),
    faults: {
      add: (...faults) => Effect.sync(() => simulator.script.add(named(faults, operationNames))),
      clear: Effect.sync(simulator.script.clear),
      pending: Effect.sync(simulator.script.pending)
    },
    limits: withNow((now) => service.limits?.all(now) ?? []),
    setRemaining: (login, remaining, resource = "core") =>
      withNow((now) => {
        const known = login === null ? null : (userOf(service.world, login)?.login ?? login)
        service.limits?.setRemaining(known, resource, remaining, now)
      })
  }

  const made: Made = { handle, exchange: (request) => timed(simulator.exchange(request)) }
  return made
})
