/** The checks that a branch demands of a merge. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Branches from "../../forge/Branches.ts"
import type { Forge } from "../../forge/Forge.ts"
import * as Rulesets from "../../forge/Rulesets.ts"
import type { Branch } from "../../forge/schema/Branch.ts"
import type { Rule } from "../../forge/schema/Rule.ts"
import type { LookError } from "../CheckStates.ts"
import type { Wanted } from "./checks.ts"
import type { Place } from "./place.ts"

/** The checks that the protection of a branch and its rulesets demand. Everyone who can read the repository can ask. */
export const demandedBy = (
  { owner, repo }: Place,
  branch: string
): Effect.Effect<ReadonlyArray<Wanted>, LookError, Forge> =>
  Effect.zipWith(
    Branches.get({ owner, repo, branch }),
    Stream.runCollect(Rulesets.listForBranch({ owner, repo, branch })),
    (found, rules) => [...ofProtection(found), ...rules.flatMap(ofRule)],
    { concurrent: true }
  )

const ofProtection = ({ protection: { required_status_checks: required } }: Branch): ReadonlyArray<Wanted> => {
  if (required === null || required.enforcement_level === "off") return []
  // Older servers know only the names.
  return required.checks.length > 0
    ? required.checks.map(({ app_id, context }) => ({ context, app_id: appOf(app_id) }))
    : required.contexts.map((context) => ({ context, app_id: null }))
}

const ofRule = (rule: Rule): ReadonlyArray<Wanted> =>
  rule._tag === "StatusChecksRule"
    ? rule.parameters.required_status_checks.map(({ context, integration_id }) => ({
        context,
        app_id: appOf(integration_id)
      }))
    : []

/** The service states -1 where any App will do. */
const appOf = (id: number | null): number | null => (id === null || id < 0 ? null : id)
