/** Checks comments, reactions, assets and teams against the service's official types: responses and requests. */
import type * as Issues from "../../src/forge/Issues.ts"
import type * as PullRequests from "../../src/forge/PullRequests.ts"
import type * as Reactions from "../../src/forge/Reactions.ts"
import type * as Releases from "../../src/forge/Releases.ts"
import type { IssueComment } from "../../src/forge/schema/IssueComment.ts"
import type { IssueEvent } from "../../src/forge/schema/IssueEvent.ts"
import type { Reaction } from "../../src/forge/schema/Reaction.ts"
import type { Release } from "../../src/forge/schema/Release.ts"
import type { ReleaseAsset } from "../../src/forge/schema/ReleaseAsset.ts"
import type { Review } from "../../src/forge/schema/Review.ts"
import type { ReviewComment } from "../../src/forge/schema/ReviewComment.ts"
import type { SimpleUser } from "../../src/forge/schema/SimpleUser.ts"
import type { Team } from "../../src/forge/schema/Team.ts"
import type { TeamMember } from "../../src/forge/schema/TeamMember.ts"
import type { TimelineEvent } from "../../src/forge/schema/TimelineEvent.ts"
import type { UpdatedBranch } from "../../src/forge/schema/UpdatedBranch.ts"
import type * as Teams from "../../src/forge/Teams.ts"
import type * as Users from "../../src/forge/Users.ts"
import type { Body, Many, Nothing, One, Told } from "./support/officialAnswers.ts"
import type { Accepted, Left } from "./support/officialRequests.ts"
import type { All, Same } from "./support/types.ts"

type Timeline = Body<"issues/list-events-for-timeline", 200>[number]

/** The official types let some events have no name, although each has one. */
type Named<T> = T extends unknown ? T & { readonly event: string } : never

export type Answers = [
  Many<typeof IssueComment, typeof Issues.listForRepoComments, Body<"issues/list-comments-for-repo", 200>>,
  Many<typeof IssueEvent, typeof Issues.listEvents, Body<"issues/list-events", 200>>,
  Many<typeof TimelineEvent, typeof Issues.listTimeline, ReadonlyArray<Named<Timeline>>>,
  Many<typeof ReviewComment, typeof PullRequests.listComments, Body<"pulls/list-review-comments", 200>>,
  One<typeof ReviewComment, typeof PullRequests.createComment, Body<"pulls/create-review-comment", 201>>,
  One<typeof ReviewComment, typeof PullRequests.replyToComment, Body<"pulls/create-reply-for-review-comment", 201>>,
  One<typeof UpdatedBranch, typeof PullRequests.updateBranch, Told<Body<"pulls/update-branch", 202>>>,
  One<typeof Review, typeof PullRequests.submitReview, Body<"pulls/submit-review", 200>>,
  One<typeof Review, typeof PullRequests.dismissReview, Body<"pulls/dismiss-review", 200>>,
  One<typeof Release, typeof Releases.get, Body<"repos/get-release", 200>>,
  Many<typeof ReleaseAsset, typeof Releases.listAssets, Body<"repos/list-release-assets", 200>>,
  One<typeof ReleaseAsset, typeof Releases.getAsset, Body<"repos/get-release-asset", 200>>,
  One<typeof ReleaseAsset, typeof Releases.updateAsset, Body<"repos/update-release-asset", 200>>,
  Nothing<typeof Releases.removeAsset, Body<"repos/delete-release-asset", 204>>,
  Many<typeof Reaction, typeof Reactions.listForIssue, Body<"reactions/list-for-issue", 200>>,
  One<typeof Reaction, typeof Reactions.createForIssue, Body<"reactions/create-for-issue", 200 | 201>>,
  Nothing<typeof Reactions.removeFromIssue, Body<"reactions/delete-for-issue", 204>>,
  Many<typeof Reaction, typeof Reactions.listForComment, Body<"reactions/list-for-issue-comment", 200>>,
  One<typeof Reaction, typeof Reactions.createForComment, Body<"reactions/create-for-issue-comment", 201>>,
  Nothing<typeof Reactions.removeFromComment, Body<"reactions/delete-for-issue-comment", 204>>,
  Many<typeof SimpleUser, typeof Users.list, Body<"users/list", 200>>,
  Many<typeof Team, typeof Teams.list, Body<"teams/list", 200>>,
  Many<typeof TeamMember, typeof Teams.listMembers, Body<"teams/list-members-in-org", 200>>
]

export type Requests = All<
  [
    Accepted<typeof Issues.listForRepoComments, "issues/list-comments-for-repo">,
    Accepted<typeof Issues.listEvents, "issues/list-events">,
    Accepted<typeof Issues.listTimeline, "issues/list-events-for-timeline">,
    Accepted<typeof PullRequests.listComments, "pulls/list-review-comments">,
    Accepted<typeof PullRequests.createComment, "pulls/create-review-comment">,
    Accepted<typeof PullRequests.replyToComment, "pulls/create-reply-for-review-comment">,
    Accepted<typeof PullRequests.updateBranch, "pulls/update-branch">,
    Accepted<typeof PullRequests.submitReview, "pulls/submit-review">,
    Accepted<typeof PullRequests.dismissReview, "pulls/dismiss-review">,
    Accepted<typeof Releases.get, "repos/get-release">,
    Accepted<typeof Releases.listAssets, "repos/list-release-assets">,
    Accepted<typeof Releases.getAsset, "repos/get-release-asset">,
    Accepted<typeof Releases.updateAsset, "repos/update-release-asset">,
    Accepted<typeof Releases.removeAsset, "repos/delete-release-asset">,
    Accepted<typeof Reactions.listForIssue, "reactions/list-for-issue">,
    Accepted<typeof Reactions.createForIssue, "reactions/create-for-issue">,
    Accepted<typeof Reactions.removeFromIssue, "reactions/delete-for-issue">,
    Accepted<typeof Reactions.listForComment, "reactions/list-for-issue-comment">,
    Accepted<typeof Reactions.createForComment, "reactions/create-for-issue-comment">,
    Accepted<typeof Reactions.removeFromComment, "reactions/delete-for-issue-comment">,
    Accepted<typeof Users.list, "users/list">,
    Accepted<typeof Teams.list, "teams/list">,
    Accepted<typeof Teams.listMembers, "teams/list-members-in-org">
  ]
>

/**
 * Not supported: positions in the diff, which are deprecated, another way to reply, the only value of an event, and the
 * state of an asset and the events that a timeline excludes, which nobody documents.
 */
export type LeftOut = All<
  [
    Same<Left<typeof Issues.listForRepoComments, "issues/list-comments-for-repo">, never>,
    Same<Left<typeof Issues.listEvents, "issues/list-events">, never>,
    Same<Left<typeof Issues.listTimeline, "issues/list-events-for-timeline">, "exclude">,
    Same<Left<typeof PullRequests.listComments, "pulls/list-review-comments">, never>,
    Same<Left<typeof PullRequests.createComment, "pulls/create-review-comment">, "position" | "in_reply_to">,
    Same<Left<typeof PullRequests.replyToComment, "pulls/create-reply-for-review-comment">, never>,
    Same<Left<typeof PullRequests.updateBranch, "pulls/update-branch">, never>,
    Same<Left<typeof PullRequests.submitReview, "pulls/submit-review">, never>,
    Same<Left<typeof PullRequests.dismissReview, "pulls/dismiss-review">, "event">,
    Same<Left<typeof Releases.listAssets, "repos/list-release-assets">, never>,
    Same<Left<typeof Releases.updateAsset, "repos/update-release-asset">, "state">,
    Same<Left<typeof Reactions.listForIssue, "reactions/list-for-issue">, never>,
    Same<Left<typeof Reactions.createForIssue, "reactions/create-for-issue">, never>,
    Same<Left<typeof Reactions.listForComment, "reactions/list-for-issue-comment">, never>,
    Same<Left<typeof Reactions.createForComment, "reactions/create-for-issue-comment">, never>,
    Same<Left<typeof Users.list, "users/list">, never>,
    Same<Left<typeof Teams.list, "teams/list">, never>,
    Same<Left<typeof Teams.listMembers, "teams/list-members-in-org">, never>
  ]
>
