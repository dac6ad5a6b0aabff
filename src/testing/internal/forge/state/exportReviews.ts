/** Writes reviews and their comments as seeds. */
import type { ReviewCommentSeed, ReviewSeed } from "../../../ForgeIssueSeed.ts"
import { isoDate } from "../../exchange.ts"
import { moment, present } from "./exporting.ts"
import type { Review, ReviewComment } from "./records.ts"
import { reactionSeeds } from "./seed/reactions.ts"

export const reviewSeed = ({ body, minimized, submitted_at, ...review }: Review): ReviewSeed => ({
  ...review,
  ...present({ body: body === "" ? null : body, minimized, submitted_at: moment(submitted_at) })
})

export const reviewCommentSeed = ({
  created_at,
  in_reply_to,
  minimized,
  reactions,
  resolved_by,
  start_line,
  start_side,
  updated_at,
  ...comment
}: ReviewComment): ReviewCommentSeed => ({
  ...comment,
  ...present({ start_line, start_side, in_reply_to, minimized, resolved_by, reactions: reactionSeeds(reactions) }),
  created_at: isoDate(created_at),
  updated_at: isoDate(updated_at)
})
