/** Turns the reactions of a seed into state, and back. */
import type { ReactionSeed } from "../../../../ForgeContentSeed.ts"
import { isoDate } from "../../../exchange.ts"
import { nextId, type Repository, type World } from "../model.ts"
import type { Reaction } from "../records.ts"
import { loginFor } from "./accounts.ts"
import { millisOf } from "./moments.ts"

export const plantReactions = (
  world: World,
  { owner }: Repository,
  seeds: ReadonlyArray<ReactionSeed> = [],
  usual: number,
  now: number
): ReadonlyArray<Reaction> =>
  seeds.map((seed) => ({
    id: nextId(world, "reaction", seed.id),
    user: loginFor(world, seed.user, owner),
    content: seed.content,
    created_at: seed.created_at === undefined ? usual : millisOf(seed.created_at, now)
  }))

/** The same as seeds; null without any. */
export const reactionSeeds = (reactions: ReadonlyArray<Reaction>): ReadonlyArray<ReactionSeed> | null =>
  reactions.length === 0
    ? null
    : reactions.map(({ created_at, ...reaction }) => ({ ...reaction, created_at: isoDate(created_at) }))
