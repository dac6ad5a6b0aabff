/** Rulesets of repositories and organizations, their versions, and how pushes were evaluated by them. */
import type { RulesetSeed, RuleSuiteSeed } from "../../../ForgeRulesetSeed.ts"
import { isoDate } from "../../exchange.ts"
import { nextId, type Repository, type World } from "./model.ts"
import type { Ruleset, RulesetState, RulesetVersion } from "./ruleTypes.ts"
import { millisOf } from "./seed/moments.ts"

export const newState: Omit<RulesetState, "name"> = {
  target: "branch",
  enforcement: "active",
  bypass_actors: [],
  conditions: null,
  rules: []
}

/** Adds a version to a ruleset, or makes a new one of it. */
export const withVersion = (
  world: World,
  before: Ruleset | undefined,
  state: RulesetState,
  actor: string | null,
  now: number,
  ids: { readonly id?: number | undefined; readonly version?: number | undefined } = {}
): Ruleset => ({
  ...state,
  id: before?.id ?? nextId(world, "ruleset", ids.id),
  created_at: before?.created_at ?? now,
  updated_at: now,
  versions: [
    ...(before?.versions ?? []),
    { id: nextId(world, "ruleset version", ids.version), actor, updated_at: now, state }
  ]
})

/** Plants rulesets, with the versions that they had. */
export const plantRulesets = (
  world: World,
  into: Map<number, Ruleset>,
  seeds: ReadonlyArray<RulesetSeed> = [],
  now: number
): void => {
  for (const { actor = null, created_at = { ago: 0 }, id, version, versions = [], ...state } of seeds) {
    const all = [...versions, { actor, version, updated_at: created_at, ...state }]
    let made: Ruleset | undefined
    for (const { actor: by = null, updated_at = created_at, version: number, ...each } of all) {
      made = withVersion(world, made, { ...newState, ...each }, by, millisOf(updated_at, now), { id, version: number })
    }
    if (made !== undefined) into.set(made.id, { ...made, created_at: millisOf(created_at, now) })
  }
}

const versionSeed = ({ actor, id, state, updated_at }: RulesetVersion) => {
  const { conditions, ...rest } = state
  return {
    ...rest,
    ...(conditions === null ? {} : { conditions }),
    actor,
    version: id,
    updated_at: isoDate(updated_at)
  }
}

/** The same as seeds. */
export const rulesetSeeds = (rulesets: ReadonlyMap<number, Ruleset>): ReadonlyArray<RulesetSeed> =>
  [...rulesets.values()].map(({ created_at, id, versions }) => {
    const all = versions.map(versionSeed)
    const { updated_at: _, ...last } = all.at(-1) ?? { name: "", updated_at: isoDate(created_at) }
    return { ...last, id, created_at: isoDate(created_at), versions: all.slice(0, -1) }
  })

export const plantSuites = (
  world: World,
  repository: Repository,
  seeds: ReadonlyArray<RuleSuiteSeed> = [],
  now: number
): void => {
  for (const { id, pushed_at, ...suite } of seeds) {
    repository.ruleSuites.push({ ...suite, id: nextId(world, "rule suite", id), pushed_at: millisOf(pushed_at, now) })
  }
}

export const suiteSeeds = ({ ruleSuites }: Repository): ReadonlyArray<RuleSuiteSeed> =>
  ruleSuites.map((suite) => ({ ...suite, pushed_at: isoDate(suite.pushed_at) }))
