/** Records what a program would write, and answers it with what is known. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaParser from "effect/SchemaParser"
import {
  type AnyReader,
  type BodyReader,
  type Call,
  type Decoded,
  isBodyReader,
  isWrite,
  type Send
} from "../../../rest/Call.ts"
import * as Reader from "../../../rest/Reader.ts"
import type { Failure } from "../../../rest/RestError.ts"
import { PlanStopped, type ValueOf } from "../../PlanError.ts"
import type { Expected, PlannedRead, PlannedWrite } from "../../PlanTypes.ts"
import { answer, guarded, isRecord, type Known, type Origin, unknown } from "./answers.ts"
import { isSeenBy, keyOf, type Target, targetOf } from "./effects.ts"
import { type Change, changeOf, type Written } from "./listings.ts"
import { keeping } from "../keeping.ts"
import { type Fetched, printOf } from "./fetched.ts"
import { assumedOf, sizeOf } from "./foreseen.ts"
import { describe, jsonOf, messageOf } from "./requests.ts"
import type { Symbols } from "./symbols.ts"

/** A request of the plan that has been answered. */
interface Sent {
  readonly origin: Origin
  readonly target: Target
  /** What is known of its answer. */
  readonly known: Known
}

type Mutable<A> = { -readonly [K in keyof A]: A[K] }

export interface Recorder {
  readonly send: (next: Send) => Send
  /** Ends the plan at a write by another client. */
  readonly elsewhere: (call: Call) => Effect.Effect<never>
  readonly writes: ReadonlyArray<PlannedWrite>
  readonly reads: () => ReadonlyArray<PlannedRead>
  readonly stopped: () => PlanStopped | undefined
  /** The bodies as they were sent, of which the plan does not have all. */
  readonly bodies: ReadonlyArray<Call["body"]>
}

export const make = (rootOf: (call: Pick<Call, "host" | "operation">) => string, symbols: Symbols): Recorder => {
  const writes: Array<Mutable<PlannedWrite>> = []
  const bodies: Array<Call["body"]> = []
  const laterReads: Array<Mutable<PlannedRead>> = []
  const basis = new Map<string, PlannedRead>()
  const sent: Array<Sent> = []
  /** What the service has, or will have, at a path. */
  const there = new Map<string, Known>()
  /** Records as the service has them now, by their paths. */
  const seen = new Map<string, Known>()
  /** Listings whose items the plan has changed, by their URLs without the page. */
  const changed = new Set<string>()
  /** The writes of the plan that answer a read of a path. */
  const overlay = new Map<string, Sent>()
  let error: PlanStopped | undefined

  const stop = (at: ValueOf, reason: PlanStopped["reason"] = "looked-at"): never => {
    error ??= new PlanStopped({ at, reason, message: messageOf(at, reason) })
    throw error
  }

  /** The planned write that creates what is at a path. */
  const createdAt = (path: ReadonlyArray<string>): Sent | undefined => {
    const [value, ...others] = symbols.parse(path.at(-1) ?? "").parts
    if (typeof value !== "object" || others.length > 0 || value.of !== "write") return undefined
    const created = sent.find(isAnswerOf(value))
    return created !== undefined && keyOf(created.target) === path.slice(0, -1).join("/") ? created : undefined
  }

  const knowledge = {
    defaultBranch: (repository: string) => textIn(there.get(repository), "default_branch"),
    branches: (pull: string) => {
      const known = there.get(pull) ?? createdAt(pull.split("/"))?.known
      const [head, base] = ["head", "base"].map((side) => textIn(isRecord(known) ? known[side] : undefined, "ref"))
      return head === undefined || base === undefined ? undefined : [head, base]
    }
  }

  const originOf = (of: Origin["of"], number: number, call: Call, assumed: object): [Origin, Array<Expected>] => {
    const expected: Array<Expected> = []
    const seen = new Set<string>()
    const expect = (one: Expected) => {
      const key = one.field.join(".")
      if (seen.has(key) || (one.that === "is" && !Object.hasOwn(assumed, one.field[0] ?? ""))) return
      // Values of the plan's own are in the answer only if the write has them.
      if (describe(asBody(call, one.value), symbols).later.length > 0) return
      seen.add(key)
      expected.push(one)
    }
    const root = rootOf({ host: "api", operation: call.operation })
    return [{ of, number, operation: call.operation, root, symbols, stop, expect }, expected]
  }

  const described = (call: Call) => {
    const found = describe(call, symbols)
    if (found.computed !== undefined) stop(found.computed, "computed")
    const { accept = null, declared, host, method, operation, resource, statuses } = call
    const errors = declared.map((error) => error.fields._tag.schema.literal)
    return {
      found,
      request: { operation, method, host, accept, resource, statuses, errors, url: found.url, body: found.body }
    }
  }

  const target = (call: Call) => targetOf(call.method, call.url, rootOf(call), jsonOf(call.body))

  const plannedWrite = <A, R>(call: Call, reader: AnyReader<A, R>): Decoded<A> => {
    const { found, request } = described(call)
    const own = target(call)
    const known = knownOf(call, own, there.get(keyOf(own)))
    const number = writes.length + 1
    const [origin, expected] = originOf("write", number, call, assumedOf(call))
    const { later, secrets } = found
    writes.push({ ...request, later, secrets, repeatable: call.repeatable, expected })
    bodies.push(call.body)
    const answered: Sent = { origin, target: own, known }
    sent.push(answered)
    const path = pathOfAnswer(own)
    if (path !== undefined) {
      overlay.set(path, answered)
      there.set(path, known)
    }
    return responseTo(call, origin, reader, known)
  }

  const laterRead = <A>(call: Call, reader: AnyReader<A, unknown>, known: Known): Decoded<A> => {
    const { found, request } = described(call)
    const number = laterReads.length + 1
    const [origin, expected] = originOf("read", number, call, {})
    if (!isBodyReader(reader) || call.body._tag !== "Empty") {
      return stop({ of: "read", number, operation: call.operation, field: [] }, "unsent")
    }
    laterReads.push({ ...request, later: found.later, after: writes.length, fingerprint: null, expected })
    return responseTo(call, origin, reader, known)
  }

  /** The planned write whose answer is what a read returns. */
  const answering = (own: Target): Sent | undefined => overlay.get(keyOf(own)) ?? createdAt(own.path)

  const read = <A, R>(next: Send, call: Call, reader: AnyReader<A, R>, since: Parameters<Send>[2]) => {
    const own = target(call)
    const isOfPlan = symbols.parse(call.url).parts.length > 1 || symbols.parse(call.url).parts.some(isValue)
    const changedBy = sent.findLast(({ origin, target }) => origin.of === "write" && isSeenBy(target, own, knowledge))
    const from = answering(own)
    if (from !== undefined && isBodyReader(reader) && reader.schema !== undefined) {
      const isLast = changedBy === undefined || changedBy.origin.number <= from.origin.number
      if (isLast) return Effect.sync(() => responseTo(call, from.origin, reader, from.known))
    }
    const isChanged = changedBy !== undefined || changed.has(listingOf(own))
    if (!isOfPlan && isChanged && isBodyReader(reader) && reader.item !== undefined) {
      const change = changeOf(own, written(), { ...knowledge, seen: (path) => seen.get(path) })
      if (change !== undefined) return listed(next, call, reader, { since, own, change, item: reader.item })
    }
    if (isOfPlan || changedBy !== undefined) {
      const known = changedBy && isHeadOf(changedBy.target) ? pullAt(there.get(keyOf(own)), changedBy.known) : undefined
      return Effect.sync(() => laterRead(call, reader, known))
    }
    return real(next, call, reader, since, own)
  }

  /** The writes, for listings. */
  const written = () =>
    sent
      .filter(({ origin }) => origin.of === "write")
      .map((each) => ({
        ...each,
        idOf: (name: "id" | "number") =>
          symbols.number({ of: "write", number: each.origin.number, operation: each.origin.operation, field: [name] })
      }))

  /** Who asks has created it. */
  const withUser = (record: Readonly<Record<string, unknown>>): object =>
    Object.defineProperty({ ...record }, "user", { enumerable: true, get: () => seen.get("user") })

  /** A page of a listing as the service has it, with what the plan has done to it. */
  const listed = <A>(next: Send, call: Call, reader: BodyReader<A>, { change, item, own, since }: Page) => {
    changed.add(listingOf(own))
    const kept = keeping(reader)
    const asked: Effect.Effect<Decoded<A>, Failure> = real<A, never>(next, call, kept.reader, since, own)
    return Effect.flatMap(asked, (page) =>
      Effect.sync((): Decoded<A> => {
        const items: unknown = parsed(kept.text())
        const isFirst = !cursors.some((name) => own.query.has(name)) && Number(own.query.get("page") ?? 1) === 1
        // A URL with that word in it makes a page one that is not the last, which at worst ends the plan.
        const isLast = !/\bnext\b/i.test(page.headers["link"] ?? "")
        const entries = Array.isArray(items) ? change(items, { isFirst, isLast }) : undefined
        if (entries === undefined || !Array.isArray(items)) return laterRead(call, reader, undefined)
        // The casts are safe: the reader of a listing makes such a page.
        const value = page.value as Reader.Items<unknown>
        const of = { of: "read", number: laterReads.length + 1, operation: call.operation } as const
        const changedItems = entries.map(({ changed, creator, index, record, unknown }): unknown => {
          const id = record["number"] ?? record["id"]
          const name = typeof id === "number" || typeof id === "string" ? String(id) : "new"
          const made =
            creator !== undefined
              ? answer(createdBy(creator.origin, changed), item, withUser(record))
              : index !== undefined && record === items[index]
                ? value.items[index]
                : decodedBy(item, record)
          if (made === undefined) return stop({ ...of, field: [name] })
          return partly(made, unknown, (field) => stop({ ...of, field: [name, field] }))
        })
        return { ...page, value: { ...value, items: changedItems } as A }
      })
    )
  }

  const real = <A, R>(next: Send, call: Call, reader: AnyReader<A, R>, since: Parameters<Send>[2], own: Target) => {
    const note = (fetched: Fetched) =>
      Effect.map(printOf(fetched), (print) => {
        const { request } = described(call)
        basis.set(`${call.accept ?? ""} ${call.url} ${JSON.stringify(request.body)}`, {
          ...request,
          later: [],
          after: 0,
          fingerprint: print,
          expected: []
        })
      })
    const kept = isBodyReader(reader) && reader !== Reader.nothing ? keeping(reader) : undefined
    const asked: Effect.Effect<Decoded<A>, Failure, R> = next(call, kept?.reader ?? reader, since)
    return asked.pipe(
      Effect.tap(({ status }) => {
        const text = kept?.text()
        if (text !== undefined) learn(own, text)
        return note({ text, status, failure: undefined })
      }),
      Effect.tapError(({ _tag }) => note({ text: undefined, status: 0, failure: kept && _tag }))
    )
  }

  /** Keeps what the service has: a record, or the records of a listing. */
  const learn = (own: Target, text: string): void => {
    const value = parsed(text)
    const keep = (path: string, record: Known) => {
      seen.set(path, record)
      // What the plan has changed is as it will be.
      if (!overlay.has(path)) there.set(path, record)
    }
    if (isRecord(value)) keep(keyOf(own), value)
    const items = Array.isArray(value)
      ? value
      : isRecord(value)
        ? Object.values(value).filter(Array.isArray).flat()
        : []
    for (const item of items) {
      const url = textIn(item, "url")
      const root = rootOf({ host: "api", operation: "Plan" })
      if (url?.startsWith(root) === true) keep(keyOf(targetOf("GET", url, root)), item)
    }
  }

  return {
    writes,
    bodies,
    reads: () => [...basis.values(), ...laterReads],
    stopped: () => error,
    elsewhere: ({ operation }) =>
      Effect.sync(() => stop({ of: "write", number: writes.length + 1, operation, field: [] }, "elsewhere")),
    send: (next) => (call, reader, since) =>
      Effect.suspend(() => {
        if (error !== undefined) return Effect.interrupt
        try {
          if (!isWrite(call)) return read(next, call, reader, since)
          return Effect.succeed(plannedWrite(call, reader))
        } catch (thrown) {
          if (error === undefined) throw thrown
          return Effect.interrupt
        }
      })
  }
}

/**
 * Items of listings are told from each other by their texts, so that a text that is not known ends the plan, unless it only
 * names the item.
 */
const createdBy = (origin: Origin, changed: ReadonlySet<string>): Origin => ({
  ...origin,
  expect: (expected) => {
    if (!changed.has(expected.field[0] ?? "")) origin.expect(expected)
  },
  symbols: {
    ...origin.symbols,
    text: (value) =>
      value.field.length === 1 && value.field[0] === "node_id" ? origin.symbols.text(value) : origin.stop(value),
    url: (value, root) => (value.field.length === 1 ? origin.symbols.url(value, root) : origin.stop(value)),
    number: (value) => (value.field.length === 1 ? origin.symbols.number(value) : origin.stop(value))
  }
})

/** A page of a listing that is changed. */
interface Page {
  readonly change: Change<Sent & Written>
  readonly item: Schema.ConstraintDecoder<unknown>
  readonly own: Target
  readonly since: Parameters<Send>[2]
}

const cursors = ["after", "before"]

/** Tells a listing from others, whatever the page. */
const listingOf = ({ path, query }: Target): string => {
  const others = [...query].filter(([name]) => name !== "page" && !cursors.includes(name))
  return `${path.join("/")}?${new URLSearchParams(others).toString()}`
}

const decodedBy = (schema: Schema.ConstraintDecoder<unknown>, value: unknown): unknown =>
  Result.getOrUndefined(SchemaParser.decodeUnknownResult(schema)(value))

/** A record of which some fields cannot be looked at. */
const partly = (made: unknown, unknown: ReadonlySet<string>, stop: (field: string) => never): unknown =>
  unknown.size === 0 || typeof made !== "object" || made === null
    ? made
    : new Proxy(made, {
        get: (target, name): unknown =>
          typeof name === "string" && unknown.has(name) ? stop(name) : Reflect.get(target, name)
      })

const isHeadOf = ({ method, path }: Target): boolean => method !== "DELETE" && path[3] === "git" && path[4] === "refs"

/** What follows from the commits of a pull request. */
const ofCommits = [
  "mergeable",
  "mergeable_state",
  "rebaseable",
  "merge_commit_sha",
  "commits",
  "additions",
  "deletions",
  "changed_files",
  "updated_at"
]

/** A pull request whose head a write moves. */
const pullAt = (pull: Known, ref: Known): Known => {
  if (!isRecord(pull) || !isRecord(pull["head"]) || !isRecord(ref) || !isRecord(ref["object"])) return undefined
  const kept = Object.entries(pull).filter(([name]) => !ofCommits.includes(name))
  return { ...Object.fromEntries(kept), head: { ...pull["head"], sha: ref["object"]["sha"] } }
}

const isValue = (part: string | ValueOf): part is ValueOf => typeof part !== "string"

const isAnswerOf =
  (value: ValueOf) =>
  ({ origin }: Sent): boolean =>
    origin.of === value.of && origin.number === value.number

const asBody = (call: Call, value: unknown): Call => {
  const body = new TextEncoder().encode(JSON.stringify(value))
  return {
    ...call,
    url: "/",
    body: { _tag: "Uint8Array", body, contentType: "application/json", contentLength: body.length }
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textIn = (value: unknown, name: string): string | undefined => {
  const text = isRecord(value) ? value[name] : undefined
  return typeof text === "string" ? text : undefined
}

/** What follows from a change of the state of a record, or of anything in it. */
const derived = ["updated_at", "pushed_at", "closed_at", "closed_by", "state_reason", "merged_at", "merged"]

const knownOf = (call: Call, { body = {}, method }: Target, before: Known): Readonly<Record<string, unknown>> => {
  const assumed = assumedOf(call)
  // An upload is compared with its digest, if the service says one.
  if ("size" in sizeOf(call)) return { digest: null, ...assumed }
  if (method !== "PATCH" || !isRecord(before)) return assumed
  const kept = Object.entries(before).filter(([name]) => !(name in body) && !derived.includes(name))
  return { ...Object.fromEntries(kept), ...assumed }
}

/** The path at which a read finds what a write answers with. */
const pathOfAnswer = ({ body = {}, method, path }: Target): string | undefined => {
  if (path[3] === "git" && path[4] === "refs") {
    const name = path.length > 5 ? path.slice(5).join("/") : String(body["ref"]).replace(/^refs\//, "")
    return method === "DELETE" ? undefined : [...path.slice(0, 4), "ref", ...name.split("/")].join("/")
  }
  return method === "PATCH" ? keyOf({ path }) : undefined
}

/** The response to a request that was not sent. */
const responseTo = <A, R>(call: Call, origin: Origin, reader: AnyReader<A, R>, known: Known): Decoded<A> => {
  const value =
    reader === Reader.nothing
      ? undefined
      : isBodyReader(reader) && reader.schema !== undefined
        ? answer(origin, reader.schema, known)
        : unknown(origin)
  const stop = () => origin.stop({ of: origin.of, number: origin.number, operation: origin.operation, field: [] })
  const fields = { value, budget: undefined, url: call.url, requestedUrl: call.url, cached: false, redact: undefined }
  // No budget was stated, which `Bulk` asks for. The cast is safe: nothing else can be had of it.
  return guarded({}, stop, fields) as Decoded<A>
}
