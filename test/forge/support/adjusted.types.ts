/**
 * Where the types of single operations are compared with others than the service's official ones (npm
 * `@octokit/openapi-types`), and why. All others are compared as they are, by lines that `.build/types/operations.ts`
 * writes.
 */
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"
import type * as Actions from "../../../src/forge/Actions.ts"
import type * as BranchProtection from "../../../src/forge/BranchProtection.ts"
import type * as ActionsVariables from "../../../src/forge/ActionsVariables.ts"
import type * as Commits from "../../../src/forge/Commits.ts"
import type * as Contents from "../../../src/forge/Contents.ts"
import type * as Gists from "../../../src/forge/Gists.ts"
import type * as Git from "../../../src/forge/Git.ts"
import type * as Issues from "../../../src/forge/Issues.ts"
import type * as Notifications from "../../../src/forge/Notifications.ts"
import type * as PullRequests from "../../../src/forge/PullRequests.ts"
import type * as Releases from "../../../src/forge/Releases.ts"
import type * as Rulesets from "../../../src/forge/Rulesets.ts"
import type * as Repositories from "../../../src/forge/Repositories.ts"
import type { CheckRequirement, CheckRequirements } from "../../../src/forge/schema/BranchRulesInput.ts"
import type { DraftReviewComment, PositionedReviewComment } from "../../../src/forge/schema/DraftReviewComment.ts"
import type { GivenLabel } from "../../../src/forge/schema/IssueInput.ts"
import type { GivenOrgRule, GivenRule } from "../../../src/forge/schema/RuleInput.ts"
import type { GivenConditions, GivenOrgConditions } from "../../../src/forge/schema/RulesetInput.ts"
import type { ReleaseAsset } from "../../../src/forge/schema/ReleaseAsset.ts"
import type { Body, Complete } from "./officialAnswers.ts"
import type { InputOf } from "./types.ts"

/** The official resources as they arrive: what is optional is left out, and not undefined. */
type Resources<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> }

/** Without null as an item of a list, which the official types have for Apps. */
type Items<T> =
  T extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Items<NonNullable<Item>>>
    : T extends object
      ? { readonly [K in keyof T]: Items<T[K]> }
      : T

/** The official types let some events have no name, although each has one. */
type Named<T> = T extends unknown ? T & { readonly event: string } : never

/** What recordings of repositories always have, though the official types of some let it be absent or null. */
type Always =
  | ("default_branch" | "owner" | "created_at" | "updated_at" | "pushed_at")
  | ("clone_url" | "ssh_url" | "git_url" | "svn_url")
  | ("has_issues" | "has_projects" | "has_wiki" | "has_pages")

/** With what recordings of repositories and pull requests always have: all fields of labels and licences, too. */
type Recorded<T> =
  T extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Recorded<Item>>
    : T extends object
      ? {
          readonly [K in keyof T as K extends Always ? never : K]: K extends "labels" | "license"
            ? Complete<T[K]>
            : Recorded<T[K]>
        } & { readonly [K in Extract<keyof T, Always>]-?: NonNullable<T[K]> }
      : T

/** A commit that a search found, whose committer is an account like its author. */
type FoundCommit = Body<"search/commits", 200>["items"][number]

/** A gist as it is always sent: the official types call all of its fields optional, and let files be null. */
type WholeGist<Gist> = Omit<Complete<Gist>, "files" | "fork_of"> & {
  readonly files: Readonly<Record<string, Complete<NonNullable<NonNullable<Body<"gists/get", 200>["files"]>[string]>>>>
  readonly fork_of: Complete<Body<"gists/list", 200>>[number] | null
}
/** What was granted has no undefined values. */
type Granted<T> = Omit<NonNullable<T>, "permissions"> & { readonly permissions: Readonly<Record<string, string>> }

/** The stars that have their time. */
type Timed<T extends ReadonlyArray<unknown>> = ReadonlyArray<Extract<T[number], { readonly starred_at: string }>>

type Starred<T extends ReadonlyArray<unknown>> = Recorded<Timed<T>>

/** Bodies that the official types describe otherwise. */
interface Answers {
  // The service always sends all of it.
  "Contents.put": Complete<Body<"repos/create-or-update-file-contents", 200 | 201>>
  "Contents.delete": Complete<Body<"repos/delete-file", 200>>
  "PullRequests.updateBranch": Complete<Body<"pulls/update-branch", 202>>
  // It calls the fields of the accounts and Apps that a rule names optional.
  "Branches.getProtection": Items<Complete<Body<"repos/get-branch-protection", 200>>>
  "Branches.mergeUpstream": Complete<Body<"repos/merge-upstream", 200>>
  // The App that signs in, or that was asked for, is there.
  "Apps.createFromManifest": Granted<Body<"apps/get-authenticated", 200>> &
    Pick<Body<"apps/create-from-manifest", 201>, "client_id" | "client_secret" | "webhook_secret" | "pem">
  "Apps.get": Granted<Body<"apps/get-authenticated", 200>>
  "Apps.getBySlug": Granted<Body<"apps/get-by-slug", 200>>
  // Its media type is asked for, in which each star has its time.
  "Stars.listForMe": Starred<Body<"activity/list-repos-starred-by-user", 200>>
  "Stars.listForUser": Starred<Body<"activity/list-repos-starred-by-user", 200>>
  "Stars.listStargazers": Timed<Body<"activity/list-stargazers-for-repo", 200>>
  // Nor does it say which fields of these are always there.
  "Actions.getWorkflowUsage": Complete<Body<"actions/get-workflow-usage", 200>>
  "Caches.list": Complete<Body<"actions/get-actions-cache-list", 200>>["actions_caches"]
  "Caches.deleteByKey": Complete<Body<"actions/delete-actions-cache-by-key", 200>>
  "Deployments.getPendingForRun": Complete<Body<"actions/get-pending-deployments-for-run", 200>>
  "Deployments.getReviewsForRun": Complete<Body<"actions/get-reviews-for-run", 200>>
  "Environments.list": ReadonlyArray<Complete<Body<"repos/get-environment", 200>>>
  "Environments.get": Complete<Body<"repos/get-environment", 200>>
  "Environments.createOrUpdate": Complete<Body<"repos/get-environment", 200>>
  "Environments.listBranchPolicies": ReadonlyArray<Complete<Body<"repos/get-deployment-branch-policy", 200>>>
  "Environments.getBranchPolicy": Complete<Body<"repos/get-deployment-branch-policy", 200>>
  "Environments.createBranchPolicy": Complete<Body<"repos/get-deployment-branch-policy", 200>>
  "Environments.updateBranchPolicy": Complete<Body<"repos/get-deployment-branch-policy", 200>>
  "Environments.getProtectionRules": Complete<Body<"repos/get-all-deployment-protection-rules", 200>>
  "Environments.listProtectionApps": ReadonlyArray<Body<"repos/get-custom-deployment-protection-rule", 200>["app"]>
  // The description says any text.
  "Git.getBlob": Omit<Body<"git/get-blob", 200>, "encoding"> & { readonly encoding: "base64" | "utf-8" }
  "Deployments.create": Body<"repos/create-deployment", 201> | Complete<Body<"repos/create-deployment", 202>>
  "RateLimits.get": { readonly resources: Resources<Body<"rate-limit/get", 200>["resources"]> }
  "Search.commits": ReadonlyArray<
    Complete<Omit<FoundCommit, "committer">> & { readonly committer: FoundCommit["author"] }
  >
  "Gists.get": WholeGist<Body<"gists/get", 200>>
  "Gists.getRevision": WholeGist<Body<"gists/get-revision", 200>>
  "Gists.create": WholeGist<Body<"gists/create", 201>>
  "Gists.update": WholeGist<Body<"gists/update", 200>>
  "Gists.listForMe": Complete<Body<"gists/list", 200>>
  "Gists.listForUser": Complete<Body<"gists/list-for-user", 200>>
  "Gists.listPublic": Complete<Body<"gists/list-public", 200>>
  "Gists.listStarred": Complete<Body<"gists/list-starred", 200>>
  "Gists.listForks": Complete<Body<"gists/list", 200>>
  "Gists.fork": Complete<Body<"gists/fork", 201>>
  "Issues.listTimeline": ReadonlyArray<Named<Body<"issues/list-events-for-timeline", 200>[number]>>
}

export type Answer<Name extends string, Official> = Name extends keyof Answers
  ? Answers[Name]
  : Name extends
        | `${"PullRequests" | "Repositories"}.${string}`
        | "Commits.listPullRequests"
        | "Search.repositories"
        | `Subscriptions.list${string}`
        | `Apps.listRepositories${string}`
    ? Recorded<Official>
    : // The official types call all fields of a configuration optional.
      Name extends `Hooks.${string}`
      ? Complete<Official>
      : // And the fields of the accounts and Apps that a rule names.
        Name extends
            | `Branch${"Protection" | "Restrictions"}.${string}`
            | `Rulesets.${"getSuite" | "listSuites"}${"" | "ForOrg"}`
        ? Items<Complete<Official>>
        : Official

/** An upload is an operation whose input has more than its URL. */
type UploadAsset = (input: Parameters<typeof Releases.uploadAsset>[0]) => Effect.Effect<ReleaseAsset, unknown, unknown>

export type Called<Name extends string, Operation> = Name extends "Releases.uploadAsset" ? UploadAsset : Operation

/** With another type for a field. */
type With<Input, Fields> = (input: Omit<Input, keyof Fields> & Fields) => unknown

/** Without the internal repositories, which only enterprises have: the official types leave them out. */
type Public<Input extends { readonly visibility?: unknown }, Recorded extends string = never> = With<
  Omit<Input, Recorded>,
  { readonly visibility?: Exclude<Input["visibility"], "internal"> }
>

type ListForOrg = InputOf<typeof Repositories.listForOrg>

/** The official types have both ends of a comparison in one parameter. */
type Compared<Input> = (input: Omit<Input, "base" | "head"> & { readonly basehead: `${string}...${string}` }) => unknown

interface GistUpdate {
  readonly files?: Readonly<Record<string, { readonly content?: string; readonly filename?: string | null }>>
}

type OnThread<Input> = With<Input, { readonly thread_id: number }>
/** Without the rules of unknown kinds. */
type Known<Rule> = Rule extends { readonly type: infer Type } ? (string extends Type ? never : Rule) : never

/** With the rules and conditions of a ruleset as they are sent, without those of kinds that are not known. */
type RulesIn<Input, Rule = typeof GivenRule.Encoded, Conditions = (typeof GivenConditions)["Encoded"]> = With<
  Omit<Input, "rules" | "conditions">,
  {
    readonly rules?: ReadonlyArray<Known<Rule>>
    readonly conditions?: Conditions
  }
>

/** Conditions with one of the fields that say for which repositories a ruleset is. */
type ForRepositories<Conditions extends { readonly ref_name?: unknown }> = {
  [K in keyof Conditions]-?: Pick<Conditions, "ref_name"> & Required<Pick<Conditions, K>>
}[Exclude<keyof Conditions, "ref_name">]

type OrgRule = typeof GivenOrgRule.Encoded
type OrgConditions = ForRepositories<(typeof GivenOrgConditions)["Encoded"]>

/** Inputs after their encoding, or as the official types have them. */
interface Inputs {
  // The official types have no deletion of a file, and let a name be null.
  "Gists.update": With<InputOf<typeof Gists.update>, GistUpdate>
  // Records have the id as text.
  "Notifications.getThread": OnThread<InputOf<typeof Notifications.getThread>>
  "Notifications.markThreadAsRead": OnThread<InputOf<typeof Notifications.markThreadAsRead>>
  "Notifications.markThreadAsDone": OnThread<InputOf<typeof Notifications.markThreadAsDone>>
  "Notifications.getThreadSubscription": OnThread<InputOf<typeof Notifications.getThreadSubscription>>
  "Notifications.setThreadSubscription": OnThread<InputOf<typeof Notifications.setThreadSubscription>>
  "Notifications.deleteThreadSubscription": OnThread<InputOf<typeof Notifications.deleteThreadSubscription>>
  "Issues.create": With<
    InputOf<typeof Issues.create>,
    // Without nulls.
    { readonly labels?: ReadonlyArray<string | typeof GivenLabel.Encoded> }
  >
  "PullRequests.createReview": With<
    InputOf<typeof PullRequests.createReview>,
    { readonly comments?: ReadonlyArray<(typeof DraftReviewComment | typeof PositionedReviewComment)["Encoded"]> }
  >
  "BranchProtection.update": With<
    InputOf<typeof BranchProtection.update>,
    { readonly required_status_checks: (typeof CheckRequirements)["Encoded"] | null }
  >
  "BranchProtection.updateStatusChecks": With<
    InputOf<typeof BranchProtection.updateStatusChecks>,
    { readonly checks?: ReadonlyArray<(typeof CheckRequirement)["Encoded"]> }
  >
  "Rulesets.create": RulesIn<InputOf<typeof Rulesets.create>>
  "Rulesets.createForOrg": RulesIn<InputOf<typeof Rulesets.createForOrg>, OrgRule, OrgConditions>
  "Rulesets.update": RulesIn<InputOf<typeof Rulesets.update>>
  "Rulesets.updateForOrg": RulesIn<InputOf<typeof Rulesets.updateForOrg>, OrgRule, OrgConditions>
  "Contents.put": With<InputOf<typeof Contents.put>, { readonly content: string }>
  "Git.createBlob": With<InputOf<typeof Git.createBlob>, { readonly content: string }>
  // The name in the path and the new one have the same name there.
  "ActionsVariables.update": With<Omit<InputOf<typeof ActionsVariables.update>, "new_name">, {}>
  "ActionsVariables.updateForEnvironment": With<
    Omit<InputOf<typeof ActionsVariables.updateForEnvironment>, "new_name">,
    {}
  >
  "ActionsVariables.updateForOrg": With<Omit<InputOf<typeof ActionsVariables.updateForOrg>, "new_name">, {}>
  // It has only one format.
  "Actions.downloadArtifact": With<InputOf<typeof Actions.downloadArtifact>, { readonly archive_format: string }>
  "Commits.compare": Compared<InputOf<typeof Commits.compare>>
  "Commits.compareDiff": Compared<Parameters<typeof Commits.compareDiff>[0]>
  "Commits.comparePatch": Compared<Parameters<typeof Commits.comparePatch>[0]>
  "Repositories.listForOrg": With<ListForOrg, { readonly type?: Exclude<ListForOrg["type"], "internal"> }>
  // The official types lack these, and recordings show that the service takes them.
  "Repositories.create": With<Omit<InputOf<typeof Repositories.create>, "visibility">, {}>
  "Repositories.createForOrg": Public<InputOf<typeof Repositories.createForOrg>, "allow_update_branch">
  "Repositories.update": Public<InputOf<typeof Repositories.update>, "has_discussions">
  // The input of its URL: the official types have no size of a stream.
  "Releases.uploadAsset": (
    input: Pick<Parameters<UploadAsset>[0], "owner" | "repo" | "release_id" | "name" | "label">
  ) => unknown
}

/** The input of a download, which also takes options. */
type Asked<Operation> = Operation extends (
  input: infer Input,
  ...more: never
) => Stream.Stream<Uint8Array, unknown, unknown>
  ? (input: Input) => unknown
  : Operation

/** With secrets as text, as they are sent. */
type Revealed<T> =
  T extends Redacted.Redacted<infer Secret>
    ? Secret
    : T extends ReadonlyArray<unknown>
      ? T
      : T extends object
        ? { readonly [K in keyof T]: Revealed<T[K]> }
        : T

export type Given<Name extends string, Operation> = Name extends keyof Inputs
  ? Inputs[Name]
  : Name extends `Hooks.${string}`
    ? (input: Revealed<InputOf<Operation>>) => unknown
    : Asked<Operation>

/** Fields that are not supported. A new official version with more of them fails, so that somebody decides. */
interface Unsupported {
  // Deprecated: assignees replace it.
  "Issues.create": "assignee"
  "Issues.update": "assignee"
  // Closing down: code is sorted by the best match.
  "Search.code": "sort" | "order"
  // Deprecated: the position replaces it.
  "Commits.createComment": "line"
  // Nobody documents what it does.
  "Issues.listTimeline": "exclude"
  "Releases.updateAsset": "state"
  // Positions in the diff are deprecated, and `replyToComment` replies.
  "PullRequests.createComment": "position" | "in_reply_to"
  // `page` takes the cursor of a page.
  "Hooks.listDeliveriesForApp": "cursor"
  "Hooks.listDeliveriesForOrg": "cursor"
  "Hooks.listDeliveriesForRepo": "cursor"
  // Diffs and patches have no pages.
  "Commits.getDiff": "per_page"
  "Commits.getPatch": "per_page"
  "Commits.compareDiff": "per_page"
  "Commits.comparePatch": "per_page"
  // It has only one value.
  "Hooks.createForRepo": "name"
  "Hooks.updateForOrg": "name"
  "PullRequests.dismissReview": "event"
  // The titles of squashed commits replace it.
  "Repositories.createForOrg": "use_squash_pr_title_as_default"
  "Repositories.update": "use_squash_pr_title_as_default"
}

export type LeftOut<Name extends string> = Name extends keyof Unsupported ? Unsupported[Name] : never

/** The operations whose answer is not true. */
type Wrong<Questions> = { [Name in keyof Questions as Questions[Name] extends true ? never : Name]: Questions[Name] }

/** Compiles only if every question is answered with true; if not, the compiler names the operations. */
export type None<Questions extends { readonly [Name in keyof Wrong<Questions>]: true }> = Questions
