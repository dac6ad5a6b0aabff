/** Holds the requests of a session to its bounds: a step around everything that is sent to GitHub. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Forge } from "../../../forge/Forge.ts"
import * as Issues from "../../../forge/Issues.ts"
import * as Repositories from "../../../forge/Repositories.ts"
import { type Call, type Decoded, isWrite as changes, type Send } from "../../../rest/Call.ts"
import type { Failure } from "../../../rest/RestError.ts"
import type * as Transport from "../../../rest/Transport.ts"
import * as Usage from "../../../rest/Usage.ts"
import type { Bound, Options } from "../../BoundsTypes.ts"
import { refuse, type ToolCall } from "../../ToolCall.ts"
import { ToolRefused } from "../../ToolError.ts"
import * as Flow from "./flow.ts"
import * as Limits from "./limits.ts"
import { isAnyNamed } from "./patterns.ts"
import * as Permits from "./permits.ts"
import { idOf, inRepository, type Place, placeOf, show } from "./places.ts"
import { foundIn, showScope } from "./queries.ts"
import * as Texts from "./texts.ts"

/** What is known of a repository. */
interface Facts {
  /** Its id, as pages of listings name it; undefined if it cannot be read. */
  readonly id: number | undefined
  /** The name that it has now. */
  readonly name: string
  readonly isPublic: boolean
}

/** What a session has used and read. */
export interface Session {
  readonly options: Options
  readonly used: Limits.Used
  readonly labels: Flow.Labels
  /** Repositories by their names. */
  readonly facts: Map<string, Facts>
  /** Places by the ids that pages of listings name them by. */
  readonly aliases: Map<string, Place>
  /** Issues that are known to be where their number says. */
  readonly settled: Set<string>
  /** Secrets that were sent. */
  readonly secrets: Set<string>
  /** Calls of tools whose answers have texts of outsiders. */
  readonly marked: WeakSet<ToolCall>
}

export const makeSession = (options: Options): Session => ({
  options,
  used: Limits.nothingUsed(),
  labels: Flow.noLabels(),
  facts: new Map(),
  aliases: new Map(),
  settled: new Set(),
  secrets: new Set(),
  marked: new WeakSet()
})

/** How requests are judged. */
export interface Mode {
  /**
   * `acting`: writes are sent. `planning`: they are passed on to what records them, and a person looks at them later.
   * `applying`: they are those of an approved plan, which were judged when it was made. `reading`: they are refused.
   */
  readonly is: "acting" | "planning" | "applying" | "reading"
  /** The workflow that the requests are of, where there is no call of a tool to say so. */
  readonly workflow?: string | undefined
  /** What asks the service for what bounds need to know. Default: the steps further in. */
  readonly base?: Transport.Transport | undefined
  /** Runs when a write has been passed on. */
  readonly onWrite?: Effect.Effect<unknown> | undefined
}

interface Refused {
  readonly bound: Bound
  readonly reason: string
}

const refusedBy = (
  tool: ToolCall | undefined,
  operation: string,
  place: Place,
  { bound, reason }: Refused
): ToolRefused =>
  new ToolRefused({
    tool: tool?.tool ?? operation,
    operation,
    bound,
    message: `${operation} on ${show(place)} is out of bounds: ${reason}`
  })

/** Why a call of a tool that sends nothing to GitHub is refused; undefined if it is not. */
export const countTool = Effect.fnUntraced(function* (session: Session, call: ToolCall) {
  const now = yield* Clock.currentTimeMillis
  const refused = Limits.countCall(session.options, session.used, call.operation, now)
  if (refused === undefined) return
  return yield* refusedBy(call, call.operation, { _tag: "Elsewhere", path: [call.service] }, refused)
})

/** The step. `tool` is the call of a tool that requests are of; undefined for those of the program itself. */
export const guard = (session: Session, tool: ToolCall | undefined, modeOf: () => Mode): Transport.Step => ({
  request:
    (next): Send =>
    (call, reader, since) =>
      Effect.withFiber((fiber) => {
        const mode = modeOf()
        const forge = Context.getOrUndefined(fiber.context, Forge)
        if (forge === undefined) return Effect.die(new Error("Bounds are for requests to GitHub"))
        const checked = check(session, tool, mode, call, forge, mode.base?.request ?? next)
        const response = next(call, reader, since)
        if (mode.is !== "planning") {
          return Effect.flatMap(checked, (place) => sent(session, tool, call, forge, place, response))
        }
        const passed = Effect.andThen(checked, response)
        return mode.onWrite !== undefined && changes(call) ? Effect.tap(passed, mode.onWrite) : passed
      })
})

/**
 * The step within what records a plan: it looks at what the service has answered. What stands for an answer that is not known
 * yet must not be looked at.
 */
export const inspecting = (session: Session, tool: ToolCall): Transport.Step => ({
  request:
    (next): Send =>
    (call, reader, since) =>
      Effect.withFiber((fiber) => {
        const forge = Context.getOrUndefined(fiber.context, Forge)
        const response = next(call, reader, since)
        return forge === undefined
          ? response
          : sent(session, tool, call, forge, placeFor(session, call, forge), response)
      })
})

const placeFor = (session: Session, call: Call, forge: Transport.Transport): Place =>
  resolved(session, placeOf(call.url, rootsOf(forge, call), changes(call)), changes(call))

const rootsOf = (forge: Transport.Transport, call: Pick<Call, "host" | "operation">): ReadonlyArray<string> => [
  ...new Set([forge.rootOf(call), forge.rootOf({ ...call, host: "api" })])
]

/** The name of an operation. Documents have names of their own, which say nothing. */
const operationOf = ({ operation, url }: Call, isWrite: boolean): string =>
  url !== "/graphql" ? operation : isWrite ? "GraphQL.mutation" : "GraphQL.query"

/** Checks a request before it is sent, and notes what it will have read. Returns its place. */
const check = Effect.fnUntraced(function* (
  session: Session,
  tool: ToolCall | undefined,
  mode: Mode,
  call: Call,
  forge: Transport.Transport,
  next: Send
): Effect.fn.Return<Place, Failure> {
  const { options } = session
  const isWrite = changes(call)
  const operation = operationOf(call, isWrite)
  const place = placeFor(session, call, forge)
  const refused = (refusal: Refused) => refuse(refusedBy(tool, operation, place, refusal))
  const asked = {
    operation,
    workflow: tool?.service === "workflow" ? tool.operation : mode.workflow,
    method: call.method,
    isWrite,
    place
  }

  const barred = Permits.refusalOf(options, asked)
  if (barred !== undefined) return yield* refused(barred)
  if (isWrite && mode.is === "reading") {
    return yield* refused({ bound: "plan", reason: "the session only plans, and sends the writes of approved plans" })
  }
  // The calls of a plan were counted when it was made, and a person may take a while.
  const over =
    mode.is === "applying"
      ? Limits.quotaRefusal(options, session.used)
      : Limits.countCall(options, session.used, operation, yield* Clock.currentTimeMillis)
  if (over !== undefined) return yield* refused(over)

  const known = place._tag === "Repository" ? yield* factsOf(session, place, forge, next) : undefined
  if (known !== undefined && place._tag === "Repository" && known.name.toLowerCase() !== idOf(place)) {
    const reason = "the repository has another name by now, or another owner"
    return yield* refused({ bound: isWrite ? "writes" : "reads", reason })
  }
  if (isWrite && mode.is !== "applying") {
    const rules = { share: options.share ?? [], unattended: options.writes?.unattended ?? [] }
    const written = { operation, workflow: asked.workflow, place, reviewed: mode.is === "planning" }
    const leak = Flow.refusalOf(session.labels, rules, written)
    if (leak !== undefined) return yield* refused(leak)
  }
  if (isWrite) {
    const moved = yield* movedTo(session, place, forge, next)
    if (moved !== undefined) return yield* refused({ bound: "writes", reason: `the issue is at ${moved} by now` })
  }
  // Before it is sent, so that no concurrent write gets ahead of the label.
  for (const name of yield* privateIn(session, place, forge, next)) session.labels.private.add(name)
  for (const secret of call.secrets ?? []) session.secrets.add(secret)
  return place
})

/** The place that pages of a listing name by an id. */
const resolved = ({ aliases }: Session, place: Place, isWrite: boolean): Place => {
  if (place._tag !== "ById") return place
  const of = aliases.get(place.key)
  if (of === undefined) return place
  if (of._tag === "Repository") return inRepository(of, place.path, place.query, isWrite)
  return of._tag === "Organization" ? { ...of, path: place.path } : of
}

/** Asks the service for a repository, once in a session. */
const factsOf = Effect.fnUntraced(function* (
  session: Session,
  place: { readonly owner: string; readonly repo: string },
  forge: Transport.Transport,
  next: Send
) {
  const { owner, repo } = place
  const found = session.facts.get(idOf(place))
  if (found !== undefined) return found
  const asked = Effect.map(Repositories.get({ owner, repo }), (record): Facts => ({
    id: record.id,
    name: record.full_name,
    // An internal one is private, too.
    isPublic: !record.private
  }))
  const facts = yield* asked.pipe(
    Effect.catchTag("NotFound", () => Effect.succeed({ id: undefined, name: `${owner}/${repo}`, isPublic: false })),
    Effect.provideService(Forge, { ...forge, request: spending(session, next), carryOut: undefined })
  )
  session.facts.set(idOf(place), facts)
  if (facts.id !== undefined) session.aliases.set(`repositories/${facts.id}`, inRepository(place, []))
  return facts
})

/** Counts what is drawn from rate limits. */
const spending =
  ({ used }: Session, next: Send): Send =>
  (call, reader, since) =>
    Usage.counting((usage) =>
      Effect.ensuring(
        next(call, reader, since),
        Effect.sync(() => (used.quota += usage.quota))
      )
    )

/**
 * Where an issue is that a write is about, if that is not where its number says: the service redirects writes to issues that
 * were transferred. Asked once for each issue.
 */
const movedTo = Effect.fnUntraced(function* (session: Session, place: Place, forge: Transport.Transport, next: Send) {
  if (place._tag !== "Repository" || place.number === undefined) return undefined
  const { number, owner, repo } = place
  const key = `${idOf(place)}#${number}`
  if (session.settled.has(key)) return undefined
  let at: Place | undefined
  const noted: Send = (call, reader, since) =>
    Effect.tap(spending(session, next)(call, reader, since), ({ url }) =>
      Effect.sync(() => (at = resolved(session, placeOf(url, rootsOf(forge, call), false), false)))
    )
  // A write to what is not there fails by itself.
  yield* Effect.catchTag(
    Issues.get({ owner, repo, issue_number: number }),
    ["NotFound", "Gone"],
    () => Effect.void
  ).pipe(Effect.provideService(Forge, { ...forge, request: noted, carryOut: undefined }))
  if (at !== undefined && !isSame(at, place)) return show(at)
  session.settled.add(key)
  return undefined
})

const isSame = (one: Place, other: Place): boolean => {
  if (one._tag === "Repository" && other._tag === "Repository") {
    return idOf(one) === idOf(other) && one.number === other.number
  }
  return Flow.ownName(one) === Flow.ownName(other)
}

/** The names of what is not public that a request reads. */
const privateIn = Effect.fnUntraced(function* (session: Session, place: Place, forge: Transport.Transport, next: Send) {
  if (Permits.isPublicElsewhere(place)) return []
  const isPublic = (of: { readonly owner: string; readonly repo: string }) =>
    Effect.map(factsOf(session, of, forge, next), (facts) => facts.isPublic)
  if (place._tag === "Repository") {
    if (!(yield* isPublic(place))) return [idOf(place)]
    // Not the name of the repository, as all that is written there is public.
    return Permits.isPublicPart(place) ? [] : [`${idOf(place)}/${place.path[0] ?? ""}`]
  }
  if (place._tag !== "Search") return [Flow.ownName(place)]
  const scopes = Permits.scopeOf(session.options, place)
  if (Result.isFailure(scopes)) return [Flow.ownName(place)]
  const names: Array<string> = []
  for (const scope of scopes.success) {
    // Which of an owner's repositories are in the count of the results is not said.
    if (scope._tag === "Owner" || !(yield* isPublic(scope))) names.push(showScope(scope).toLowerCase())
  }
  return names
})

/** Sends a request, and looks at what comes back before anybody else does. */
const sent = <A, R>(
  session: Session,
  tool: ToolCall | undefined,
  call: Call,
  forge: Transport.Transport,
  place: Place,
  response: Effect.Effect<Decoded<A>, Failure, R>
): Effect.Effect<Decoded<A>, Failure, R> => {
  const { aliases, labels, marked, options, used } = session
  const refused = (reason: string) =>
    refuse(refusedBy(tool, call.operation, place, { bound: changes(call) ? "writes" : "reads", reason }))
  return Usage.counting((usage) =>
    Effect.ensuring(
      response,
      Effect.sync(() => (used.quota += usage.quota))
    )
  ).pipe(
    Effect.flatMap((decoded) => {
      const roots = rootsOf(forge, call)
      if (decoded.url !== decoded.requestedUrl && forge.isOwn(decoded.url)) {
        const end = resolved(session, placeOf(decoded.url, roots, false), false)
        if (!isSame(end, place)) return refused(`the service has redirected it to ${show(end)}`)
      }
      // The results of a search are of the repositories that they were found in.
      let from: ReadonlyArray<string> = [Flow.ownName(place)]
      if (place._tag === "Search" && Result.isSuccess(Permits.scopeOf(options, place))) {
        const found = foundIn(decoded.value)
        const outside = found.filter((name) => !isFoundWithin(options, name))
        if (outside.length > 0) return refused(`it has found something in ${outside[0] ?? "an unknown place"}`)
        from = found.map((name) => (name ?? "").toLowerCase())
      }
      for (const [, link = ""] of (decoded.headers["link"] ?? "").matchAll(/<([^<>]+)>/g)) {
        const other = placeOf(link, roots, false)
        if (other._tag === "ById" && pathOf(place).endsWith(other.path.join("/"))) aliases.set(other.key, place)
      }
      if (Texts.isUntrusted(decoded.value, place, lineOf(options, place))) {
        for (const name of from) labels.untrusted.add(name)
        if (tool !== undefined) marked.add(tool)
      }
      return Effect.succeed(decoded)
    })
  )
}

const pathOf = (place: Place): string => ("path" in place ? place.path.join("/") : "")

const isFoundWithin = ({ reads = {} }: Options, name: string | undefined): boolean => {
  const [owner = "", repo = ""] = (name ?? "").split("/")
  return isAnyNamed(reads.in ?? [], { owner, repo })
}

const usualAssociations: ReadonlyArray<string> = ["OWNER", "MEMBER", "COLLABORATOR"]

const lineOf = ({ trust = {} }: Options, place: Place): Texts.Line => ({
  associations: new Set(trust.associations ?? usualAssociations),
  insiders: place._tag === "Repository" && isAnyNamed(trust.repositories ?? [], place)
})
