/** Makes the handle on a simulated GitHub. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { Outcome, Request } from "../../Exchange.ts"
import type { Handle } from "../../ForgeHandle.ts"
import { type ContentSeed, type Seed, seed as seedSchema } from "../../ForgeSeed.ts"
import { type Received, table } from "../../Journal.ts"
import { textOf } from "../exchange.ts"
import { named } from "../fault.ts"
import { printable } from "../journal.ts"
import { makeSimulator } from "../simulator.ts"
import { refuser } from "../unknownInSeed.ts"
import { opened } from "./access/boxes.ts"
import { makeActions } from "./actions.ts"
import { payersOf } from "./access/identity.ts"
import { type Deliveries, makeDeliveries } from "./deliveries.ts"
import type { Urls } from "./http/call.ts"
import { isOperationName } from "./graphql/load.ts"
import { type Beside, makeService, operationNames, type Waking } from "./service.ts"
import { seedOf } from "./state/export.ts"
import { type Repository, repositoryNamed } from "./state/model.ts"
import { fileOf } from "./state/refs.ts"
import { moveRepository } from "./state/repositories.ts"
import { holderOf, isOpen, plant, token as usualToken, tokensOf } from "./state/seed/plant.ts"
import { repositorySnapshot } from "./state/snapshot.ts"

export interface Simulated {
  readonly handle: Handle
  readonly exchange: (request: Request) => Effect.Effect<Outcome>
  /** Takes deliveries to what answers them with an outcome. */
  readonly attach: Deliveries["attach"]
  /** Lets time do what it does alone as it passes, and not only once something is asked, as long as the scope is open. */
  readonly keepTime: Effect.Effect<void, never, Scope.Scope>
}

export interface MakeOptions {
  /** The service's roots, in place of those of the seed's `baseUrl`. */
  readonly urls?: Urls
  /** The token of a seed without tokens. */
  readonly token?: string
  /** A clock to use in place of the caller's. */
  readonly clock?: Clock.Clock
  /** Gets each request with its outcome, in place of the log. */
  readonly watch?: ((received: Received) => void) | undefined
  /** What secrets are made of; they may be guessed without it. */
  readonly entropy?: string
  /** Answers what is beside the API. */
  readonly beside?: Beside
}

const longestSleep = 86_400_000

/** By how much the service's clock is ahead, in milliseconds; negative if it is behind. */
const aheadOf = ({ clock = {} }: Pick<Seed, "clock">): number =>
  Duration.toMillis(clock.ahead ?? 0) - Duration.toMillis(clock.behind ?? 0)

/** A clock that shows another time, and sleeps as the given one does. */
const shifted = (clock: Clock.Clock, ahead: number): Clock.Clock => ({
  currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + ahead,
  currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + ahead),
  currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n,
  currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now + BigInt(ahead) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: clock.monotonicTimeNanos,
  sleep: (duration) => clock.sleep(duration)
})

const refuseUnknown = refuser(seedSchema)

export const makeForge = Effect.fnUntraced(function* (seed: Seed, options: MakeOptions = {}) {
  let ahead = aheadOf(seed)
  const timed = <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
    ahead === 0 && options.clock === undefined
      ? effect
      : Effect.clockWith((clock) => Effect.provideService(effect, Clock.Clock, shifted(options.clock ?? clock, ahead)))
  const withNow = <A>(f: (now: number) => A): Effect.Effect<A> => timed(Effect.map(Clock.currentTimeMillis, f))

  const usual = options.token ?? usualToken
  let open = isOpen(seed)
  const withToken = (given: Seed): Seed => ({ ...given, tokens: tokensOf(given, usual) })

  const simulator = makeSimulator(() => service, options.watch)
  const deliveries = makeDeliveries(simulator, timed)
  const waking: Waking = {}
  const serviceOf = (given: Seed, now: number, urls?: Urls) => {
    refuseUnknown(given)
    return makeService(withToken(given), now, urls, deliveries.send, options.beside, options.entropy, waking)
  }
  let service = yield* withNow((now) => serviceOf(seed, now, options.urls))

  const existing = (name: string): Repository => {
    const repository = repositoryNamed(service.world, name)
    if (repository === undefined) throw new Error(`The simulator has no repository ${name}`)
    return repository
  }

  const act = (login: string, wire: string, body: unknown, now: number): unknown => {
    const [method = "", path = ""] = wire.split(" ")
    const bytes = new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
    const url = new URL(`${service.urls.api}${path}`)
    const response = service.act({ method, url, headers: {}, body: bytes }, login, now)
    const text = textOf(response.body)
    if (response.status > 299) throw new Error(`${wire}, as ${login}: ${response.status} ${text}`)
    return text === "" ? undefined : JSON.parse(text)
  }

  const rename = (from: string, to: string): void => {
    const repository = existing(from)
    const [owner = repository.owner, name = repository.name] = to.split("/")
    moveRepository(service.world, repository, owner, name)
  }

  /** What only the owner of a repository could do. */
  const asOwner = (name: string, now: number, act: () => void): void => service.witness(existing(name).owner, now, act)

  /** Looks at the state as it is by now. */
  const looking = <A>(look: () => A): Effect.Effect<A> =>
    withNow((now) => {
      service.elapse(now)
      return look()
    })

  const [token] = Object.keys(tokensOf(seed, usual))

  /** Adds a seed. The first one that says whose the token is that was left open gives it to them. */
  const add = (more: ContentSeed, now: number): void => {
    refuseUnknown(more)
    const holder = open ? holderOf(more) : undefined
    if (holder === undefined) return plant(service.world, more, now)
    open = false
    plant(service.world, { ...more, tokens: { [usual]: holder, ...more.tokens } }, now)
  }

  const handle: Handle = {
    ...makeActions(simulator, () => service, withNow),
    baseUrl: service.urls.api,
    urls: { api: service.urls.api, uploads: service.urls.uploads, storage: service.urls.storage },
    token: token === undefined ? null : Redacted.make(token),
    requests: Effect.sync(() =>
      printable(simulator.log().filter(({ event, isAction }) => event === null && isAction !== true))
    ),
    deliveries: Effect.sync(() => printable(simulator.log().filter(({ event }) => event !== null))),
    journal: Effect.sync(() => table(simulator.log())),
    clearRequests: Effect.sync(simulator.clearLog),
    snapshot: looking(() =>
      [...service.world.repositories.values()].map((each) => repositorySnapshot(service.world, each))
    ),
    repository: (name) => looking(() => repositorySnapshot(service.world, existing(name))),
    file: (repository, path, ref) => looking(() => fileOf(service.world, existing(repository), path, ref)),
    seed: (more) =>
      withNow((now) => {
        add(more, now)
        service.elapse(now)
      }),
    toSeed: looking(() => seedOf(service.world)),
    reset: (other = seed) =>
      Effect.andThen(
        Effect.sync(() => {
          ahead = aheadOf(other)
          open = isOpen(other)
        }),
        withNow((now) => {
          service = serviceOf(other, now, service.urls)
          simulator.clearLog()
          simulator.script.clear()
        })
      ),
    as: (login, request, body) => withNow((now) => act(login, request, body, now)),
    secret: (name, { dependabot = false, environment, organization, repository = "" }) =>
      Effect.gen(function* () {
        const vault =
          organization !== undefined
            ? service.world.organizations.get(organization.toLowerCase())?.vault
            : environment === undefined
              ? existing(repository).vault
              : existing(repository).environments.get(environment.toLowerCase())?.vault
        const box = vault?.[dependabot ? "dependabot" : "secrets"].get(name.toUpperCase())?.content ?? undefined
        const value = box === undefined ? undefined : yield* opened(box)
        return value === undefined ? undefined : Redacted.make(value)
      }),
    connect: deliveries.connect,
    settled: deliveries.settled,
    deliver: (made) => withNow((now) => service.deliver(made, now)),
    rename: (from, to) => withNow((now) => asOwner(from, now, () => rename(from, to))),
    deleteIssue: (repository, number) =>
      withNow((now) =>
        asOwner(repository, now, () => {
          const { deletedIssues, issues } = existing(repository)
          if (issues.delete(number)) deletedIssues.add(number)
        })
      ),
    setToken: (token, login) =>
      withNow((now) => {
        if (token === usual) open = false
        if (login === null) service.world.tokens.delete(token)
        else plant(service.world, { tokens: { [token]: login } }, now)
      }),
    setSuspended: (id, suspended) =>
      withNow((now) => {
        const app = [...service.world.apps.values()].find(({ installations }) => installations.has(id))
        const installation = app?.installations.get(id)
        if (installation === undefined) throw new Error(`The simulator has no installation ${id}`)
        service.witness(installation.account, now, () =>
          app?.installations.set(id, { ...installation, suspended_at: suspended ? now : null })
        )
      }),
    faults: {
      add: (...faults) =>
        Effect.sync(() => simulator.script.add(named(faults, operationNames, new Map(), isOperationName))),
      clear: Effect.sync(simulator.script.clear),
      pending: Effect.sync(simulator.script.pending)
    },
    limits: withNow((now) => service.limits?.all(now) ?? []),
    setRemaining: (login, remaining, resource = "core") =>
      withNow((now) => {
        for (const principal of payersOf(service.world, login)) {
          service.limits?.setRemaining(principal, resource, remaining, now)
        }
      })
  }

  const keepTime = Effect.gen(function* () {
    const run = yield* FiberSet.makeRuntime<never>()
    let next = Infinity
    const wakeAt = Effect.fnUntraced(function* (at: number) {
      const now = yield* Clock.currentTimeMillis
      // A timer of a platform does not hold a month.
      yield* Effect.sleep(Math.min(Math.max(0, at - now), longestSleep))
      if (next === at) next = Infinity
      service.elapse(yield* Clock.currentTimeMillis)
    })
    waking.wake = (at) => {
      if (at >= next) return
      next = at
      run(timed(wakeAt(at)))
    }
    // What a seed begins with may be due, too.
    yield* withNow((now) => service.elapse(now))
  })

  const made: Simulated = {
    handle,
    exchange: (request) => timed(simulator.exchange(request)),
    attach: deliveries.attach,
    keepTime
  }
  return made
})
