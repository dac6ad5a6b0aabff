/**
 * Holds the code-hosting client against the service's official types (npm `@octokit/openapi-types`); the compiler is
 * the test.
 *
 * Every request that our inputs allow must be one that they allow, for each operation. What goes where in a request,
 * and that it is encoded as `Sent` has it, is proved at run time in `Issues.test.ts` and its like.
 */
import type { operations } from "@octokit/openapi-types"
import type * as DateTime from "effect/DateTime"
import type * as Issues from "../../src/forge/Issues.ts"
import type * as Labels from "../../src/forge/Labels.ts"
import type * as Milestones from "../../src/forge/Milestones.ts"
import type { All, InputOf, Same } from "./support/types.ts"

type Name = keyof operations

type Parameters<N extends Name, In extends "path" | "query"> = operations[N] extends {
  readonly parameters: { readonly [K in In]?: infer Fields }
}
  ? NonNullable<Fields>
  : {}

/** The official JSON body. Where they let it be null or absent as a whole, it is one without fields. */
type Body<N extends Name> = operations[N] extends {
  readonly requestBody?: { readonly content: { readonly "application/json": infer Fields } }
}
  ? NonNullable<Fields>
  : {}

/** A value in a body, as JSON: instants are text, and nothing tells a sent array from a readonly one. */
type Json<T> = T extends DateTime.Utc | Date ? string : T extends ReadonlyArray<infer Item> ? Array<Json<Item>> : T

/** A value in a URL: all is text there, lists too, and the official types say number or string as they please. */
type Text<T> = T extends DateTime.Utc | Date | ReadonlyArray<unknown> ? string : T extends number ? `${T}` : T

/** All fields of a request by name, whatever part of it they are in: no operation has two of one name. */
type Official<N extends Name> = {
  [K in keyof Parameters<N, "path">]: Text<Parameters<N, "path">[K]>
} & {
  [K in keyof Parameters<N, "query">]: Text<Parameters<N, "query">[K]>
} & Body<N>

/** Our input as it is sent: what is undefined is left out. */
type Sent<Input, N extends Name> = {
  [K in keyof Input]: K extends keyof Body<N> ? Json<Exclude<Input[K], undefined>> : Text<Exclude<Input[K], undefined>>
}

type RequiredKeys<T> = { [K in keyof T]-?: {} extends Pick<T, K> ? never : K }[keyof T]

/** The names of our fields that the official types don't take, and of those that they require and we don't. */
type Wrong<Ours, Theirs> =
  | { [K in keyof Ours]-?: K extends keyof Theirs ? (Ours[K] extends Theirs[K] ? never : K) : K }[keyof Ours]
  | Exclude<RequiredKeys<Theirs>, RequiredKeys<Ours>>

/** True, or the names of the fields that are wrong. */
type Accepted<Operation, N extends Name> = [Wrong<Sent<InputOf<Operation>, N>, Official<N>>] extends [never]
  ? true
  : Wrong<Sent<InputOf<Operation>, N>, Official<N>>

export type Requests = All<
  [
    Accepted<typeof Issues.list, "issues/list-for-repo">,
    Accepted<typeof Issues.get, "issues/get">,
    Accepted<typeof Issues.create, "issues/create">,
    Accepted<typeof Issues.update, "issues/update">,
    Accepted<typeof Issues.listComments, "issues/list-comments">,
    Accepted<typeof Issues.createComment, "issues/create-comment">,
    Accepted<typeof Issues.updateComment, "issues/update-comment">,
    Accepted<typeof Issues.removeComment, "issues/delete-comment">,
    Accepted<typeof Issues.lock, "issues/lock">,
    Accepted<typeof Issues.unlock, "issues/unlock">,
    Accepted<typeof Issues.addAssignees, "issues/add-assignees">,
    Accepted<typeof Issues.removeAssignees, "issues/remove-assignees">,
    Accepted<typeof Labels.list, "issues/list-labels-for-repo">,
    Accepted<typeof Labels.addToIssue, "issues/add-labels">,
    Accepted<typeof Labels.removeFromIssue, "issues/remove-label">,
    Accepted<typeof Labels.create, "issues/create-label">,
    Accepted<typeof Labels.update, "issues/update-label">,
    Accepted<typeof Labels.remove, "issues/delete-label">,
    Accepted<typeof Milestones.list, "issues/list-milestones">,
    Accepted<typeof Milestones.create, "issues/create-milestone">,
    Accepted<typeof Milestones.update, "issues/update-milestone">,
    Accepted<typeof Milestones.remove, "issues/delete-milestone">
  ]
>

/** The official fields that an operation of ours does not have; a listing has its `page` in `.page`. */
type Left<Operation, N extends Name> = Exclude<keyof Official<N>, keyof InputOf<Operation> | "page">

/**
 * What is left out: the deprecated `assignee`, what only some organizations have (`type`, `issue_field_values`), and the
 * issue that a duplicate repeats. A new official version that knows more fields stops here, to be decided upon.
 */
export type LeftOut = All<
  [
    Same<Left<typeof Issues.list, "issues/list-for-repo">, "type" | "issue_field_values">,
    Same<Left<typeof Issues.create, "issues/create">, "assignee" | "type" | "issue_field_values">,
    Same<
      Left<typeof Issues.update, "issues/update">,
      "assignee" | "type" | "issue_field_values" | "duplicate_issue_id"
    >,
    Same<Left<typeof Issues.listComments, "issues/list-comments">, never>,
    Same<Left<typeof Issues.createComment, "issues/create-comment">, never>,
    Same<Left<typeof Issues.updateComment, "issues/update-comment">, never>,
    Same<Left<typeof Issues.lock, "issues/lock">, never>,
    Same<Left<typeof Issues.addAssignees, "issues/add-assignees">, never>,
    Same<Left<typeof Issues.removeAssignees, "issues/remove-assignees">, never>,
    Same<Left<typeof Labels.list, "issues/list-labels-for-repo">, never>,
    Same<Left<typeof Labels.addToIssue, "issues/add-labels">, never>,
    Same<Left<typeof Labels.create, "issues/create-label">, never>,
    Same<Left<typeof Labels.update, "issues/update-label">, never>,
    Same<Left<typeof Milestones.list, "issues/list-milestones">, never>,
    Same<Left<typeof Milestones.create, "issues/create-milestone">, never>,
    Same<Left<typeof Milestones.update, "issues/update-milestone">, never>
  ]
>
