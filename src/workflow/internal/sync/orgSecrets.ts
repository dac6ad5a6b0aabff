/** How the secrets of an organization become as they are wanted. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../../../forge/Forge.ts"
import * as Repositories from "../../../forge/Repositories.ts"
import type { OrgSecret } from "../../../forge/schema/Secret.ts"
import * as Secrets from "../../../forge/Secrets.ts"
import { InvalidInput } from "../../../rest/RestError.ts"
import * as Write from "../../../rest/Write.ts"
import type { SecretsFailure } from "../../SyncPlan.ts"
import type { WantedOrgSecret } from "../../SyncInput.ts"
import { differences } from "./differences.ts"
import { reconcile, type Steps } from "./engine.ts"
import { changedSince } from "./repository.ts"

/** A secret, and the repositories that get it, if they are selected. */
interface Found {
  readonly secret: OrgSecret
  readonly repositories: ReadonlyArray<string>
}

export const orgSecretsSteps = Effect.fnUntraced(function* (
  org: string,
  secrets: ReadonlyArray<WantedOrgSecret>,
  prune: boolean
): Effect.fn.Return<Steps<SecretsFailure>, SecretsFailure, Forge> {
  for (const [index, { repositories, visibility }] of secrets.entries()) {
    if (repositories === undefined || visibility === "selected") continue
    const [path, reason] = [`secrets[${index}].repositories`, `is only for the visibility selected, not ${visibility}`]
    return yield* new InvalidInput({
      operation: "Sync.organizationSecrets",
      message: `${path} ${reason}`,
      path,
      reason
    })
  }
  const names = new Set(secrets.map(({ name }) => name.toLowerCase()))
  const found = yield* Secrets.listForOrg({ org }).pipe(
    Stream.mapEffect(
      (secret): Effect.Effect<Found, SecretsFailure, Forge> =>
        secret.visibility === "selected" && names.has(secret.name.toLowerCase())
          ? Effect.map(
              Stream.runCollect(Secrets.listSelectedRepositories({ org, secret_name: secret.name })),
              (repositories) => ({ secret, repositories: repositories.map(({ name }) => name) })
            )
          : Effect.succeed({ secret, repositories: [] }),
      { concurrency: 4 }
    ),
    Stream.runCollect
  )
  const put = Effect.fnUntraced(function* ({ name, repositories = [], value, visibility }: WantedOrgSecret) {
    const ids = yield* Effect.forEach(
      repositories,
      (repo) => Effect.map(Repositories.get({ owner: org, repo }), ({ id }) => id),
      { concurrency: 4 }
    )
    const selected = visibility === "selected" ? ids : undefined
    return yield* Secrets.putForOrg({ org, secret_name: name, value, visibility, selected_repository_ids: selected })
  })
  return yield* reconcile<WantedOrgSecret, Found, SecretsFailure>({
    kind: "secrets",
    wanted: secrets,
    found,
    field: "name",
    nameOf: ({ name }) => name,
    foundName: ({ secret }) => secret.name,
    fields: ({ repositories, visibility }) => ({ visibility, repositories }),
    differs: ({ repositories, secret }, wanted) => [
      ...changedSince("updated_at", secret.updated_at, wanted.changed_at),
      ...differences(
        { visibility: secret.visibility, repositories: sorted(repositories) },
        { visibility: wanted.visibility, repositories: sorted(wanted.repositories ?? []) }
      )
    ],
    create: put,
    update: put,
    remove: ({ secret: { name } }) =>
      Write.once(Secrets.deleteForOrg, { org, secret_name: name }, { key: `secret/${name}` }),
    prune
  })
})

/** Names in one order, as case does not matter. */
const sorted = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.map((name) => name.toLowerCase()).toSorted()
