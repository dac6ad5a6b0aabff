/** Fields of the inputs that list, create and change repositories. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Rule } from "../../rest/Declaration.ts"
import type { Look } from "../../rest/FoundBy.ts"
import { Repo } from "../schema/Repo.ts"
import { both, Direction, Flag, Name, Ordinal, Since, Text } from "./fields.ts"

/** What repositories are sorted by. */
export const Sort = Schema.optional(Schema.Literals(["created", "updated", "pushed", "full_name"]))

/** Which of the user's repositories are listed. */
export const MyRepos = {
  /** Only public or only private repositories. Default: all. */
  visibility: Schema.optional(Schema.Literals(["all", "public", "private"])),
  /** How the user has access. Default: in any of these ways. */
  affiliation: Schema.optional(Schema.Array(Schema.Literals(["owner", "collaborator", "organization_member"]))),
  /** The former parameter for both, which it excludes (`ValidationFailed`). Default: all. */
  type: Schema.optional(Schema.Literals(["all", "owner", "public", "private", "member"])),
  /** What to sort by. Default: full_name. */
  sort: Sort,
  /** The order. Default: asc for `full_name`, else desc. */
  direction: Direction,
  /** Only the repositories updated after it, in whole seconds. */
  since: Since,
  /** Only the repositories updated before it, in whole seconds. */
  before: Since
}

/** What can be set of a repository, when it is created and later. */
const RepoSettings = {
  /** A short description. */
  description: Text,
  /** URL of its web site. */
  homepage: Text,
  /** Whether it is private. Default: false. */
  private: Flag,
  /** Whether issues are enabled. Default: true. */
  has_issues: Flag,
  /** Whether projects are enabled. Default: true. */
  has_projects: Flag,
  /** Whether the wiki is enabled. Default: true. */
  has_wiki: Flag,
  /** Whether it is public or private, in place of `private`; `internal` in enterprises. */
  visibility: Schema.optional(Schema.Literals(["public", "private", "internal"])),
  /** Whether other repositories can be made from it. Default: false. */
  is_template: Flag,
  /** Whether pull requests can be merged with a merge commit. Default: true. */
  allow_merge_commit: Flag,
  /** Whether pull requests can be squashed into one commit. Default: true. */
  allow_squash_merge: Flag,
  /** Whether pull requests can be rebased. Default: true. */
  allow_rebase_merge: Flag,
  /** Whether a pull request can be set to merge once its requirements are met. Default: false. */
  allow_auto_merge: Flag,
  /** Whether merging a pull request deletes its head branch. Default: false. */
  delete_branch_on_merge: Flag,
  /** Where the title of a squashed commit comes from by default. */
  squash_merge_commit_title: Schema.optional(Schema.Literals(["PR_TITLE", "COMMIT_OR_PR_TITLE"])),
  /** Where the message of a squashed commit comes from by default. Needs the title, too. */
  squash_merge_commit_message: Schema.optional(Schema.Literals(["PR_BODY", "COMMIT_MESSAGES", "BLANK"])),
  /** Where the title of a merge commit comes from by default. */
  merge_commit_title: Schema.optional(Schema.Literals(["PR_TITLE", "MERGE_MESSAGE"])),
  /** Where the message of a merge commit comes from by default. Needs the title, too. */
  merge_commit_message: Schema.optional(Schema.Literals(["PR_BODY", "PR_TITLE", "BLANK"]))
}

/** The service refuses a message without its title. */
export const titled: ReadonlyArray<Rule> = ["squash_merge_commit", "merge_commit"].map((name) => ({
  path: `${name}_title`,
  reason: `is required with ${name}_message`,
  isBroken: (input) => input[`${name}_message`] !== undefined && input[`${name}_title`] === undefined
}))

/** A new repository. */
export const NewRepo = both(RepoSettings, {
  /** Its name. */
  name: Schema.NonEmptyString,
  /** Whether downloads are enabled. Default: true. */
  has_downloads: Flag
})

/** What a new repository starts with. */
export const Initial = {
  /** The `id` of the team that gets access, in an organization. */
  team_id: Schema.optional(Ordinal),
  /** Whether to make a first commit, with a README. Default: false. */
  auto_init: Flag,
  /** The template of its `.gitignore`, such as `Node`. */
  gitignore_template: Name,
  /** The key of its license, such as `mit`. */
  license_template: Name
}

const Feature = Schema.optional(Schema.Struct({ status: Schema.Literals(["enabled", "disabled"]) }))

const BypassReviewer = Schema.Struct({
  /** The `id` of the team or the role. */
  reviewer_id: Ordinal,
  reviewer_type: Schema.Literals(["TEAM", "ROLE"]),
  /** Whether bypasses always go to it, or never need a review of it. Default: ALWAYS. */
  mode: Schema.optional(Schema.Literals(["ALWAYS", "EXEMPT"]))
})

/** The security features of a repository. */
const SecurityFeatures = Schema.Struct({
  advanced_security: Feature,
  code_security: Feature,
  dependabot_security_updates: Feature,
  secret_scanning: Feature,
  secret_scanning_push_protection: Feature,
  secret_scanning_ai_detection: Feature,
  secret_scanning_non_provider_patterns: Feature,
  secret_scanning_delegated_alert_dismissal: Feature,
  secret_scanning_delegated_bypass: Feature,
  /** Who reviews bypasses of push protection. */
  secret_scanning_delegated_bypass_options: Schema.optional(
    Schema.Struct({ reviewers: Schema.optional(Schema.Array(BypassReviewer)) })
  )
})

/** What can be changed of a repository. */
export const ChangedRepo = both(RepoSettings, {
  /** The new name. */
  name: Name,
  /** The security features to switch on or off. */
  security_and_analysis: Schema.optional(Schema.NullOr(SecurityFeatures)),
  /** Whether pull requests are enabled. */
  has_pull_requests: Flag,
  /** Who may open pull requests. */
  pull_request_creation_policy: Schema.optional(Schema.Literals(["all", "collaborators_only"])),
  /** The default branch, which must exist. */
  default_branch: Name,
  /** Whether discussions are enabled. */
  has_discussions: Flag,
  /** Whether a head that is behind its base can be updated from the pull request. */
  allow_update_branch: Flag,
  /** Whether the repository is archived, which makes it read-only. */
  archived: Flag,
  /** Whether a private repository may be forked. */
  allow_forking: Flag,
  /** Whether commits made on the web pages must be signed off. */
  web_commit_signoff_required: Flag
})

/** Looks for a new repository by its name, in which the service replaces the characters that it does not allow. */
export const newRepo = (owner: string, { name }: { readonly name: string }, look: Look) =>
  Effect.map(
    look.get("/repos/{owner}/{repo}", Repo, { input: { owner, repo: name.replace(/[^\w.-]/g, "-") } }),
    Option.filter(({ created_at }) => !look.isEarlier(created_at))
  )
