/** What bounds say, and how a call that leaves them is refused. `Bounds` has them. */
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey

/** A struct that the JSON Schema has by this name. */
const named = <const F extends Schema.Struct.Fields>(identifier: string, fields: F) =>
  Schema.Struct(fields).annotate({ identifier })

/** `acme` is an organization itself, `acme/web` a repository, `acme/*` all of its owner, `acme/web#12` one issue. */
const placePattern = Schema.String.check(
  Schema.isPattern(/^[\w.*-]+(?:\/[\w.*-]+(?:#[1-9]\d*)?)?$/u, {
    message: "must be like acme, acme/web, acme/* or acme/web#12"
  })
)

/** `Issues.get` is an operation or a workflow, `Issues.*` all of a module, `*` all. */
const operationPattern = Schema.String.check(
  Schema.isPattern(/^(?:\*|\w+\.(?:\*|\w+))$/u, { message: "must be like Issues.get, Issues.* or *" })
)

const places = Schema.Array(placePattern)
const operations = Schema.Array(operationPattern)
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** What may be read. */
export interface ReadBounds extends Schema.Struct.Type<typeof readFields> {}

const readFields = {
  /**
   * Where: `acme/web` is a repository, `acme/*` are all of its owner, `acme/web#12` is one issue or pull request, and `acme` is
   * the organization itself (its members, teams and settings). Default: nowhere.
   */
  in: optional(places),
  /** By which operations: `Issues.get`, `Issues.*`, `*`. Default: all. */
  operations: optional(operations),
  /**
   * Operations that may read what belongs to no repository and to no organization, such as `Notifications.list`. Searches need
   * not be named if they are limited to repositories that may be read. Default: `RateLimits.get` and `Users.get`.
   */
  elsewhere: optional(operations)
}

/** What may be written. */
export interface WriteBounds extends Schema.Struct.Type<typeof writeFields> {}

const writeFields = {
  /** Where, as for reads. Default: nowhere. */
  in: optional(places),
  /**
   * By which operations. Operations that change permissions, publish or destroy must be given by their whole name: no
   * pattern includes them. The name of a workflow allows what it does. Default: `*`.
   */
  operations: optional(operations),
  /** Operations that may write outside repositories and organizations, such as `Gists.create`. Default: none. */
  elsewhere: optional(operations),
  /**
   * Operations that may write without a person although the session has read what outsiders wrote, and only to the repository
   * that it read that in. Default: none.
   */
  unattended: optional(operations)
}

/** Where what was read may go. */
export interface Sharing extends Schema.Struct.Type<typeof sharingFields> {}

const sharingFields = {
  /** Where it was read: a repository that is not public, or `*` for all that is not. */
  from: Schema.Union([placePattern, Schema.Literal("*")]),
  /** Where the session may write after that. */
  to: places
}

/** Whose texts are trusted. */
export interface Trust extends Schema.Struct.Type<typeof trustFields> {}

const trustFields = {
  /**
   * The trust line: authors with one of these associations to the repository are not outsiders. Default: `OWNER`,
   * `MEMBER` and `COLLABORATOR`.
   */
  associations: optional(Schema.Array(Schema.String)),
  /**
   * Repositories in which what only people with write access can change is trusted: files of the default branch, labels,
   * milestones, releases, settings. Default: none.
   */
  repositories: optional(places)
}

/** How many calls. */
export interface CallBounds extends Schema.Struct.Type<typeof callFields> {}

const callFields = {
  /** Calls in total; each page is one. Default: no limit. */
  all: optional(count),
  /** Calls of each operation, by its name or a pattern, which counts for all of its operations together. Default: no limit. */
  each: optional(Schema.Record(operationPattern, count))
}

/** What a session may do. It is plain data, so that it can come from a file. Without any field, it may do nothing. */
export interface Options extends Schema.Struct.Type<typeof optionFields> {}

const optionFields = {
  /** The JSON Schema of this, for editors. */
  $schema: optional(Schema.String),
  /**
   * `act` sends writes. `plan` only records them: the plan is shown to a person, and what that person approves is applied.
   * Default: `act`.
   */
  mode: optional(Schema.Literals(["act", "plan"])),
  /** What may be read. Default: nothing. */
  reads: optional(named("ReadBounds", readFields)),
  /** What may be written. Default: nothing. */
  writes: optional(named("WriteBounds", writeFields)),
  /** How many calls. Default: no limit. */
  calls: optional(named("CallBounds", callFields)),
  /** How much the session may use of the rate limits. A 304 is free. Default: no limit. */
  quota: optional(count),
  /** How many seconds the session lasts, from its first call on. Default: no limit. */
  seconds: optional(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))),
  /** Where what was read in repositories that are not public may go. Default: only back into the same one. */
  share: optional(Schema.Array(named("Sharing", sharingFields))),
  /** Whose texts are trusted. */
  trust: optional(named("Trust", trustFields))
}

/** The schema of `Options`. `Schema.decodeUnknownEffect` reads them from JSON. */
export const schema: Schema.Codec<Options> = Schema.Struct(optionFields)

/** The bound that a call would leave. */
export const Bound = Schema.Literals([
  /** Where, or by which operation, is read. */
  "reads",
  /** Where, or by which operation, is written. */
  "writes",
  /** How many calls. */
  "calls",
  /** How much quota. */
  "quota",
  /** How long. */
  "seconds",
  /** What was read in a repository that is not public may not go there. */
  "private",
  /** The session has read what outsiders wrote. */
  "untrusted",
  /** Only writes of an approved plan are sent. */
  "plan"
])
export type Bound = typeof Bound.Type
