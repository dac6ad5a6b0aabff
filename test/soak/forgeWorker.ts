/** A client of GitHub, alone in a repository of its own. Every write carries a text of its own. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Labels from "../../src/forge/Labels.ts"
import * as Milestones from "../../src/forge/Milestones.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import type { Handle } from "../../src/testing/ForgeHandle.ts"
import type { RepositorySnapshot } from "../../src/testing/ForgeState.ts"
import { attempted, saysNotDone } from "./attempted.ts"
import { forgeFault, type Roads, silentFault, unasked304 } from "./faults.ts"
import { makeRandom, mixed, type Random } from "./random.ts"
import type { Tally } from "./tally.ts"
import { makeWire, tooEarly, watching, type Wire } from "./wire.ts"

/** A write, and what its caller was told. */
interface Written {
  readonly name: string
  /** How many of them the service holds. */
  readonly held: (repository: RepositorySnapshot) => number
  readonly result: "done" | "not done" | "in doubt"
}

export interface Worker {
  readonly owner: string
  readonly run: Effect.Effect<void, never, Forge>
  /** What the service's state, the journal and the clock say against the client. */
  readonly check: Effect.Effect<ReadonlyArray<string>>
}

export interface Options {
  readonly owner: string
  readonly seed: number
  readonly calls: number
  /** Gives up calls, and meets services that fall silent; its timeouts are short. */
  readonly isImpatient: boolean
  /** Whether its token rotates. Then dates count, so no fault changes them. */
  readonly rotates: boolean
  readonly simulator: Handle
  readonly roads: Roads
  readonly tally: Tally
}

export const repo = "web"

/** Issues that a repository starts with: several pages of ten. */
export const seeded = 23

/** The issue that is updated, and looked at again and again. Redirects lead to it. */
const looked = 1

interface Act {
  readonly name: string
  readonly repeatable: boolean
  readonly call: Effect.Effect<unknown, { readonly _tag: string }, Forge>
  readonly held: (repository: RepositorySnapshot) => number
}

const updateOf = (_: Random, owner: string, key: string): Act => ({
  name: "Issues.update",
  repeatable: true,
  call: Issues.update({ owner, repo, issue_number: looked, body: key }),
  held: () => 0
})

const writeOf = (random: Random, owner: string, key: string): Act => {
  const at = { owner, repo }
  const onIssue = { ...at, issue_number: random.int(1, seeded) }
  const kinds: readonly [() => Act, ...ReadonlyArray<() => Act>] = [
    () => ({
      name: "Issues.create",
      repeatable: false,
      call: Issues.create({ ...at, title: key }),
      held: ({ issues }) => issues.filter(({ title }) => title === key).length
    }),
    () => ({
      name: "Issues.createComment",
      repeatable: false,
      call: Issues.createComment({ ...onIssue, body: key }),
      held: ({ issues }) => issues.flatMap(({ comments }) => comments).filter(({ body }) => body === key).length
    }),
    () => ({
      name: "Labels.create",
      repeatable: false,
      call: Labels.create({ ...at, name: key, color: "aabbcc" }),
      held: ({ labels }) => labels.filter(({ name }) => name === key).length
    }),
    () => ({
      name: "Milestones.create",
      repeatable: false,
      call: Milestones.create({ ...at, title: key }),
      held: ({ milestones }) => milestones.filter(({ title }) => title === key).length
    }),
    () => ({
      name: "Labels.addToIssue",
      repeatable: true,
      call: Labels.addToIssue({ ...onIssue, labels: [key] }),
      // On this issue alone: a redirect leads the write to another one, as an update, and the repeat comes back here.
      held: ({ issues }) =>
        issues
          .filter(({ number }) => number === onIssue.issue_number)
          .flatMap(({ labels }) => labels)
          .filter((label) => label === key).length
    }),
    () => updateOf(random, owner, key)
  ]
  return random.pick(kinds)()
}

const readOf = (random: Random, owner: string): Effect.Effect<unknown, { readonly _tag: string }, Forge> => {
  const at = { owner, repo }
  const onIssue = { ...at, issue_number: random.int(1, seeded) }
  return random.pick<Effect.Effect<unknown, { readonly _tag: string }, Forge>>([
    Issues.lock(onIssue),
    Issues.unlock(onIssue),
    Stream.runCollect(Issues.listComments(onIssue)),
    Stream.runCollect(Labels.list(at)),
    Labels.delete({ ...at, name: "no such label" })
  ])
}

export const makeForgeWorker = ({
  calls,
  isImpatient,
  owner,
  roads,
  rotates,
  seed,
  simulator,
  tally
}: Options): Worker => {
  const random = makeRandom(mixed(seed, ...owner.split("").map((letter) => letter.charCodeAt(0))))
  const wire: Wire = makeWire()
  const givenUp = new Set<number>()
  const written: Array<Written> = []
  const found: Array<string> = []
  const matching = ({ path }: { readonly path: string }) => path.startsWith(`/repos/${owner}/`)
  const snapshot = simulator.repository(`${owner}/${repo}`)

  const write = Effect.fnUntraced(function* (key: string, actOf: typeof writeOf = writeOf) {
    const { call, held, name, repeatable } = actOf(random, owner, key)
    const before = wire.events.length
    const end = yield* attempted(tally, random, `${name} of ${key}`, call, isImpatient)
    if (name === "Issues.update") return end
    // A redirect leads a write to the issue that is looked at, which can read as what was asked for.
    const isLedAway = wire.events
      .slice(before)
      .some((event) => event._tag === "Arrived" && event.request === `POST ${roads.own}`)
    const result =
      end._tag === "Success" && !isLedAway
        ? "done"
        : end._tag === "Failure" && saysNotDone(end.error, repeatable)
          ? "not done"
          : "in doubt"
    written.push({
      name: `${name} of ${key}${end._tag === "Failure" ? ` (${JSON.stringify(end.error)})` : ""}`,
      held,
      result
    })
    return end
  })

  /** The worker is alone: all issues that are there before and after are in the stream, once, unless it fails. */
  const list = Effect.fnUntraced(function* () {
    const before = yield* snapshot
    const end = yield* attempted(
      tally,
      random,
      `Issues.list of ${owner}, call ${wire.call}`,
      Stream.runCollect(Issues.list({ owner, repo, state: "all", direction: "asc" })),
      isImpatient
    )
    const after = yield* snapshot
    if (end._tag !== "Success" || before.issues.length !== after.issues.length) return end
    const [listed, expected] = [end.value.map((issue) => issue.number), before.issues.map((issue) => issue.number)]
    if (listed.join() !== expected.join()) {
      found.push(`Issues.list succeeded with ${listed.length} issues of ${expected.length}: ${listed.join()}`)
    }
    return end
  })

  /** What the service holds of the issue, as far as a read shows it. */
  const shown = Effect.map(snapshot, ({ issues }) => {
    const { body, labels, title } = issues.find(({ number }) => number === looked) ?? {}
    return JSON.stringify({ title, body: body ?? "", labels: labels?.toSorted() })
  })

  /** A read that succeeds has what the service holds, whatever is cached. */
  const look = Effect.fnUntraced(function* () {
    // What changes between two reads shows a stale one.
    if (random.chance(0.5)) yield* write(`${owner}-${wire.call}`, updateOf)
    if (random.chance(0.5)) yield* simulator.faults.add(unasked304({ matching }))
    const before = yield* shown
    const name = `Issues.get of ${owner}, call ${wire.call}`
    const get = Issues.get({ owner, repo, issue_number: looked })
    const end = yield* attempted(tally, random, name, get, isImpatient)
    if (end._tag !== "Success" || before !== (yield* shown)) return end
    const { body, labels, title } = end.value
    const read = JSON.stringify({ title, body: body ?? "", labels: labels.map((label) => label.name).toSorted() })
    if (read !== before) found.push(`${name} is stale: read ${read}, the service holds ${before}`)
    return end
  })

  const run = Effect.gen(function* () {
    yield* simulator.faults.add(watching(wire, matching))
    for (let call = 0; call < calls; call++) {
      wire.call = call
      while (random.chance(0.45)) {
        const fault = forgeFault(random, matching, roads)
        if (!rotates || fault.name !== "skewedClock") yield* simulator.faults.add(fault)
      }
      if (isImpatient && random.chance(0.1)) yield* simulator.faults.add(silentFault(random, matching, roads))
      const kind = random.next()
      const patience = random.chance(0.8) ? 2_500 : 0
      const end = yield* (
        kind < 0.5
          ? write(`${owner}-${call}`)
          : kind < 0.7
            ? list()
            : kind < 0.9
              ? look()
              : attempted(tally, random, `a read of ${owner}`, readOf(random, owner), isImpatient)
      ).pipe(Effect.provideService(RateLimit.MaxWait, patience))
      // A listing that fails gives up the pages that it reads ahead.
      if (end._tag === "Interrupted" || (kind >= 0.5 && end._tag === "Failure")) givenUp.add(call)
    }
  })

  const check = Effect.map(snapshot, (repository) => {
    for (const { held, name, result } of written) {
      const times = held(repository)
      if (times > 1) found.push(`${name}: was written ${times} times`)
      if (result === "done" && times === 0) found.push(`${name}: succeeded, and the service does not hold it`)
      if (result === "not done" && times > 0) found.push(`${name}: was result not done, and the service holds it`)
    }
    // Whoever gives up doesn't read what is told.
    const early = isImpatient ? [] : tooEarly(wire, givenUp)
    return [...found, ...early].map((what) => `${owner}: ${what}`)
  })

  return { owner, run, check }
}
