/** Checks that the schemas of seeds and the types of seeds say the same. */
import type * as Duration from "effect/Duration"
import type * as Content from "../../../../src/testing/ForgeContentSeed.ts"
import type * as Issues from "../../../../src/testing/ForgeIssueSeed.ts"
import type * as Seeds from "../../../../src/testing/ForgeSeed.ts"
import type * as Workflows from "../../../../src/testing/ForgeWorkflowSeed.ts"
import type * as Accounts from "../../../../src/testing/internal/seed/accounts.ts"
import type * as Conversations from "../../../../src/testing/internal/seed/conversations.ts"
import type * as Git from "../../../../src/testing/internal/seed/git.ts"
import type { LimitsSeed, Seed } from "../../../../src/testing/internal/seed/seed.ts"
import type * as Repositories from "../../../../src/testing/internal/seed/repository.ts"
import type * as Work from "../../../../src/testing/internal/seed/workflows.ts"
import type { All, Same } from "../../../forge/support/types.ts"

/** A duration as JSON has it. */
type JsonDuration = number | `${number} ${Duration.Unit}`

/** A type without what JSON cannot say: bytes, dates and other forms of durations. */
type Json<A> = [Duration.Input] extends [A]
  ? JsonDuration | Json<Exclude<A, Duration.Input>>
  : A extends Uint8Array | Date
    ? never
    : A extends string | number | boolean | null | undefined
      ? A
      : { readonly [Key in keyof A]: Json<A[Key]> }

type Equal<Decoded, Typed> = [Json<Decoded>, Json<Typed>] extends [infer A, infer B] ? Same<A, B> : never

export type Types = All<
  [
    Equal<typeof Accounts.UserSeed.Type, Seeds.UserSeed>,
    Equal<typeof Accounts.TeamSeed.Type, Seeds.TeamSeed>,
    Equal<typeof Accounts.OrganizationSeed.Type, Seeds.OrganizationSeed>,
    Equal<typeof Accounts.IssueTypeSeed.Type, Issues.IssueTypeSeed>,
    Equal<typeof Accounts.IssueFieldOptionSeed.Type, Issues.IssueFieldOptionSeed>,
    Equal<typeof Accounts.IssueFieldSeed.Type, Issues.IssueFieldSeed>,
    Equal<typeof Accounts.TokenSeed.Type, Seeds.TokenSeed>,
    Equal<typeof Accounts.InstallationSeed.Type, Seeds.InstallationSeed>,
    Equal<typeof Accounts.AppSeed.Type, Seeds.AppSeed>,
    Equal<typeof Git.FilesSeed.Type, Content.FilesSeed>,
    Equal<typeof Git.CommitSeed.Type, Content.CommitSeed>,
    Equal<typeof Git.BranchSeed.Type, Content.BranchSeed>,
    Equal<typeof Git.GitSeed.Type, Content.GitSeed>,
    Equal<typeof Conversations.LabelSeed.Type, Issues.LabelSeed>,
    Equal<typeof Conversations.MilestoneSeed.Type, Issues.MilestoneSeed>,
    Equal<typeof Conversations.CommentSeed.Type, Issues.CommentSeed>,
    Equal<typeof Conversations.IssueSeed.Type, Issues.IssueSeed>,
    Equal<typeof Conversations.ReviewSeed.Type, Content.ReviewSeed>,
    Equal<typeof Conversations.ReviewCommentSeed.Type, Content.ReviewCommentSeed>,
    Equal<typeof Conversations.PullSeed.Type, Seeds.PullSeed>,
    Equal<typeof Repositories.MergesSeed.Type, Content.MergesSeed>,
    Equal<typeof Repositories.SettingsSeed.Type, Content.SettingsSeed>,
    Equal<typeof Repositories.ProtectionSeed.Type, Content.ProtectionSeed>,
    Equal<typeof Repositories.AssetSeed.Type, Content.AssetSeed>,
    Equal<typeof Repositories.ReleaseSeed.Type, Content.ReleaseSeed>,
    Equal<typeof Repositories.StatusSeed.Type, Content.StatusSeed>,
    Equal<typeof Repositories.CheckSeed.Type, Content.CheckSeed>,
    Equal<typeof Work.WorkflowSeed.Type, Workflows.WorkflowSeed>,
    Equal<typeof Work.RunSeed.Type, Workflows.RunSeed>,
    Equal<typeof Work.DeploymentSeed.Type, Workflows.DeploymentSeed>,
    Equal<typeof Repositories.RepositorySeed.Type, Seeds.RepositorySeed>,
    Equal<typeof LimitsSeed.Type, Seeds.LimitsSeed>,
    Equal<typeof Seed.Type, Seeds.Seed>
  ]
>
