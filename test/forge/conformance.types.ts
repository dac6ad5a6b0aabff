/**
 * Holds the code-hosting client against the service's official types (npm `@octokit/openapi-types`); the compiler is
 * the test.
 *
 * Every answer that they allow must be one that our schemas take, for each operation, and each operation must give the
 * record that its answer is read as.
 */
import type { operations } from "@octokit/openapi-types"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type * as Issues from "../../src/forge/Issues.ts"
import type * as Labels from "../../src/forge/Labels.ts"
import type * as Milestones from "../../src/forge/Milestones.ts"
import type { Issue } from "../../src/forge/schema/Issue.ts"
import type { IssueComment } from "../../src/forge/schema/IssueComment.ts"
import type { Label } from "../../src/forge/schema/Label.ts"
import type { Milestone } from "../../src/forge/schema/Milestone.ts"

/**
 * The official types as what `JSON.parse` can give: where they say `number | bigint` (ids) it is a number, and nothing
 * tells a parsed array from a readonly one. All else is taken at its word: what they call optional may be absent, what
 * they call null may be null.
 */
type Parsed<T> = T extends bigint
  ? never
  : T extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Parsed<Item>>
    : T extends object
      ? { readonly [K in keyof T]: Parsed<T[K]> }
      : T

type Content<Response> = Response extends { readonly content: infer Content }
  ? [Content] extends [never]
    ? never
    : Content extends { readonly "application/json": infer Body }
      ? Body
      : "the official types have another media type"
  : "the official types have no content"

/** The official body of an operation's answer. */
type Body<Name extends keyof operations, Status extends number> = operations[Name] extends {
  readonly responses: { readonly [S in Status]: infer Response }
}
  ? Parsed<Content<Response>>
  : "the official types do not have this answer"

type Schema = { readonly Type: unknown; readonly Encoded: unknown }

/** Compiles only if the operation gives the schema's record, and the schema takes the official body. */
type One<
  Record extends Schema,
  Operation extends (input: never) => Effect.Effect<Record["Type"], unknown, unknown>,
  Official extends Record["Encoded"]
> = [Operation, Official]

/** The same for a listing. */
type Many<
  Record extends Schema,
  Operation extends (input: never) => Stream.Stream<Record["Type"], unknown, unknown>,
  Official extends ReadonlyArray<Record["Encoded"]>
> = [Operation, Official]

/** The same for an array that is one answer. */
type All<
  Record extends Schema,
  Operation extends (input: never) => Effect.Effect<ReadonlyArray<Record["Type"]>, unknown, unknown>,
  Official extends ReadonlyArray<Record["Encoded"]>
> = [Operation, Official]

/** The same for an answer without a body. */
type Nothing<Operation extends (input: never) => Effect.Effect<void, unknown, unknown>, Official extends never> = [
  Operation,
  Official
]

export type Answers = [
  Many<typeof Issue, typeof Issues.list, Body<"issues/list-for-repo", 200>>,
  One<typeof Issue, typeof Issues.get, Body<"issues/get", 200>>,
  One<typeof Issue, typeof Issues.create, Body<"issues/create", 201>>,
  One<typeof Issue, typeof Issues.update, Body<"issues/update", 200>>,
  Many<typeof IssueComment, typeof Issues.listComments, Body<"issues/list-comments", 200>>,
  One<typeof IssueComment, typeof Issues.createComment, Body<"issues/create-comment", 201>>,
  One<typeof IssueComment, typeof Issues.updateComment, Body<"issues/update-comment", 200>>,
  Nothing<typeof Issues.removeComment, Body<"issues/delete-comment", 204>>,
  Nothing<typeof Issues.lock, Body<"issues/lock", 204>>,
  Nothing<typeof Issues.unlock, Body<"issues/unlock", 204>>,
  One<typeof Issue, typeof Issues.addAssignees, Body<"issues/add-assignees", 201>>,
  One<typeof Issue, typeof Issues.removeAssignees, Body<"issues/remove-assignees", 200>>,
  Many<typeof Label, typeof Labels.list, Body<"issues/list-labels-for-repo", 200>>,
  All<typeof Label, typeof Labels.addToIssue, Body<"issues/add-labels", 200>>,
  All<typeof Label, typeof Labels.removeFromIssue, Body<"issues/remove-label", 200>>,
  One<typeof Label, typeof Labels.create, Body<"issues/create-label", 201>>,
  One<typeof Label, typeof Labels.update, Body<"issues/update-label", 200>>,
  Nothing<typeof Labels.remove, Body<"issues/delete-label", 204>>,
  Many<typeof Milestone, typeof Milestones.list, Body<"issues/list-milestones", 200>>,
  One<typeof Milestone, typeof Milestones.create, Body<"issues/create-milestone", 201>>,
  One<typeof Milestone, typeof Milestones.update, Body<"issues/update-milestone", 200>>,
  Nothing<typeof Milestones.remove, Body<"issues/delete-milestone", 204>>
]
