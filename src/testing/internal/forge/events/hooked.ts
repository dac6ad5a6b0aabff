/** Which hooks get an event, and what each of them gets. */
import * as Predicate from "effect/Predicate"
import type { MadeDelivery } from "../../../ForgeHandle.ts"
import type { App, Installation, User } from "../state/accounts.ts"
import { ownerOf, ownerOfApp } from "../state/hookOwners.ts"
import { deliver, type Hook, type HookOwner, takes } from "../state/hooks.ts"
import { organizationOf } from "../state/issues.ts"
import { type Repository, repositoryNamed, same, userOf, type World } from "../state/model.ts"
import { organization as writeOrganization } from "../wire/accounts.ts"
import { type Context, user } from "../wire/common.ts"
import { installationLink } from "../wire/events.ts"
import { repository as writeRepository } from "../wire/repository.ts"
import type { Event, Fields } from "./happened.ts"
import type { Told } from "./organizations.ts"

/** A hook that gets events of a repository, for an app as one of its installations. */
export interface Listener {
  readonly owner: HookOwner
  readonly hook: Hook
  readonly as: readonly [app: App, installation: Installation] | null
}

const isOn = ({ active, config }: Hook): boolean => active && config.url !== null

/** The hooks of an account: of the organization that it may be, and of the apps whose installations on it are fit. */
const listenersOn = (
  world: World,
  account: string,
  isFit: (installation: Installation) => boolean
): ReadonlyArray<Listener> => {
  const hooks = organizationOf(world, { owner: account })?.hooks ?? new Map<number, Hook>()
  const owner = ownerOf(world, "organization", userOf(world, account)?.id ?? 0, hooks)
  return [
    ...[...hooks.values()].map((hook) => ({ owner, hook, as: null })),
    ...[...world.apps.values()].flatMap((app) =>
      [...app.installations.values()]
        .filter((each) => same(each.account, account) && each.suspended_at === null && isFit(each))
        .map((each): Listener => ({ owner: ownerOfApp(world, app.id), hook: app.hook, as: [app, each] }))
    )
  ].filter(({ hook }) => isOn(hook))
}

/** All hooks that get events of a repository, whichever these are. */
export const listenersOf = (world: World, { hooks, id, owner }: Repository): ReadonlyArray<Listener> => [
  ...[...hooks.values()]
    .filter(isOn)
    .map((hook) => ({ owner: ownerOf(world, "repository", id, hooks), hook, as: null })),
  ...listenersOn(world, owner, ({ repositories }) => repositories === null || repositories.has(id))
]

/** Apps alone hear of what is asked of them. Others hear of the beginning and the end of checks. */
const isMeantFor = ({ as }: Listener, { action, event, fields }: Event): boolean => {
  if (event !== "check_run" && event !== "check_suite") return true
  if (action === "completed" || (action === "created" && event === "check_run")) return true
  const subject = fields()[event] as { readonly app: { readonly id: number } }
  return as?.[0].id === subject.app.id
}

/** What is told to whom. */
interface Telling {
  readonly listeners: ReadonlyArray<Listener>
  /** What all payloads have beside the fields of their events. */
  readonly common: () => Fields
  /** Id of the repository that it is about. */
  readonly repository: number | null
}

const tell = ({ common, listeners, repository }: Telling, events: ReadonlyArray<Event>, now: number): void => {
  for (const event of events) {
    let made: Fields | undefined
    // Only if somebody gets it, and once for all who do.
    const payload = (): Fields =>
      (made ??= { ...(event.action === null ? {} : { action: event.action }), ...common(), ...event.fields() })
    for (const listener of listeners) {
      if (!takes(listener.hook, event.event) || !isMeantFor(listener, event)) continue
      const installation = listener.as?.[1] ?? null
      const happening = {
        event: event.event,
        action: event.action,
        repository,
        installation: installation?.id ?? null,
        payload: installation === null ? payload() : { ...payload(), installation: installationLink(installation) }
      }
      deliver(listener.owner, listener.hook, happening, now)
    }
  }
}

/** Delivers events of a repository. */
export const deliverAll = (
  context: Context,
  repository: Repository,
  events: ReadonlyArray<Event>,
  sender: string | null,
  now: number
): void => {
  if (events.length === 0) return
  const owner = userOf(context.world, repository.owner)
  const common = (): Fields => ({
    repository: writeRepository(context, repository),
    ...(owner?.type === "Organization" ? { organization: writeOrganization(context, owner) } : {}),
    sender: user(context, sender)
  })
  tell({ listeners: listenersOf(context.world, repository), common, repository: repository.id }, events, now)
}

/** All hooks that get events of an organization, whichever these are. */
export const listenersToOrganization = (world: World, login: string): ReadonlyArray<Listener> =>
  listenersOn(world, login, () => true)

/** Delivers events of an organization. */
export const deliverToOrganization = (
  context: Context,
  owner: User,
  told: ReadonlyArray<Told>,
  sender: string | null,
  now: number
): void => {
  if (told.length === 0) return
  const listeners = listenersToOrganization(context.world, owner.login)
  const common = (): Fields => ({ organization: writeOrganization(context, owner), sender: user(context, sender) })
  for (const { event, inRepository = false, repository } of told) {
    if (repository !== undefined && inRepository) deliverAll(context, repository, [event], sender, now)
    else tell({ listeners, common, repository: repository?.id ?? null }, [event], now)
  }
}

/** Delivers an event of an installation, which its app gets without asking for it. */
export const deliverToApp = (context: Context, app: App, { id }: Installation, event: Event, now: number): void => {
  const { action, fields } = event
  if (!isOn(app.hook)) return
  const payload = { ...(action === null ? {} : { action }), ...fields() }
  const happening = { event: event.event, action, repository: null, installation: id, payload }
  deliver(ownerOfApp(context.world, app.id), app.hook, happening, now)
}

const textIn = (record: unknown, name: string): string =>
  Predicate.hasProperty(record, name) && typeof record[name] === "string" ? record[name] : ""

/** Delivers a payload as it is, to all hooks that take it. */
export const deliverMade = (world: World, { event, payload }: MadeDelivery, now: number): void => {
  const fields: Fields = { ...payload }
  const repository = repositoryNamed(world, textIn(fields["repository"], "full_name"))
  const { installation } = fields
  const account =
    textIn(fields["organization"], "login") ||
    (Predicate.hasProperty(installation, "account") ? textIn(installation.account, "login") : "")
  const listeners = repository === undefined ? listenersOn(world, account, () => true) : listenersOf(world, repository)
  const taking = listeners.filter(({ as, hook }) => takes(hook, event) || (as !== null && unasked.has(event)))
  if (taking.length === 0) throw new Error(`The simulator has no hook that takes ${event} of this payload`)
  for (const { as, hook, owner } of taking) {
    const whole =
      as === null || installation !== undefined ? fields : { ...fields, installation: installationLink(as[1]) }
    const happening = {
      event,
      action: textIn(fields, "action") || null,
      repository: repository?.id ?? null,
      installation: as?.[1].id ?? null,
      payload: whole
    }
    deliver(owner, hook, happening, now)
  }
}

/** What apps get without asking for it. */
const unasked: ReadonlySet<string> = new Set(["installation", "installation_repositories"])
