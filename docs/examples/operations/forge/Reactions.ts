import { Reactions } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Reacts to a comment. The same reaction twice is one. */
export const createForComment = Reactions.createForComment({ ...repo, comment_id: 102, content: "eyes" }).pipe(
  Effect.map(({ content, user }) => ({ content, user: user?.login ?? null }))
)

/** Reacts to an issue or a pull request. */
export const createForIssue = Reactions.createForIssue({ ...repo, issue_number: 1, content: "rocket" }).pipe(
  Effect.map(({ content, user }) => ({ content, user: user?.login ?? null }))
)

/** Lists who likes a comment. */
export const listForComment = Reactions.listForComment({ ...repo, comment_id: 101, content: "heart" }).pipe(
  Stream.map(({ user }) => user?.login ?? "ghost"),
  Stream.runCollect
)

/** Counts the reactions to an issue by kind. */
export const listForIssue = Reactions.listForIssue({ ...repo, issue_number: 1 }).pipe(
  Stream.runFold(
    (): Record<string, number> => ({}),
    (counts, { content }) => ({ ...counts, [content]: (counts[content] ?? 0) + 1 })
  )
)

/** Removes a reaction to a comment. */
export const deleteForComment = Reactions.deleteForComment({ ...repo, comment_id: 101, reaction_id: 13 })

/** Removes a reaction to an issue. */
export const deleteForIssue = Reactions.deleteForIssue({ ...repo, issue_number: 1, reaction_id: 11 })
