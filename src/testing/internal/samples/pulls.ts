/** Pull requests and reviews of the scene. */
import type { MergeResult } from "../../../forge/schema/MergeResult.ts"
import type { PullRequest } from "../../../forge/schema/PullRequest.ts"
import type { Review } from "../../../forge/schema/Review.ts"
import type { ReviewComment } from "../../../forge/schema/ReviewComment.ts"
import type { Place } from "../../Sample.ts"
import { first } from "./sample.ts"
import { type Ask, me, open } from "./scene.ts"

const opened = (number: number, place: Place, ids?: Readonly<Record<string, number | undefined>>): Ask =>
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

export const review = ({ id }: Partial<Review>, place: Place): unknown => {
  const { pull_number = 1 } = place
  return opened(pull_number, place, { review: id }).inRepo("POST", `/pulls/${pull_number}/reviews`, {
    event: "APPROVE",
    body: "Good to go."
  })
}

export const reviewComment = ({ id }: Partial<ReviewComment>, place: Place): unknown => {
  const { pull_number = 1 } = place
  const { inRepo } = opened(pull_number, place, { "review comment": id })
  const comments = [{ path: "src/cache.ts", line: 1, body: "How large can it grow?" }]
  inRepo("POST", `/pulls/${pull_number}/reviews`, { event: "COMMENT", body: "Nearly there.", comments })
  return first(inRepo("GET", `/pulls/${pull_number}/comments`))
}

export const mergeResult = (_: Partial<MergeResult>, place: Place): unknown => {
  const { pull_number = 1 } = place
  return opened(pull_number, place).inRepo("PUT", `/pulls/${pull_number}/merge`, {})
}
