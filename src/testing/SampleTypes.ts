/** The types of samples. */
import type * as Schema from "effect/Schema"
import type { File } from "../forge/schema/Content.ts"
import type { GitBlob } from "../forge/schema/GitBlob.ts"

/** Where a record is. The fields have the names of the inputs of operations, so a whole input will do. */
export interface Place {
  /** `acme` by default. */
  readonly owner?: string | undefined
  /** `web` by default. */
  readonly repo?: string | undefined
  /** The organization of a team; the `owner` by default. */
  readonly org?: string | undefined
  /** The issue of a comment or an event, deliveries of `issues` and `issue_comment` included. */
  readonly issue_number?: number | undefined
  /** The pull request of a review or an event, deliveries of `pull_request` and its reviews included. */
  readonly pull_number?: number | undefined
}

/** The fields that a sample can set. Those that are derived from others follow. */
export type Overrides<Record, Encoded> = Record extends unknown
  ? Partial<Encoded extends ReadonlyArray<unknown> ? Record : Omit<Record, Exclude<keyof Record, keyof Encoded>>>
  : never

/** The fields of a file that a sample can set. */
export type FileFields = Partial<Omit<File, "_tag" | "type">>

/** The fields of a blob that a sample can set. */
export type BlobFields = Partial<GitBlob>

/** The schema of a record. */
export type Recorded = Schema.Codec<object, object>

/** Samples of a record. */
export interface Sample<S extends Recorded, Fields = Overrides<S["Type"], S["Encoded"]>> {
  /** Returns a whole record, as it is decoded from the service's response, with these fields in place of the sample's. */
  (fields?: Fields, place?: Place): S["Type"]
  /** Returns the same record as the service sends it. */
  readonly wire: (fields?: Fields, place?: Place) => S["Encoded"]
}
