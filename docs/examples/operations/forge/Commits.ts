import { Commits } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Compares a branch with its base. */
export const compare = Commits.compare({ ...repo, base: "main", head: "wind-chill" }).pipe(
  Effect.map(({ ahead_by, behind_by, files, status }) => ({
    status,
    ahead_by,
    behind_by,
    files: files.map(({ filename }) => filename)
  }))
)

/** Downloads the difference of two branches as a unified diff. */
export const compareDiff = Commits.compareDiff.text({ ...repo, base: "main", head: "wind-chill" })

/** Downloads the commits between two branches as patches, which `git am` applies. */
export const comparePatch = Commits.comparePatch.text({ ...repo, base: "main", head: "wind-chill" })

/** Comments on a commit. */
export const createComment = Commits.get({ ...repo, ref: "main" }).pipe(
  Effect.flatMap(({ sha }) => Commits.createComment({ ...repo, commit_sha: sha, body: "Deployed to staging." })),
  Effect.map(({ body, commit_id }) => `${commit_id.slice(0, 7)}: ${body}`)
)

/** Deletes a comment on a commit. */
export const deleteComment = Commits.deleteComment({ ...repo, comment_id: 601 })

/** Reads the newest commit of a branch, with its files. A tag or a sha works, too. */
export const get = Commits.get({ ...repo, ref: "main" }).pipe(
  Effect.map(({ author, commit, files }) => ({
    message: commit.message,
    author: author?.login ?? null,
    files: files?.map(({ additions, deletions, filename }) => ({ filename, additions, deletions })) ?? []
  }))
)

/** Gets the branches that end with a commit. */
export const getBranchesForHead = Commits.get({ ...repo, ref: "main" }).pipe(
  Effect.flatMap(({ sha }) => Commits.getBranchesForHead({ ...repo, commit_sha: sha })),
  Effect.map((branches) => branches.map(({ name }) => name))
)

/** Reads a comment on a commit. */
export const getComment = Commits.getComment({ ...repo, comment_id: 601 }).pipe(
  Effect.map(({ body, user }) => ({ body, user: user?.login ?? null }))
)

/** Downloads the changes of a commit as a unified diff. */
export const getDiff = Commits.getDiff.text({ ...repo, ref: "main" })

/** Downloads a commit as a patch, which `git am` applies. */
export const getPatch = Commits.getPatch.text({ ...repo, ref: "main" })

/** Lists the newest ten commits that have changed a file. A repository without commits is a `Conflict`. */
export const list = Commits.list({ ...repo, sha: "main", path: "src/main.ts" }).pipe(
  Stream.take(10),
  Stream.map(({ commit, sha }) => `${sha.slice(0, 7)} ${commit.message}`),
  Stream.runCollect,
  Effect.catchTag("Conflict", () => Effect.succeed([]))
)

/** Lists the comments on a commit. */
export const listComments = Effect.gen(function* () {
  const { sha } = yield* Commits.get({ ...repo, ref: "main" })
  const comments = yield* Stream.runCollect(Commits.listComments({ ...repo, commit_sha: sha }))
  return comments.map(({ body }) => body)
})

/** Lists the comments on all commits of a repository, with their authors. */
export const listCommentsForRepo = Commits.listCommentsForRepo(repo).pipe(
  Stream.map(({ body, user }) => `${user?.login}: ${body}`),
  Stream.runCollect
)

/** Lists the pull requests that have brought a commit. */
export const listPullRequests = Effect.gen(function* () {
  const { sha } = yield* Commits.get({ ...repo, ref: "main" })
  const pulls = yield* Stream.runCollect(Commits.listPullRequests({ ...repo, commit_sha: sha }))
  return pulls.map(({ merged, number, title }) => ({ number, title, merged }))
})

/** Replaces the text of a comment on a commit. */
export const updateComment = Commits.updateComment({ ...repo, comment_id: 601, body: "It rains in." }).pipe(
  Effect.map(({ body }) => body)
)
