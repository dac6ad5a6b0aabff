/** Turns the gists of a seed into state, and back. */
import type { GistCommentSeed, GistSeed } from "../../../../ForgeGistSeed.ts"
import { isoDate } from "../../../exchange.ts"
import { commitOf, type Sha } from "../../../git/objects.ts"
import type { Gist } from "../accountRecords.ts"
import { filesAt, nextGistId, withRevision } from "../gists.ts"
import { ensureUser, nextId, type World } from "../model.ts"
import { loginFor } from "./accounts.ts"
import { millisOf } from "./moments.ts"

export const plantGist = (world: World, seed: GistSeed, now: number): void => {
  const at = (moment: GistSeed["created_at"], otherwise: number) =>
    moment === undefined ? otherwise : millisOf(moment, now)
  const owner = seed.owner === null ? null : ensureUser(world, seed.owner).login
  const created_at = at(seed.created_at, millisOf({ ago: 0 }, now))
  const id = seed.id ?? nextGistId(world)
  if (world.gists.has(id)) throw new Error(`The seed has the gist ${id} twice`)
  let revisions = withRevision(world, [], new Map(Object.entries(seed.files)), owner, created_at)
  let updated_at = created_at
  for (const { committed_at, files } of seed.revisions ?? []) {
    updated_at = at(committed_at, created_at)
    revisions = withRevision(world, revisions, new Map(Object.entries(files)), owner, updated_at)
  }
  world.gists.set(id, {
    id,
    owner,
    description: seed.description ?? null,
    public: seed.public ?? false,
    revisions,
    fork_of: seed.fork_of ?? null,
    starred_by: (seed.starred_by ?? []).map((login) => ensureUser(world, login).login.toLowerCase()),
    comments: (seed.comments ?? []).map((given) => {
      const comment: GistCommentSeed = typeof given === "string" ? { body: given } : given
      const written = at(comment.created_at, created_at)
      return {
        id: nextId(world, "gist comment", comment.id),
        user: loginFor(world, comment.user, owner ?? "ghost"),
        body: comment.body,
        created_at: written,
        updated_at: at(comment.updated_at, written)
      }
    }),
    created_at,
    updated_at: at(seed.updated_at, updated_at)
  })
}

const decoder = new TextDecoder()

export const gistSeed = (world: World, gist: Gist): GistSeed => {
  const { comments, created_at, description, fork_of, revisions, updated_at, ...same } = gist
  const filesOf = (revision: Sha): Readonly<Record<string, string>> =>
    Object.fromEntries(filesAt(world.objects, revision).map(({ content, name }) => [name, decoder.decode(content)]))
  const [first = "", ...later] = revisions
  let before = filesOf(first)
  return {
    ...same,
    ...(description === null ? {} : { description }),
    ...(fork_of === null ? {} : { fork_of }),
    files: before,
    revisions: later.map((revision) => {
      const files = filesOf(revision)
      const removed = Object.keys(before).filter((name) => !(name in files))
      before = files
      return {
        files: { ...files, ...Object.fromEntries(removed.map((name) => [name, null])) },
        committed_at: isoDate(commitOf(world.objects, revision).committer.date)
      }
    }),
    comments: comments.map((comment) => ({
      ...comment,
      created_at: isoDate(comment.created_at),
      updated_at: isoDate(comment.updated_at)
    })),
    created_at: isoDate(created_at),
    updated_at: isoDate(updated_at)
  }
}
