/** Turns the secrets, variables, environments and caches of a seed into state. */
import type { RepositorySeed } from "../../../../ForgeSeed.ts"
import type { EnvironmentSeed, SecretSeed, VariableSeed, VaultSeed } from "../../../../ForgeSettingsSeed.ts"
import type { Settings, Vault } from "../automation.ts"
import { setEnvironment } from "../environments.ts"
import { ensureUser, fullName, nextId, type Repository, repositoryNamed, type World } from "../model.ts"
import { setSetting } from "../settings.ts"
import { millisOf } from "./moments.ts"

const plantSetting = (
  world: World,
  settings: Settings,
  seed: Omit<SecretSeed, "encrypted_value">,
  content: string | null,
  now: number
): void => {
  const created_at = millisOf(seed.created_at ?? { ago: 0 }, now)
  const selected = (seed.selected ?? []).flatMap((name) => repositoryNamed(world, name)?.id ?? [])
  const updated_at = seed.updated_at === undefined ? created_at : millisOf(seed.updated_at, now)
  const { visibility = "all" } = seed
  setSetting(settings, seed.name, { content, visibility, selected: new Set(selected), created_at, updated_at }, now)
}

type Variables = NonNullable<VaultSeed["variables"]>

const isList = (given: Variables): given is ReadonlyArray<VariableSeed> => Array.isArray(given)

const variablesOf = (given: Variables = []): ReadonlyArray<VariableSeed> =>
  isList(given) ? given : Object.entries(given).map(([name, value]) => ({ name, value }))

export const plantVault = (world: World, vault: Vault, seed: VaultSeed, now: number): void => {
  for (const [kind, secrets = []] of [
    ["secrets", seed.secrets],
    ["dependabot", seed.dependabot_secrets]
  ] as const) {
    for (const given of secrets) {
      const { encrypted_value = null, ...secret } = typeof given === "string" ? { name: given } : given
      plantSetting(world, vault[kind], secret, encrypted_value, now)
    }
  }
  for (const { value, ...variable } of variablesOf(seed.variables)) {
    plantSetting(world, vault.variables, variable, value, now)
  }
}

const plantEnvironment = (world: World, repository: Repository, seed: EnvironmentSeed, now: number): void => {
  const { created_at = { ago: 0 }, policies = [], reviewers = [], rules = [] } = seed
  const made = millisOf(created_at, now)
  const environment = setEnvironment(
    world,
    repository,
    seed.name,
    {
      ...(seed.id === undefined ? {} : { id: seed.id }),
      wait_timer: seed.wait_timer ?? 0,
      prevent_self_review: seed.prevent_self_review ?? false,
      reviewers: reviewers.map((given) =>
        typeof given === "string" ? { type: "User", id: ensureUser(world, given).id } : given
      ),
      branches: seed.branches ?? null,
      policies: policies.map((given) => {
        const { id, name, type = "branch" } = typeof given === "string" ? { name: given } : given
        return { id: nextId(world, "branch policy", id), name, type }
      }),
      rules: new Map(rules.map(({ app, id }) => [nextId(world, "protection rule", id), app])),
      created_at: made,
      updated_at: seed.updated_at === undefined ? made : millisOf(seed.updated_at, now)
    },
    now
  )
  plantVault(world, environment.vault, seed, now)
}

/** Adds the secrets, variables, environments and caches of a repository. */
export const plantSettings = (world: World, seed: RepositorySeed, now: number): void => {
  const repository = repositoryNamed(world, fullName(seed))
  if (repository === undefined) return
  plantVault(world, repository.vault, seed, now)
  for (const given of seed.environments ?? []) {
    plantEnvironment(world, repository, typeof given === "string" ? { name: given } : given, now)
  }
  for (const given of seed.caches ?? []) {
    const cache = typeof given === "string" ? { key: given } : given
    const id = nextId(world, "cache", cache.id)
    const created_at = millisOf(cache.created_at ?? { ago: 0 }, now)
    repository.caches.set(id, {
      id,
      key: cache.key,
      ref: cache.ref ?? `refs/heads/${repository.default_branch}`,
      version: cache.version ?? "0".repeat(64),
      size_in_bytes: cache.size_in_bytes ?? 1_024,
      created_at,
      last_accessed_at: cache.last_accessed_at === undefined ? created_at : millisOf(cache.last_accessed_at, now)
    })
  }
}
