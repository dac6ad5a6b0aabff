/** What a sync finds, and what it does about it. */
import type * as Effect from "effect/Effect"
import type * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import { MissingPeer, NotAcceptable } from "../forge/ForgeError.ts"
import { Conflict, Gone, IntegrityFailed, NotFound, ValidationFailed } from "../rest/RestError.ts"
import { failureOf } from "./internal/failures.ts"

/** A part of a repository that can be kept in a wanted state. */
export const Kind = Schema.Literals([
  "settings",
  "topics",
  "labels",
  "collaborators",
  "teams",
  "webhooks",
  "secrets",
  "protection",
  "rulesets",
  "files"
])
export type Kind = typeof Kind.Type

/** A field that is not as wanted. Values of secrets are not in plans. */
export const Difference = Schema.Struct({
  /** The field, such as `color` or `required_pull_request_reviews.require_code_owner_reviews`. */
  path: Schema.String,
  /** What the service has; null for nothing. */
  found: Schema.Json,
  /** What it should have; null for nothing. */
  wanted: Schema.Json
})
export type Difference = typeof Difference.Type

/** Something that is not as wanted. */
export const Change = Schema.Struct({
  /** The part of the configuration that it belongs to. */
  kind: Kind,
  /** What a sync does about it. */
  action: Schema.Literals(["create", "update", "remove"]),
  /** Its name: of a label, a branch, a login, the URL of a hook, the path of a file. The settings are `settings`. */
  name: Schema.String,
  /** The fields that differ. Empty for what is removed, and for what has no fields, such as a topic. */
  differences: Schema.Array(Difference)
})
export type Change = typeof Change.Type

/** How a repository differs from what is wanted. It is plain data, which can be encoded. */
export const Plan = Schema.Struct({
  /** Login of the owner. */
  owner: Schema.String,
  /** Name of the repository. */
  repo: Schema.String,
  /** What a sync would change, in its order. Empty if everything is as wanted. */
  changes: Schema.Array(Change),
  /** Names of what is as wanted. */
  unchanged: Schema.Array(Schema.String)
})
export type Plan = typeof Plan.Type

/** How what belongs to the organization itself differs from what is wanted. */
export const OrganizationPlan = Schema.Struct({
  /** Login of the organization. */
  org: Schema.String,
  /** What a sync would change, in its order. Empty if everything is as wanted. */
  changes: Schema.Array(Change),
  /** Names of what is as wanted. */
  unchanged: Schema.Array(Schema.String)
})
export type OrganizationPlan = typeof OrganizationPlan.Type

/** What a sync has changed, by name. */
export interface Synced {
  /** What was created. */
  readonly created: ReadonlyArray<string>
  /** What was renamed or changed. */
  readonly updated: ReadonlyArray<string>
  /** What was removed. */
  readonly removed: ReadonlyArray<string>
  /** What was as wanted already. */
  readonly unchanged: ReadonlyArray<string>
}

/** What most syncs can fail with. */
export const Failure = failureOf([NotFound, Gone, ValidationFailed])
export type Failure = typeof Failure.Type

/** What the sync of secrets can fail with. */
export const SecretsFailure = failureOf([NotFound, Gone, ValidationFailed, MissingPeer])
export type SecretsFailure = typeof SecretsFailure.Type

/** What the sync of files, of a repository and of an organization can fail with. */
export const WholeFailure = failureOf([
  NotFound,
  Gone,
  ValidationFailed,
  MissingPeer,
  Conflict,
  NotAcceptable,
  IntegrityFailed
])
export type WholeFailure = typeof WholeFailure.Type

/** How to go about it. */
export interface Options {
  /** Whether to remove all others. Default: false. */
  readonly prune?: boolean | undefined
}

/** How often to look for drift. */
export interface Looking<out R = never> {
  /** When to look again. Default: every hour. */
  readonly schedule?: Schedule.Schedule<unknown, unknown, never, R> | undefined
}

/** Keeps something in a wanted state. */
export interface Sync<in Input, in Options, A, P, E> {
  /** Brings it to the wanted state, and returns what was changed. */
  (input: Input, options?: Options): Effect.Effect<A, E, Forge>
  /** Returns what differs, and writes nothing. */
  readonly plan: (input: Input, options?: Options) => Effect.Effect<P, E, Forge>
  /**
   * Streams what differs: at first, and then whenever it changes. An outage or a limit after
   * the first look does not end the stream, which ends with the schedule. Writes nothing.
   */
  readonly drift: <R = never>(input: Input, options?: Options & Looking<R>) => Stream.Stream<P, E, Forge | R>
}

const signs = { create: "+", update: "~", remove: "-" } as const

/**
 * Writes a plan as text, a line for each change, with its differences below it.
 *
 * ```text
 * acme/web
 *   ~ settings
 *       delete_branch_on_merge: false -> true
 *   + topics weather
 * ```
 */
export const show = ({ changes, ...place }: Plan | OrganizationPlan): string =>
  [
    `${"org" in place ? place.org : `${place.owner}/${place.repo}`}${changes.length === 0 ? ": nothing differs" : ""}`,
    ...changes.flatMap(({ action, differences, kind, name }) => [
      `  ${signs[action]} ${kind}${name === kind ? "" : ` ${name}`}`,
      ...differences.map(
        ({ found, path, wanted }) => `      ${path}: ${JSON.stringify(found)} -> ${JSON.stringify(wanted)}`
      )
    ])
  ].join("\n")
