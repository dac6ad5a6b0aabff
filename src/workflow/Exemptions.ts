/** Which issues and pull requests automatic tidying leaves alone. */
import * as Schema from "effect/Schema"
import type { Issue } from "../forge/schema/Issue.ts"
import { isAmong, shareName } from "./internal/names.ts"

/** Names, or `any` for each of them. */
const NamesOrAny = Schema.Union([Schema.Literal("any"), Schema.Array(Schema.String)])

/** What is left alone: one of these is enough. Plain data, which can come from a file. */
export const Exemptions = Schema.Struct({
  /** Names of labels. Default: none. */
  labels: Schema.optional(Schema.Array(Schema.String)),
  /** Titles of milestones, or `any` for what has a milestone. Default: none. */
  milestones: Schema.optional(NamesOrAny),
  /** Logins of assignees, or `any` for what is assigned to somebody. Default: none. */
  assignees: Schema.optional(NamesOrAny),
  /** Logins of authors. Default: none. */
  authors: Schema.optional(Schema.Array(Schema.String)),
  /** Whether drafts of pull requests are left alone. Default: false. */
  drafts: Schema.optional(Schema.Boolean)
})
export type Exemptions = typeof Exemptions.Type

const isNamed = (names: ReadonlyArray<string>, exempt: "any" | ReadonlyArray<string> = []): boolean =>
  exempt === "any" ? names.length > 0 : shareName(names, exempt)

/** Whether an issue or a pull request is left alone. */
export const isExempt = (
  { assignees, draft, labels, milestone, user }: Issue,
  { assignees: exemptAssignees, authors = [], drafts = false, labels: exemptLabels, milestones }: Exemptions
): boolean =>
  isNamed(
    labels.map(({ name }) => name),
    exemptLabels
  ) ||
  isNamed(milestone === null ? [] : [milestone.title], milestones) ||
  isNamed(
    assignees.map(({ login }) => login),
    exemptAssignees
  ) ||
  (user !== null && isAmong(user.login, authors)) ||
  (drafts && draft)
