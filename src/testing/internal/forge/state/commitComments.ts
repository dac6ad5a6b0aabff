/** Comments on commits, outside of pull requests. */
import type { Sha } from "../../git/objects.ts"
import type { Repository } from "./model.ts"
import type { CommitComment } from "./records.ts"

/** The comments on a commit, the oldest first. */
export const commentsOn = (repository: Repository, sha: Sha): ReadonlyArray<CommitComment> =>
  repository.commitComments.size === 0
    ? []
    : [...repository.commitComments.values()].filter(({ commit_id }) => commit_id === sha)
