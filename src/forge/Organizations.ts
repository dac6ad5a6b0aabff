/** Organizations and their members. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Organization } from "./schema/Organization.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"

const OrgPath = { org: Schema.NonEmptyString }

/**
 * Gets the profile of an organization. What only members are told is null for anyone else.
 *
 * GET /orgs/{org}
 */
export const get = /* @__PURE__ */ Forge.operation("Organizations.get", "GET /orgs/{org}", {
  path: OrgPath,
  success: Organization,
  errors: [NotFound]
})

/**
 * Lists the members of an organization: only the public ones unless the credential is a member's.
 *
 * `role` (default all) picks its owners (`admin`) or those who are none (`member`). `filter` (default all) picks those
 * without two-factor authentication (`2fa_disabled`), or with an insecure one (`2fa_insecure`); only owners may ask for
 * that.
 *
 * GET /orgs/{org}/members
 */
export const listMembers = /* @__PURE__ */ Forge.listing("Organizations.listMembers", "GET /orgs/{org}/members", {
  path: OrgPath,
  query: {
    filter: Schema.optional(Schema.Literals(["all", "2fa_disabled", "2fa_insecure"])),
    role: Schema.optional(Schema.Literals(["all", "admin", "member"]))
  },
  item: SimpleUser,
  errors: [NotFound, ValidationFailed]
})
