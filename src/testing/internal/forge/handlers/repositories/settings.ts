/** The fields that creating and changing a repository share. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { invalid } from "../../http/refusals.ts"
import type { Repository } from "../../state/model.ts"
import type { Merges, Settings } from "../../state/records.ts"

type Read<A> = Result.Result<A, Answer>

/** Switches, by the field of the body. */
const flags = [
  "has_projects",
  "has_wiki",
  "has_discussions",
  "is_template",
  "allow_forking",
  "allow_auto_merge",
  "allow_update_branch",
  "web_commit_signoff_required"
] as const satisfies ReadonlyArray<keyof Settings>

const wordings = {
  squash_merge_commit_title: ["PR_TITLE", "COMMIT_OR_PR_TITLE"],
  squash_merge_commit_message: ["PR_BODY", "COMMIT_MESSAGES", "BLANK"],
  merge_commit_title: ["PR_TITLE", "MERGE_MESSAGE"],
  merge_commit_message: ["PR_BODY", "PR_TITLE", "BLANK"]
} as const

const mergeFields: Readonly<Record<string, keyof Merges>> = {
  allow_merge_commit: "merge",
  allow_squash_merge: "squash",
  allow_rebase_merge: "rebase",
  delete_branch_on_merge: "delete_branch"
}

const settingsIn = (call: Call, fields: Input.Fields, before: Settings): Read<Settings> =>
  Result.gen(function* () {
    const switched: Partial<Record<(typeof flags)[number], boolean>> = {}
    for (const flag of flags) switched[flag] = (yield* Input.flag(call, fields, flag)) ?? before[flag]
    const word = <const A extends string>(name: string, known: ReadonlyArray<A>) =>
      Input.oneOf(call, fields, name, known, "Repository")
    const squashTitle = yield* word("squash_merge_commit_title", wordings.squash_merge_commit_title)
    const squashMessage = yield* word("squash_merge_commit_message", wordings.squash_merge_commit_message)
    const title = yield* word("merge_commit_title", wordings.merge_commit_title)
    const message = yield* word("merge_commit_message", wordings.merge_commit_message)
    return {
      ...before,
      ...switched,
      squash_merge_commit_title: squashTitle ?? before.squash_merge_commit_title,
      squash_merge_commit_message: squashMessage ?? before.squash_merge_commit_message,
      merge_commit_title: title ?? before.merge_commit_title,
      merge_commit_message: message ?? before.merge_commit_message
    }
  })

const mergesIn = (call: Call, fields: Input.Fields, before: Merges): Read<Merges> =>
  Result.gen(function* () {
    const merges: { -readonly [Way in keyof Merges]: boolean } = { ...before }
    for (const [field, way] of Object.entries(mergeFields)) {
      merges[way] = (yield* Input.flag(call, fields, field)) ?? before[way]
    }
    if (merges.merge || merges.squash || merges.rebase) return merges
    const message = "Sorry, you need to allow at least one merge strategy. (no_merge_method)"
    return yield* Result.fail(
      invalid(call, { resource: "Repository", code: "custom", field: "merge_commit_allowed", message })
    )
  })

/** Reads whether the repository becomes private. The visibility of a public fork is its parent's. */
const privacyIn = (call: Call, fields: Input.Fields, before: Repository): Read<boolean> =>
  Result.gen(function* () {
    const flag = yield* Input.flag(call, fields, "private")
    const visibility = yield* Input.oneOf(call, fields, "visibility", ["public", "private"], "Repository")
    const isPrivate = visibility === undefined || visibility === null ? flag : visibility === "private"
    if (before.parent !== null && !before.private && isPrivate === true) {
      const message = "Public forks can't be made private. Please duplicate the repository."
      return yield* Result.fail(invalid(call, { resource: "Repository", code: "custom", field: "visibility", message }))
    }
    return isPrivate ?? before.private
  })

/** Reads what a body changes, except the name and the default branch. */
export const changesIn = (call: Call, fields: Input.Fields, before: Repository): Read<Partial<Repository>> =>
  Result.gen(function* () {
    const description = yield* Input.boundedText(call, fields, "description", rule)
    const homepage = yield* Input.boundedText(call, fields, "homepage", rule)
    return {
      description: description === undefined ? before.description : description,
      homepage: homepage === undefined ? before.homepage : homepage,
      private: yield* privacyIn(call, fields, before),
      has_issues: (yield* Input.flag(call, fields, "has_issues")) ?? before.has_issues,
      archived: (yield* Input.flag(call, fields, "archived")) ?? before.archived,
      settings: yield* settingsIn(call, fields, before.settings),
      merges: yield* mergesIn(call, fields, before.merges)
    }
  })

const rule = { resource: "Repository", maximum: 350, blank: true }
