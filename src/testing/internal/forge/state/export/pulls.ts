/** Writes pull requests as a seed. */
import type { ReviewCommentSeed, ReviewSeed } from "../../../../ForgeContentSeed.ts"
import type { PullSeed } from "../../../../ForgeSeed.ts"
import { isoDate } from "../../../exchange.ts"
import { fullName, type Repository, type World } from "../model.ts"
import { baseSha, type Pull } from "../pull/register.ts"
import type { Review, ReviewComment } from "../pulls.ts"
import { sharedSeed } from "./conversations.ts"
import { moment, present, some } from "./fields.ts"

const reviewSeed = ({ body, submitted_at, ...review }: Review): ReviewSeed => ({
  ...review,
  ...present({ body: body === "" ? null : body, submitted_at: moment(submitted_at) })
})

const commentSeed = ({
  created_at,
  in_reply_to,
  start_line,
  start_side,
  updated_at,
  ...comment
}: ReviewComment): ReviewCommentSeed => ({
  ...comment,
  ...present({ start_line, start_side, in_reply_to }),
  created_at: isoDate(created_at),
  updated_at: isoDate(updated_at)
})

export const pullSeed = (world: World, repository: Repository, issue: Pull): PullSeed => {
  const { base, head, ...pull } = issue.pull_request
  const origin = head.repository === null ? undefined : world.repositories.get(head.repository)
  return {
    ...sharedSeed(repository, issue),
    pull_id: pull.id,
    head: `${head.owner}:${head.ref}`,
    head_sha: head.sha,
    head_repository: origin === undefined ? null : fullName(origin),
    base: base.ref,
    base_sha: base.sha,
    ...(pull.merged_at === null ? {} : { merged: isoDate(pull.merged_at), merged_by: pull.merged_by }),
    ...present({
      draft: pull.draft ? true : null,
      merge_commit_sha: pull.merge_commit_sha,
      requested_reviewers: some(pull.requested_reviewers),
      requested_teams: some(pull.requested_teams),
      maintainer_can_modify: pull.maintainer_can_modify ? true : null,
      reviews: some(pull.reviews.map(reviewSeed)),
      review_comments: some(pull.review_comments.map(commentSeed)),
      judged: pull.judged === `${baseSha(repository, issue)} ${head.sha}` ? true : null
    })
  }
}
