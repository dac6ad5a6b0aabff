/** How those who have access to a repository become as they are wanted, and the hooks that are told of what happens. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Collaborators from "../../../forge/Collaborators.ts"
import type { Forge } from "../../../forge/Forge.ts"
import * as Hooks from "../../../forge/Hooks.ts"
import * as Invitations from "../../../forge/Invitations.ts"
import * as Repositories from "../../../forge/Repositories.ts"
import type { Hook } from "../../../forge/schema/Hook.ts"
import * as Teams from "../../../forge/Teams.ts"
import * as Write from "../../../rest/Write.ts"
import type { Failure } from "../../SyncPlan.ts"
import type { WantedCollaborator, WantedTeam, WantedWebhook } from "../../SyncInput.ts"
import { differences } from "./differences.ts"
import { reconcile, type Steps } from "./engine.ts"
import type { Place } from "../place.ts"
import { changedSince } from "./repository.ts"

/** The names of roles in inputs. A role that an organization has defined has its own name. */
const permissions: Readonly<Record<string, string>> = { read: "pull", write: "push" }

const permissionOf = (role: string | null): string => (role === null ? "" : (permissions[role] ?? role))

export const collaboratorsSteps = Effect.fnUntraced(function* (
  { owner, repo }: Place,
  collaborators: ReadonlyArray<WantedCollaborator>,
  prune: boolean
): Effect.fn.Return<Steps<Failure>, Failure, Forge> {
  const place = { owner, repo }
  const people = yield* Stream.runCollect(Collaborators.list({ ...place, affiliation: "direct" }))
  const invitations = yield* Stream.runCollect(Invitations.list(place))
  const isOwner = (login: string) => login.toLowerCase() === owner.toLowerCase()
  const add = ({ login, permission }: WantedCollaborator) =>
    Collaborators.add({ ...place, username: login, permission })
  return yield* reconcile({
    kind: "collaborators",
    wanted: collaborators,
    found: [
      ...people.flatMap(({ login, role_name }) =>
        isOwner(login) ? [] : [{ login, permission: permissionOf(role_name) }]
      ),
      // Who is invited is as good as let in, as long as the invitation can be accepted.
      ...invitations.flatMap(({ expired, invitee, permissions }) =>
        expired || invitee === null ? [] : [{ login: invitee.login, permission: permissionOf(permissions) }]
      )
    ],
    field: "login",
    nameOf: ({ login }) => login,
    foundName: ({ login }) => login,
    fields: ({ permission }) => ({ permission }),
    differs: (found, { permission }) => differences(found, { permission: permissionOf(permission) }),
    create: add,
    update: add,
    remove: ({ login }) =>
      Write.once(Collaborators.remove, { ...place, username: login }, { key: `collaborator/${login}` }),
    prune
  })
})

export const teamsSteps = Effect.fnUntraced(function* (
  { owner, repo }: Place,
  teams: ReadonlyArray<WantedTeam>,
  prune: boolean
): Effect.fn.Return<Steps<Failure>, Failure, Forge> {
  const place = { owner, repo }
  const add = ({ permission, slug }: WantedTeam) =>
    Teams.addRepo({ ...place, org: owner, team_slug: slug, permission: permissionOf(permission) })
  return yield* reconcile({
    kind: "teams",
    wanted: teams,
    found: yield* Stream.runCollect(Repositories.listTeams(place)),
    field: "slug",
    nameOf: ({ slug }) => slug,
    foundName: ({ slug }) => slug,
    fields: ({ permission }) => ({ permission }),
    differs: (found, { permission }) => differences(found, { permission: permissionOf(permission) }),
    create: add,
    update: add,
    remove: ({ slug }) =>
      Write.once(Teams.removeRepo, { ...place, org: owner, team_slug: slug }, { key: `team/${slug}` }),
    prune
  })
})

export const webhooksSteps = Effect.fnUntraced(function* (
  { owner, repo }: Place,
  webhooks: ReadonlyArray<WantedWebhook>,
  prune: boolean
): Effect.fn.Return<Steps<Failure>, Failure, Forge> {
  const place = { owner, repo }
  return yield* reconcile<WantedWebhook, Hook, Failure>({
    kind: "webhooks",
    wanted: webhooks,
    found: yield* Stream.runCollect(Hooks.listForRepo(place)),
    field: "url",
    nameOf: ({ url }) => url,
    foundName: ({ config }) => config.url ?? "",
    fields: ({ active, content_type, events, insecure_ssl }) => ({ content_type, insecure_ssl, events, active }),
    differs: ({ active, config, events, updated_at }, wanted) => [
      ...differences(
        { content_type: config.content_type, insecure_ssl: String(config.insecure_ssl ?? "0"), events, active },
        {
          content_type: wanted.content_type,
          insecure_ssl: wanted.insecure_ssl,
          events: wanted.events,
          active: wanted.active
        }
      ),
      ...secretDiffers(config.secret !== null, updated_at, wanted)
    ],
    create: ({ active, content_type, events, insecure_ssl, secret, url }) =>
      Write.once(
        Hooks.createForRepo,
        { ...place, config: { url, content_type, insecure_ssl, secret }, events, active },
        { key: `hook/${url}` }
      ),
    update: ({ active, content_type, events, insecure_ssl, secret }, { id }, differs) =>
      Effect.gen(function* () {
        const hook = { ...place, hook_id: id }
        // A whole configuration without its secret would have none from then on.
        const isConfig = differs.some(({ path }) => path !== "events" && path !== "active")
        if (isConfig) yield* Hooks.updateConfigForRepo({ ...hook, content_type, insecure_ssl, secret })
        if (differs.some(({ path }) => path === "events" || path === "active")) {
          yield* Hooks.updateForRepo({ ...hook, events, active })
        }
      }),
    remove: ({ id }) => Write.once(Hooks.deleteForRepo, { ...place, hook_id: id }, { key: `hook/${id}` }),
    prune
  })
})

/** The service tells of a secret only that there is one. */
const secretDiffers = (isSet: boolean, updated_at: Hook["updated_at"], { changed_at, secret }: WantedWebhook) => {
  if (secret === undefined) return []
  return isSet ? changedSince("secret", updated_at, changed_at) : [{ path: "secret", found: null, wanted: "********" }]
}
