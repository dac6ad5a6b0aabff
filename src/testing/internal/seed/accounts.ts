/** The schemas of users, organizations, apps and tokens in seeds. */
import * as Schema from "effect/Schema"
import { color, flag, moment, named, optional, permission, text, texts, whole } from "./parts.ts"

export const UserSeed = named("UserSeed", {
  login: Schema.String,
  id: whole,
  type: optional(Schema.Literals(["User", "Organization", "Bot"])),
  name: text,
  email: text,
  bio: text,
  company: text,
  blog: text,
  location: text,
  followers: whole,
  following: whole,
  created_at: moment
})

export const TeamSeed = named("TeamSeed", {
  name: Schema.String,
  id: whole,
  slug: text,
  description: text,
  members: texts,
  repositories: optional(Schema.Record(Schema.String, permission))
})

const role = Schema.Literals(["admin", "member"])

const member = Schema.Union([role, Schema.Struct({ role: optional(role), public: flag })])

export const IssueTypeSeed = named("IssueTypeSeed", {
  name: Schema.String,
  id: whole,
  description: text,
  color,
  is_enabled: flag
})

export const IssueFieldOptionSeed = named("IssueFieldOptionSeed", { name: Schema.String, id: whole, color })

export const IssueFieldSeed = named("IssueFieldSeed", {
  name: Schema.String,
  id: whole,
  data_type: Schema.Literals(["text", "single_select", "multi_select", "number", "date"]),
  description: text,
  options: optional(Schema.Array(Schema.Union([Schema.String, IssueFieldOptionSeed])))
})

export const OrganizationSeed = named("OrganizationSeed", {
  login: Schema.String,
  id: whole,
  name: text,
  description: text,
  blog: text,
  location: text,
  email: text,
  created_at: moment,
  members: optional(Schema.Union([Schema.Array(Schema.String), Schema.Record(Schema.String, member)])),
  base_permission: optional(Schema.Literals([...permission.literals, "none"])),
  teams: optional(Schema.Array(TeamSeed)),
  issue_types: optional(Schema.Array(Schema.Union([Schema.String, IssueTypeSeed]))),
  issue_fields: optional(Schema.Array(IssueFieldSeed))
})

const permissions = optional(Schema.Record(Schema.String, Schema.Literals(["read", "write"])))

export const TokenSeed = named("TokenSeed", {
  login: Schema.String,
  scopes: texts,
  permissions,
  repositories: texts,
  expires_at: moment,
  installation: whole
})

export const InstallationSeed = named("InstallationSeed", {
  account: Schema.String,
  id: whole,
  permissions,
  repositories: texts,
  suspended: flag
})

export const AppSeed = named("AppSeed", {
  slug: Schema.String,
  id: whole,
  name: text,
  client_id: text,
  owner: text,
  public_key: Schema.String,
  permissions,
  installations: optional(Schema.Array(InstallationSeed))
})
