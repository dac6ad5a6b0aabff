/** Turns the comments on commits of a seed into state, and back. */
import type { CommitCommentSeed } from "../../../../ForgeContentSeed.ts"
import type { RepositorySeed } from "../../../../ForgeSeed.ts"
import { isoDate } from "../../../exchange.ts"
import { present } from "../exporting.ts"
import { fullName, nextId, repositoryNamed, unused, type World } from "../model.ts"
import type { CommitComment } from "../records.ts"
import { loginFor } from "./accounts.ts"
import { namedSha } from "./git.ts"
import { millisOf, usualTime } from "./moments.ts"
import { plantReactions, reactionSeeds } from "./reactions.ts"

/** Adds the comments on commits of a repository that is seeded with its branches. */
export const plantCommitComments = (world: World, seed: RepositorySeed, now: number): void => {
  const repository = repositoryNamed(world, fullName(seed))
  const { commit_comments = [] } = seed
  if (repository === undefined) return
  for (const [index, given] of commit_comments.entries()) {
    const usual = usualTime(now, index, commit_comments.length)
    const created_at = given.created_at === undefined ? usual : millisOf(given.created_at, now)
    const id = unused(repository.commitComments, "commit comment", nextId(world, "commit comment", given.id))
    repository.commitComments.set(id, {
      id,
      user: loginFor(world, given.user, repository.owner),
      commit_id: namedSha(world, repository, given.ref ?? repository.default_branch),
      path: given.path ?? null,
      position: given.position ?? null,
      line: given.line ?? null,
      body: given.body,
      reactions: plantReactions(world, repository, given.reactions, created_at, now),
      created_at,
      updated_at: given.updated_at === undefined ? created_at : millisOf(given.updated_at, now)
    })
  }
}

export const commitCommentSeed = ({
  commit_id,
  created_at,
  line,
  path,
  position,
  reactions,
  updated_at,
  ...comment
}: CommitComment): CommitCommentSeed => ({
  ...comment,
  ref: commit_id,
  ...(path === null ? {} : { path }),
  ...(position === null ? {} : { position }),
  ...(line === null ? {} : { line }),
  ...present({ reactions: reactionSeeds(reactions) }),
  created_at: isoDate(created_at),
  updated_at: isoDate(updated_at)
})
