/** Pull requests and reviews of the scene. */
import type { MergeResult } from "../../../forge/schema/MergeResult.ts"
import type { ListedPullRequest, PullRequest } from "../../../forge/schema/PullRequest.ts"
import type { Review } from "../../../forge/schema/Review.ts"
import type { ReviewComment } from "../../../forge/schema/ReviewComment.ts"
import type { Place } from "../../SampleTypes.ts"
import { type Client, first, me, open } from "./scene.ts"

/** A scene with an open pull request. */
export const opened = (number: number, place: Place, ids?: Readonly<Record<string, number | undefined>>): Client =>
  open({
    ...place,
    ids: { pull: 7_000_000 + number, issue: 3_000_000 + number, ...ids },
    repository: {
      labels: [{ name: "enhancement", color: "a2eeef", description: "New feature" }],
      pulls: [
        {
          number,
          title: "Start faster",
          body: "Read the cache first.",
          user: "hubot",
          head: "faster",
          labels: ["enhancement"],
          assignees: [me],
          requested_reviewers: [me],
          commits: [
            {
              message: "Read the cache",
              author: "hubot",
              date: "2026-01-15T07:30:00Z",
              files: { "src/cache.ts": "export const cache = new Map<string, string>()\n" }
            }
          ],
          created_at: "2026-01-15T08:00:00Z"
        }
      ]
    }
  })

/** The service works out `mergeable` when it is first asked. */
export const pull = (fields: Partial<PullRequest>, place: Place): unknown => {
  const number = fields.number ?? place.pull_number ?? 1
  const { inRepo } = opened(number, place)
  inRepo("GET", `/pulls/${number}`)
  return inRepo("GET", `/pulls/${number}`)
}

export const listedPull = (fields: Partial<ListedPullRequest>, place: Place): unknown =>
  first(opened(fields.number ?? place.pull_number ?? 1, place).inRepo("GET", "/pulls"))

/** A scene with a review of a pull request, and the review. */
export const approved = (number: number, place: Place, id?: number) => {
  const { inRepo } = opened(number, place, { review: id })
  const review = inRepo("POST", `/pulls/${number}/reviews`, { event: "APPROVE", body: "Good to go." })
  return { inRepo, review }
}

export const review = ({ id }: Partial<Review>, place: Place): unknown =>
  approved(place.pull_number ?? 1, place, id).review

/** A scene with a comment on a line of a pull request. */
export const commentedOnLine = (number: number, place: Place, id?: number): Client => {
  const ask = opened(number, place, { "review comment": id })
  const comments = [{ path: "src/cache.ts", line: 1, body: "How large can it grow?" }]
  ask.inRepo("POST", `/pulls/${number}/reviews`, { event: "COMMENT", body: "Nearly there.", comments })
  return ask
}

export const reviewComment = ({ id }: Partial<ReviewComment>, place: Place): unknown => {
  const { pull_number = 1 } = place
  return first(commentedOnLine(pull_number, place, id).inRepo("GET", `/pulls/${pull_number}/comments`))
}

/** Updates the branch of a pull request, which needs a commit that it lacks. */
export const updatedBranch = (_: object, place: Place): unknown => {
  const { pull_number = 1 } = place
  const { inRepo } = opened(pull_number, place)
  inRepo("PUT", "/contents/docs/guide.md", { message: "Add a guide", content: "IyBHdWlkZQo=" })
  return inRepo("PUT", `/pulls/${pull_number}/update-branch`, {})
}

export const mergeResult = (_: Partial<MergeResult>, place: Place): unknown => {
  const { pull_number = 1 } = place
  return opened(pull_number, place).inRepo("PUT", `/pulls/${pull_number}/merge`, {})
}
