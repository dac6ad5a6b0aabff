import { Gists } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const gist_id = "0123456789abcdef0123456789abcdef"

/** Shares a file with everybody who has the URL. */
export const create = Gists.create({
  description: "How to measure rain",
  files: { "rain.md": { content: "# Rain\n\nIn millimetres.\n" } }
}).pipe(Effect.map(({ files, public: isPublic }) => ({ public: isPublic, files: Object.keys(files) })))

/** Comments on a gist. */
export const createComment = Gists.createComment({ gist_id, body: "Thank you!" }).pipe(Effect.map(({ body }) => body))

/** Deletes a gist, if it is there. */
const delete_ = Gists.delete({ gist_id }).pipe(Effect.catchTag("NotFound", () => Effect.void))

/** Deletes a comment on a gist. */
export const deleteComment = Gists.deleteComment({ gist_id, comment_id: 801 })

/** Forks the gist of somebody else. */
export const fork = Gists.fork({ gist_id: "fedcba9876543210fedcba9876543210" }).pipe(
  Effect.map(({ description, owner }) => ({ description, owner: owner?.login ?? null }))
)

/** Reads the files of a gist. */
export const get = Gists.get({ gist_id }).pipe(
  Effect.map(({ files }) => Object.values(files).map(({ content, filename }) => ({ filename, content })))
)

/** Reads a comment on a gist. */
export const getComment = Gists.getComment({ gist_id, comment_id: 801 }).pipe(
  Effect.map(({ body, user }) => ({ body, user: user?.login ?? null }))
)

/** Reads the files of a gist as they were at first. */
export const getRevision = Effect.gen(function* () {
  const revisions = yield* Stream.runCollect(Gists.listCommits({ gist_id }))
  const { files } = yield* Gists.getRevision({ gist_id, sha: revisions.at(-1)?.version ?? "" })
  return Object.values(files).map(({ content, filename }) => ({ filename, content }))
})

/** Says whether a gist is among the starred ones. */
export const isStarred = Gists.isStarred({ gist_id })

/** Lists the comments on a gist. */
export const listComments = Gists.listComments({ gist_id }).pipe(
  Stream.map(({ body, user }) => `${user?.login}: ${body}`),
  Stream.runCollect
)

/** Lists how many lines each revision of a gist changes, newest first. */
export const listCommits = Gists.listCommits({ gist_id }).pipe(
  Stream.map(({ change_status: { additions, deletions } }) => ({ additions, deletions })),
  Stream.runCollect
)

/** Lists your gists, with the names of their files. */
export const listForMe = Gists.listForMe().pipe(
  Stream.map(({ description, files }) => ({ description, files: Object.keys(files) })),
  Stream.runCollect
)

/** Lists the public gists of somebody. */
export const listForUser = Gists.listForUser({ username: "grace" }).pipe(
  Stream.map(({ description }) => description),
  Stream.runCollect
)

/** Lists who has forked a gist. */
export const listForks = Gists.listForks({ gist_id }).pipe(
  Stream.map(({ owner }) => owner?.login ?? null),
  Stream.runCollect
)

/** Lists the newest public gists of everybody. */
export const listPublic = Gists.listPublic().pipe(
  Stream.take(10),
  Stream.map(({ description, owner }) => ({ description, owner: owner?.login ?? null })),
  Stream.runCollect
)

/** Lists the gists that you have starred. */
export const listStarred = Gists.listStarred().pipe(
  Stream.map(({ description }) => description),
  Stream.runCollect
)

/** Stars a gist. */
export const star = Gists.star({ gist_id })

/** Takes the star from a gist. */
export const unstar = Gists.unstar({ gist_id })

/** Renames a file of a gist, and adds another one. The others stay as they are. */
export const update = Gists.update({
  gist_id,
  files: { "wind.md": { filename: "storm.md" }, "calm.md": { content: "# Calm\n" } }
}).pipe(Effect.map(({ files }) => Object.keys(files)))

/** Replaces the text of a comment on a gist. */
export const updateComment = Gists.updateComment({ gist_id, comment_id: 801, body: "Thank you, Grace!" }).pipe(
  Effect.map(({ body }) => body)
)

export { delete_ as delete }
