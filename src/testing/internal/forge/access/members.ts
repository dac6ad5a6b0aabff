/** What the sender may see of organizations. */
import * as Result from "effect/Result"
import type { Call, OrRefusal } from "../http/call.ts"
import { notFound } from "../http/refusals.ts"
import type { Membership, Organization, User } from "../state/accounts.ts"
import { same, userOf } from "../state/model.ts"
import { installationOf } from "./permissions.ts"
import { hasScope } from "./scopes.ts"

/** Returns the path's organization, or 404 if there is none. */
export const organizationOf = (
  call: Call
): OrRefusal<readonly [profile: User, organization: Organization]> => {
  const profile = userOf(call.world, call.params["org"] ?? "")
  const organization = call.world.organizations.get(profile?.login.toLowerCase() ?? "")
  return profile === undefined || organization === undefined
    ? Result.fail(notFound(call))
    : Result.succeed([profile, organization] as const)
}

/** Whether the sender is a member of an organization. */
export const isMember = ({ viewer, world }: Call, login: string): boolean =>
  world.organizations.get(login.toLowerCase())?.members.has(viewer?.toLowerCase() ?? "") === true

/**
 * Returns the sender's membership in an organization, as far as its token may know of members; undefined without. An app
 * with the permission sees what members see.
 */
export const membershipOf = ({ token, viewer, world }: Call, login: string): Membership | undefined => {
  const own = world.organizations.get(login.toLowerCase())?.members.get(viewer?.toLowerCase() ?? "")
  if (token === null || token.permissions === null) return hasScope(token, "read:org") ? own : undefined
  if (token.permissions["members"] === undefined) return undefined
  const installation = installationOf(world, token.installation)
  return installation !== undefined && same(installation.account, login) ? { role: "member", public: false } : own
}
