/** Organizations and their members. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Organization } from "./schema/Organization.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"

const OrgPath = {
  /** Login of the organization. Case does not matter. */
  org: Schema.NonEmptyString
}

/**
 * Gets the profile of an organization. Fields that only members may see are null for others.
 *
 * GET /orgs/{org}
 */
export const get = Forge.operation("Organizations.get", "GET /orgs/{org}", {
  path: OrgPath,
  success: Organization,
  errors: [NotFound]
})

/**
 * Lists the members of an organization. Only members see all of them; others see the public ones.
 *
 * `role` (default all) selects owners (`admin`) or members who are not owners (`member`). `filter` (default all)
 * selects members without two-factor authentication (`2fa_disabled`), or with an insecure method (`2fa_insecure`). Only
 * owners may use `filter`.
 *
 * GET /orgs/{org}/members
 */
export const listMembers = Forge.listing("Organizations.listMembers", "GET /orgs/{org}/members", {
  path: OrgPath,
  query: {
    /** `2fa_disabled` has members without two-factor authentication, `2fa_insecure` with an insecure method. Default: all. */
    filter: Schema.optional(Schema.Literals(["all", "2fa_disabled", "2fa_insecure"])),
    /** `admin` has the owners, `member` has the others. Default: all. */
    role: Schema.optional(Schema.Literals(["all", "admin", "member"]))
  },
  item: SimpleUser,
  errors: [NotFound, ValidationFailed]
})
