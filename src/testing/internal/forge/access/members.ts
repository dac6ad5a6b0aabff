/** What the sender may see of organizations. */
import * as Result from "effect/Result"
import type { Answer } from "../../../Exchange.ts"
import type { Call } from "../http/call.ts"
import { notFound } from "../http/refusals.ts"
import type { Membership, Organization, User } from "../state/accounts.ts"
import { userOf } from "../state/model.ts"
import { hasScope } from "./scopes.ts"

/** Returns the path's organization, or 404 if there is none. */
export const organizationOf = (
  call: Call
): Result.Result<readonly [profile: User, organization: Organization], Answer> => {
  const profile = userOf(call.world, call.params["org"] ?? "")
  const organization = call.world.organizations.get(profile?.login.toLowerCase() ?? "")
  return profile === undefined || organization === undefined
    ? Result.fail(notFound(call))
    : Result.succeed([profile, organization] as const)
}

/** Returns the sender's membership in an organization, as far as its token may know; undefined without. */
export const membershipOf = (call: Call, login: string): Membership | undefined => {
  const own = call.world.organizations.get(login.toLowerCase())?.members.get(call.viewer?.toLowerCase() ?? "")
  return hasScope(call.token, "read:org") ? own : undefined
}
