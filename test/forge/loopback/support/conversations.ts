/** Comments, reactions, assets and teams on the wire. */
import * as Issues from "../../../../src/forge/Issues.ts"
import * as PullRequests from "../../../../src/forge/PullRequests.ts"
import * as Reactions from "../../../../src/forge/Reactions.ts"
import * as Releases from "../../../../src/forge/Releases.ts"
import * as Teams from "../../../../src/forge/Teams.ts"
import * as Users from "../../../../src/forge/Users.ts"
import { updatedBranch } from "../../support/conversations.ts"
import { asset } from "../../support/files.ts"
import { sha } from "../../support/pulls.ts"
import { repo, root } from "../../support/records.ts"
import { asking, sending } from "../../support/wire.ts"
import { type Case, one, page, third, thirdSent } from "./cases.ts"

const seventh = { ...repo, issue_number: 7 }
const fifth = { ...repo, comment_id: 5 }
const ninth = { ...repo, pull_number: 9 }
const ofReview = { ...ninth, review_id: 80 }
const onAsset = { ...repo, asset_id: 71 }

const ofIssue = `${root}/issues/7/reactions`
const ofComment = `${root}/issues/comments/5/reactions`
const at = `${root}/pulls/9`
const assetAt = `${root}/releases/assets/71`

const since = new Date("2026-04-22T13:33:48Z")
const sorted = { sort: "updated", direction: "desc" } as const
const sortedSent = { ...sorted, since: "2026-04-22T13:33:48Z", ...thirdSent }

const reaction = { id: 42, content: "heart", user: { login: "octo" } }
const review = { id: 80, state: "CHANGES_REQUESTED" }
const onLine = { id: 10, path: "src/start.ts", line: 2, in_reply_to_id: 8 }
const named = { name: "web.linux.zip", size: 11 }

const call = { ...seventh, ...third }

/** A page with two entries. */
const timeline: Case = {
  ...page(Issues.listTimeline, call, asking(`${root}/issues/7/timeline`, thirdSent), undefined),
  gives: [
    { _tag: "CommentEvent", event: "commented", body: "Me too" },
    { _tag: "LabelEvent", event: "labeled" }
  ]
}

const commented = {
  body: "Why?",
  commit_id: sha,
  path: "src/größe.ts",
  line: 7,
  side: "RIGHT",
  start_line: 3,
  start_side: "LEFT",
  subject_type: "line"
} as const

export const conversations: ReadonlyArray<Case> = [
  page(Issues.listEvents, { ...seventh, ...third }, asking(`${root}/issues/7/events`, thirdSent), {
    _tag: "LabelEvent",
    event: "labeled",
    label: { name: "bug" }
  }),
  timeline,
  page(
    Issues.listForRepoComments,
    { ...repo, ...sorted, since, ...third },
    asking(`${root}/issues/comments`, sortedSent),
    { id: 1_234_567_890, body: "Me too" }
  ),
  page(
    PullRequests.listComments,
    { ...ninth, ...sorted, since, ...third },
    asking(`${at}/comments`, sortedSent),
    onLine
  ),
  one(PullRequests.createComment, { ...ninth, ...commented }, sending("POST", `${at}/comments`, commented), onLine),
  one(
    PullRequests.replyToComment,
    { ...ninth, comment_id: 8, body: "So" },
    sending("POST", `${at}/comments/8/replies`, { body: "So" }),
    onLine
  ),
  one(
    PullRequests.updateBranch,
    { ...ninth, expected_head_sha: sha },
    sending("PUT", `${at}/update-branch`, { expected_head_sha: sha }),
    updatedBranch
  ),
  one(
    PullRequests.submitReview,
    { ...ofReview, event: "REQUEST_CHANGES", body: "Nearly" },
    sending("POST", `${at}/reviews/80/events`, { event: "REQUEST_CHANGES", body: "Nearly" }),
    review
  ),
  one(
    PullRequests.dismissReview,
    { ...ofReview, message: "Old" },
    sending("PUT", `${at}/reviews/80/dismissals`, { message: "Old" }),
    review
  ),
  one(Releases.get, { ...repo, release_id: 5 }, asking(`${root}/releases/5`), { tag_name: "v1.0.0" }),
  page(
    Releases.listAssets,
    { ...repo, release_id: 5, ...third },
    asking(`${root}/releases/5/assets`, thirdSent),
    named
  ),
  one(Releases.getAsset, onAsset, asking(assetAt), { ...named, id: asset.id }),
  one(
    Releases.updateAsset,
    { ...onAsset, name: "größe.zip", label: "" },
    sending("PATCH", assetAt, { name: "größe.zip", label: "" }),
    named
  ),
  one(Releases.removeAsset, onAsset, sending("DELETE", assetAt), undefined),
  page(
    Reactions.listForIssue,
    { ...seventh, content: "+1", ...third },
    asking(ofIssue, { content: "+1", ...thirdSent }),
    reaction
  ),
  one(
    Reactions.createForIssue,
    { ...seventh, content: "heart" },
    sending("POST", ofIssue, { content: "heart" }),
    reaction
  ),
  one(Reactions.removeFromIssue, { ...seventh, reaction_id: 42 }, sending("DELETE", `${ofIssue}/42`), undefined),
  page(
    Reactions.listForComment,
    { ...fifth, content: "-1", ...third },
    asking(ofComment, { content: "-1", ...thirdSent }),
    reaction
  ),
  one(
    Reactions.createForComment,
    { ...fifth, content: "eyes" },
    sending("POST", ofComment, { content: "eyes" }),
    reaction
  ),
  one(Reactions.removeFromComment, { ...fifth, reaction_id: 42 }, sending("DELETE", `${ofComment}/42`), undefined),
  page(Users.list, { since: 46, ...third }, asking("/users", { since: "46", ...thirdSent }), { login: "octo" }),
  page(
    Teams.list,
    { org: "acme", team_type: "organization", ...third },
    asking("/orgs/acme/teams", { team_type: "organization", ...thirdSent }),
    { slug: "front-end", parent: null }
  ),
  page(
    Teams.listMembers,
    { org: "acme", team_slug: "front-end", role: "maintainer", ...third },
    asking("/orgs/acme/teams/front-end/members", { role: "maintainer", ...thirdSent }),
    { login: "octo", role: "maintainer", inherited: false }
  )
]
