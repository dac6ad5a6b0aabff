/**
 * Makes events of what a request changes. The records of the state are immutable, so a comparison of the maps that they are
 * in, before and after, finds every change, whichever handler made it. Only what some hook listens to is compared.
 */
import type { App, Installation } from "../state/accounts.ts"
import { type Repository, userOf, type World } from "../state/model.ts"
import { type Context, user } from "../wire/common.ts"
import * as Write from "../wire/events.ts"
import { deliverAll, deliverToApp, deliverToOrganization, listenersOf, listenersToOrganization } from "./hooked.ts"
import { changes, type Event, happened, type Scene } from "./happened.ts"
import { type Belonging, belongingTo, organizationEvents } from "./organizations.ts"
import { eventsOfRecords, forkEvent, repositoryEvents } from "./repositories.ts"

type Kind = keyof typeof eventsOfRecords

const kinds = Object.keys(eventsOfRecords) as ReadonlyArray<Kind>

/** The records of a repository, by their kind and their keys. */
type Records = ReadonlyMap<Kind, ReadonlyMap<unknown, unknown>>

interface Snapshot {
  readonly repositories: ReadonlyMap<number, Repository>
  /** Those of the repositories that some hook listens to. */
  readonly records: ReadonlyMap<number, Records>
  /** Those of the organizations that some hook listens to. */
  readonly belonging: ReadonlyMap<string, Belonging>
  readonly installations: ReadonlyMap<number, ReadonlyMap<number, Installation>>
}

/** Issues may be many, and note by themselves what is changed. */
const copyOf = (repository: Repository): Records => {
  repository.issues.takeChanges()
  return new Map(kinds.map((kind) => [kind, kind === "issues" ? none : new Map<unknown, unknown>(repository[kind])]))
}

const none: ReadonlyMap<unknown, unknown> = new Map()

/** The repositories that some hook listens to. */
const heard = (world: World): ReadonlyArray<Repository> =>
  [...world.repositories.values()].filter((repository) => listenersOf(world, repository).length > 0)

const snapshot = (world: World): Snapshot => {
  const listened = heard(world)
  const owners = new Set(listened.map(({ owner }) => owner.toLowerCase()))
  return {
    repositories: new Map(world.repositories),
    records: new Map(listened.map((repository) => [repository.id, copyOf(repository)])),
    belonging: new Map(
      [...world.organizations].flatMap(([login, self]) =>
        owners.has(login) || listenersToOrganization(world, login).length > 0
          ? [[login, belongingTo(self)] as const]
          : []
      )
    ),
    installations: new Map([...world.apps].map(([id, { installations }]) => [id, new Map(installations)]))
  }
}

/** A function of a kind. It gets nothing but records of that kind. */
type EventsOf = (scene: Scene, before: never, after: never, key: never) => ReadonlyArray<Event>

const changesOf = (scene: Scene, before: Records): ReadonlyArray<Event> =>
  [...before].flatMap(([kind, records]) => {
    const eventsOf: EventsOf = eventsOfRecords[kind]
    const { issues, [kind]: now } = scene.repository
    const changed = kind === "issues" ? issues.takeChanges() : changes<unknown, unknown>(records, now)
    return changed.flatMap(([key, was, is]) => eventsOf(scene, was as never, is as never, key as never))
  })

/** What happens to an installation. */
const installationEvents = (
  context: Context,
  app: App,
  before: Installation,
  after: Installation | undefined
): ReadonlyArray<Event> => {
  const self = after ?? before
  const common = () => ({
    installation: Write.installation(context, app, self),
    sender: user(context, self.account),
    requester: null
  })
  const covered = Write.covered(context, self)
  const event = (action: string) =>
    happened("installation", action, () => ({ ...common(), repositories: covered.map(Write.installed) }))
  if (after === undefined) return [event("deleted")]
  const had = new Set(Write.covered(context, before))
  const added = covered.filter((each) => !had.delete(each))
  const reached = (action: string) =>
    happened("installation_repositories", action, () => ({
      ...common(),
      repository_selection: after.repositories === null ? "all" : "selected",
      repositories_added: added.map(Write.installed),
      repositories_removed: [...had].map(Write.installed)
    }))
  return [
    ...(before.suspended_at === after.suspended_at
      ? []
      : [event(after.suspended_at === null ? "unsuspend" : "suspend")]),
    ...(before.repositories === after.repositories || added.length === 0 ? [] : [reached("added")]),
    ...(before.repositories === after.repositories || had.size === 0 ? [] : [reached("removed")])
  ]
}

/** Who acts, and when. */
interface Act {
  readonly sender: string | null
  readonly now: number
}

const deliverChanges = (context: Context, before: Snapshot, { now, sender }: Act): void => {
  const { world } = context
  const tell = (repository: Repository, events: (scene: Scene) => ReadonlyArray<Event>): void => {
    const former = before.repositories.get(repository.id) ?? repository
    deliverAll(context, repository, events({ context, world, repository, sender, former }), sender, now)
  }
  for (const [id, was, is] of changes(before.repositories, world.repositories)) {
    if (was === undefined && is !== undefined) {
      const parent = world.repositories.get(is.parent ?? 0)
      if (parent !== undefined) tell(parent, (scene) => [forkEvent(scene, is)])
      tell(is, () => [happened("repository", "created")])
    } else if (was !== undefined && is === undefined) tell(was, () => [happened("repository", "deleted")])
    else if (was !== undefined && is !== undefined && before.records.has(id))
      tell(is, (scene) => repositoryEvents(scene, was, is))
  }
  for (const [id, records] of before.records) {
    const repository = world.repositories.get(id)
    if (repository !== undefined) tell(repository, (scene) => changesOf(scene, records))
  }
  for (const [login, was] of before.belonging) {
    const is = world.organizations.get(login)
    const owner = userOf(world, login)
    if (is === undefined || owner === undefined) continue
    deliverToOrganization(context, owner, organizationEvents(context, owner, was, belongingTo(is)), sender, now)
  }
  for (const said of world.said) tell(said.repository, () => [said])
  for (const [id, installations] of before.installations) {
    const app = world.apps.get(id)
    if (app === undefined) continue
    for (const [, was, is] of changes(installations, app.installations)) {
      if (was === undefined) continue
      for (const event of installationEvents(context, app, was, is)) deliverToApp(context, app, is ?? was, event, now)
    }
  }
}

/** Whether there is any hook. Without one, nothing needs to be compared. */
const isHooked = ({ apps, organizations, repositories }: World): boolean =>
  [...repositories.values(), ...organizations.values()].some(({ hooks }) => hooks.size > 0) ||
  [...apps.values()].some(({ hook }) => hook.config.url !== null)

/** Lets something act on the state, and delivers the events of what it has changed. */
export const witnessed = <A>(context: Context, by: Act, act: () => A): A => {
  const { world } = context
  const before = isHooked(world) ? snapshot(world) : undefined
  try {
    const result = act()
    if (before !== undefined) deliverChanges(context, before, by)
    return result
  } finally {
    world.said.length = 0
  }
}
