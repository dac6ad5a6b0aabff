/** How the settings, the topics and the secrets of a repository become as they are wanted. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../../../forge/Forge.ts"
import * as Repositories from "../../../forge/Repositories.ts"
import * as Secrets from "../../../forge/Secrets.ts"
import * as Write from "../../../rest/Write.ts"
import type { Failure, SecretsFailure } from "../../SyncPlan.ts"
import type { WantedSecret, WantedSettings } from "../../SyncInput.ts"
import { differences } from "./differences.ts"
import { reconcile, type Step, type Steps } from "./engine.ts"
import type { Place } from "../place.ts"

export const settingsSteps = Effect.fnUntraced(function* (
  { owner, repo }: Place,
  settings: WantedSettings
): Effect.fn.Return<Steps<Failure>, Failure, Forge> {
  const place = { owner, repo }
  const name = "settings"
  const found = differences(yield* Repositories.get(place), settings)
  if (found.length === 0) return { steps: [], unchanged: [name] }
  // All of them, since some need others: the service refuses a message of merges without its title.
  const apply = Repositories.update({ ...place, ...settings })
  return { steps: [{ changes: [{ kind: name, action: "update", name, differences: found }], apply }], unchanged: [] }
})

export const topicsSteps = Effect.fnUntraced(function* (
  { owner, repo }: Place,
  topics: ReadonlyArray<string>,
  prune: boolean
): Effect.fn.Return<Steps<Failure>, Failure, Forge> {
  const place = { owner, repo }
  const { names: found } = yield* Repositories.getTopics(place)
  const wanted = new Set(topics)
  const missing = [...wanted].filter((name) => !found.includes(name))
  const surplus = prune ? found.filter((name) => !wanted.has(name)) : []
  const change = (action: "create" | "remove") => (name: string) =>
    ({ kind: "topics", action, name, differences: [] }) as const
  const changes = [...missing.map(change("create")), ...surplus.map(change("remove"))]
  // There is one call for all of them.
  const names = [...found.filter((name) => !surplus.includes(name)), ...missing]
  const step: Step<Failure> = { changes, apply: Repositories.replaceTopics({ ...place, names }) }
  return { steps: changes.length === 0 ? [] : [step], unchanged: found.filter((name) => wanted.has(name)) }
})

export const secretsSteps = Effect.fnUntraced(function* (
  { owner, repo }: Place,
  secrets: ReadonlyArray<WantedSecret>,
  prune: boolean
): Effect.fn.Return<Steps<SecretsFailure>, SecretsFailure, Forge> {
  const place = { owner, repo }
  const put = ({ name, value }: WantedSecret) => Secrets.put({ ...place, secret_name: name, value })
  return yield* reconcile({
    kind: "secrets",
    wanted: secrets,
    found: yield* Stream.runCollect(Secrets.list(place)),
    field: "name",
    nameOf: ({ name }) => name,
    foundName: ({ name }) => name,
    fields: () => ({}),
    differs: ({ updated_at }, { changed_at }) => changedSince("updated_at", updated_at, changed_at),
    create: put,
    update: put,
    remove: ({ name }) => Write.once(Secrets.delete, { ...place, secret_name: name }, { key: `secret/${name}` }),
    prune
  })
})

/** Whether a hidden value was set before it was last changed. */
export const changedSince = (path: string, set: DateTime.Utc, changed_at: DateTime.Utc | Date | string | undefined) => {
  if (changed_at === undefined) return []
  const changed = DateTime.makeUnsafe(changed_at)
  if (DateTime.isGreaterThanOrEqualTo(set, changed)) return []
  return [{ path, found: DateTime.formatIso(set), wanted: `after ${DateTime.formatIso(changed)}` }]
}
