/** Who has moved the branches and tags of repositories. */
import type { PushSeed } from "../../../ForgeContentSeed.ts"
import { isoDate } from "../../exchange.ts"
import { nextId, type Repository, type World } from "./model.ts"
import type { Push } from "./pushTypes.ts"
import { millisOf } from "./seed/moments.ts"

/** So many are kept of a repository, the newest ones. */
const most = 1000

/** Notes a move that somebody makes. */
export const notePush = (world: World, { pushes }: Repository, push: Omit<Push, "id">): void => {
  pushes.push({ ...push, id: nextId(world, "push") })
  if (pushes.length > most) pushes.splice(0, pushes.length - most)
}

export const plantPushes = (
  world: World,
  { pushes }: Repository,
  seeds: ReadonlyArray<PushSeed> = [],
  now: number
): void => {
  for (const { actor, after = null, before = null, created_at = { ago: 0 }, id, merges = false, ref } of seeds) {
    pushes.push({
      id: nextId(world, "push", id),
      ref,
      before,
      after,
      actor,
      merges,
      created_at: millisOf(created_at, now)
    })
  }
}

/** The same as seeds. */
export const pushSeeds = ({ pushes }: Repository): ReadonlyArray<PushSeed> =>
  pushes.map((push) => ({ ...push, created_at: isoDate(push.created_at) }))
