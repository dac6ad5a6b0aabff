/** How an event of webhooks is declared: as data, the fields of its payloads and those that each action adds. */
import type * as Schema from "effect/Schema"
import * as Wire from "../rest/Wire.ts"
import { InstallationLink } from "./schema/EventRecords.ts"
import { EventRepo } from "./schema/EventRepo.ts"
import { SimpleOrganization } from "./schema/SimpleOrganization.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"

type Fields = Schema.Struct.Fields

/** An event: the fields that all of its payloads have, and those that each action adds. */
export interface Declared<F extends Fields, A extends Readonly<Record<string, Fields>>> {
  /** The fields of every payload. */
  readonly fields: F
  /** The fields that an action adds. An event without actions has none. */
  readonly actions: A
}

/** What the payloads of nearly all events have. */
const common = {
  /** Whose action it was; null where the service does not say. */
  sender: Wire.nullable(SimpleUser),
  /** Null unless a repository of an organization is concerned, or an organization itself. */
  organization: Wire.nullable(SimpleOrganization),
  /** Null unless an App gets the event. */
  installation: Wire.nullable(InstallationLink)
}

/** The fields that nearly all events have. */
export type CommonFields = { readonly [K in keyof typeof common]: (typeof common)[K] }

const inRepository = {
  ...common,
  /** The repository that the event concerns. */
  repository: EventRepo
}

/** The fields of events that concern a repository. */
export type RepositoryFields = { readonly [K in keyof typeof inRepository]: (typeof inRepository)[K] }

/** An event that concerns a repository. */
export const ofRepository = <const F extends Fields, const A extends Readonly<Record<string, Fields>> = {}>(
  fields: F,
  actions?: A
): Declared<RepositoryFields & F, A> => ({ fields: { ...inRepository, ...fields }, actions: actions ?? ({} as A) })

/** An event that need not concern a repository. */
export const ofAccount = <const F extends Fields, const A extends Readonly<Record<string, Fields>> = {}>(
  fields: F,
  actions?: A
): Declared<CommonFields & F, A> => ({ fields: { ...common, ...fields }, actions: actions ?? ({} as A) })
