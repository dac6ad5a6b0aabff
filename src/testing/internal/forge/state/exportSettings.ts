/** Writes secrets, variables, environments and caches as seeds. */
import type { CacheSeed, EnvironmentSeed, VaultSeed } from "../../../ForgeSettingsSeed.ts"
import { isoDate } from "../../exchange.ts"
import type { Cache, Environment, Setting, Settings, Vault } from "./automation.ts"
import { namesOf, present, some } from "./exporting.ts"
import type { World } from "./model.ts"

const settingSeed = (world: World, { created_at, name, selected, updated_at, visibility }: Setting) => ({
  name,
  visibility,
  ...present({ selected: some(namesOf(world, selected)) }),
  created_at: isoDate(created_at),
  updated_at: isoDate(updated_at)
})

export const vaultSeed = (world: World, vault: Vault): VaultSeed => {
  const secretsOf = (all: Settings) =>
    some(
      [...all.values()].map((secret) => ({
        ...settingSeed(world, secret),
        ...present({ encrypted_value: secret.content })
      }))
    )
  const variables = [...vault.variables.values()].map((each) => ({
    ...settingSeed(world, each),
    value: each.content ?? ""
  }))
  return present({
    secrets: secretsOf(vault.secrets),
    dependabot_secrets: secretsOf(vault.dependabot),
    variables: some(variables)
  })
}

export const environmentSeed = (
  world: World,
  { branches, rules, vault, ...environment }: Environment
): EnvironmentSeed => ({
  ...environment,
  ...present({ branches }),
  rules: [...rules].map(([id, app]) => ({ id, app })),
  ...vaultSeed(world, vault),
  created_at: isoDate(environment.created_at),
  updated_at: isoDate(environment.updated_at)
})

export const cacheSeed = (cache: Cache): CacheSeed => ({
  ...cache,
  created_at: isoDate(cache.created_at),
  last_accessed_at: isoDate(cache.last_accessed_at)
})
