/** The schema of seeds as JSON: what `ForgeSeed.ts` types, without what only a program can write. */
import * as Schema from "effect/Schema"
import { AppSeed, OrganizationSeed, TokenSeed, UserSeed } from "./accounts.ts"
import { duration, named, natural, optional, text, whole } from "./parts.ts"
import { RepositorySeed } from "./repository.ts"

const Allowance = named("Allowance", {
  anonymous: whole,
  authenticated: whole,
  window: optional(duration)
})

const SecondaryLimits = named("SecondaryLimits", {
  concurrent: whole,
  points: whole,
  creations: whole,
  hourlyCreations: whole,
  retryAfter: optional(Schema.Union([duration, Schema.Literal("none")]))
})

export const LimitsSeed = named("LimitsSeed", {
  core: optional(Allowance),
  search: optional(Allowance),
  secondary: optional(Schema.Union([SecondaryLimits, Schema.Literal("none")]))
})

const content = {
  users: optional(Schema.Array(Schema.Union([Schema.String, UserSeed]))),
  organizations: optional(Schema.Array(Schema.Union([Schema.String, OrganizationSeed]))),
  apps: optional(Schema.Array(AppSeed)),
  tokens: optional(Schema.Record(Schema.String, Schema.Union([Schema.String, TokenSeed]))),
  repositories: optional(Schema.Array(RepositorySeed)),
  counters: optional(Schema.Record(Schema.String, natural))
}

export const Seed = named("Seed", {
  ...content,
  limits: optional(Schema.Union([LimitsSeed, Schema.Literal("none")])),
  latency: optional(duration),
  baseUrl: text
})

/** A file also names its schema, so that editors find it. */
export const SeedFile = Schema.Struct({ $schema: text, ...Seed.fields })
