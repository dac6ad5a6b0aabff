/** Turns the reactions and events of a seed into state. */
import type { EventSeed, ReactionSeed } from "../../../../ForgeIssueSeed.ts"
import { ensureUser, nextId, type Repository, type World } from "../model.ts"
import { loginFor } from "../seed/accounts.ts"
import { millisOf } from "../seed/moments.ts"
import type { IssueEvent, Reaction } from "./records.ts"

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

export const plantEvents = (
  world: World,
  seeds: ReadonlyArray<EventSeed> = [],
  usual: number,
  now: number
): ReadonlyArray<IssueEvent> =>
  seeds.map(({ actor, assignee, created_at, id, ...seed }) => ({
    ...seed,
    ...(assignee === undefined ? {} : { assignee: ensureUser(world, assignee).login }),
    id: nextId(world, "event", id),
    actor: actor === null ? null : ensureUser(world, actor).login,
    created_at: created_at === undefined ? usual : millisOf(created_at, now)
  }))
