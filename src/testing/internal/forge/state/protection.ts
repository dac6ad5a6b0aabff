/** The protection of branches: what its rules are, and what a seed says of them. */
import type { ProtectionSeed } from "../../../ForgeContentSeed.ts"

/** Logins, slugs of teams and slugs of apps. */
export interface Named {
  readonly users: ReadonlyArray<string>
  readonly teams: ReadonlyArray<string>
  readonly apps: ReadonlyArray<string>
}

const nobody: Named = { users: [], teams: [], apps: [] }

/** The context of a status or the name of a check run, and the app that must report it; null for any. */
export interface RequiredCheck {
  readonly context: string
  readonly app_id: number | null
}

export interface RequiredChecks {
  /** Whether a head must contain its base. */
  readonly strict: boolean
  readonly checks: ReadonlyArray<RequiredCheck>
}

export interface RequiredReviews {
  readonly required_approving_review_count: number
  readonly dismiss_stale_reviews: boolean
  readonly require_code_owner_reviews: boolean
  readonly require_last_push_approval: boolean
  readonly dismissal_restrictions: Named | null
  readonly bypass_pull_request_allowances: Named | null
}

export const anyReview: RequiredReviews = {
  required_approving_review_count: 0,
  dismiss_stale_reviews: false,
  require_code_owner_reviews: false,
  require_last_push_approval: false,
  dismissal_restrictions: null,
  bypass_pull_request_allowances: null
}

/** The rules that are on or off, which an update sets, and whose default is off. */
export const updatedSwitches = [
  "required_linear_history",
  "allow_force_pushes",
  "allow_deletions",
  "block_creations",
  "required_conversation_resolution",
  "lock_branch",
  "allow_fork_syncing"
] as const

/** The rules that are on or off. */
export const switches = ["enforce_admins", "required_signatures", ...updatedSwitches] as const

export type Switches = { readonly [K in (typeof switches)[number]]: boolean }

export interface Protection extends Switches {
  readonly required_status_checks: RequiredChecks | null
  readonly required_pull_request_reviews: RequiredReviews | null
  /** The environments that a head must be deployed to. */
  readonly required_deployments: ReadonlyArray<string>
  /** Who can push; null for everyone who can write. */
  readonly restrictions: Named | null
}

export const noRules: Protection = {
  required_status_checks: null,
  required_pull_request_reviews: null,
  required_deployments: [],
  restrictions: null,
  enforce_admins: false,
  required_signatures: false,
  required_linear_history: false,
  allow_force_pushes: false,
  allow_deletions: false,
  block_creations: false,
  required_conversation_resolution: false,
  lock_branch: false,
  allow_fork_syncing: false
}

const namesIn = (given: Partial<Named> | null | undefined): Named | null =>
  given === undefined || given === null ? null : { ...nobody, ...given }

/** The rules that a seed states. Those of a seed hold for administrators, too, unless it says otherwise. */
export const protectionOf = (seed: ProtectionSeed): Protection => {
  const { required_approvals = 0, required_checks = [], restrictions, reviews, strict = false, ...flags } = seed
  const count = reviews?.required_approving_review_count ?? required_approvals
  const checks = required_checks.map((check) =>
    typeof check === "string"
      ? { context: check, app_id: null }
      : { context: check.context, app_id: check.app_id ?? null }
  )
  return {
    ...noRules,
    enforce_admins: true,
    ...flags,
    required_status_checks: checks.length === 0 && seed.strict === undefined ? null : { strict, checks },
    required_pull_request_reviews:
      count === 0 && reviews === undefined
        ? null
        : {
            ...anyReview,
            ...reviews,
            required_approving_review_count: count,
            dismissal_restrictions: namesIn(reviews?.dismissal_restrictions),
            bypass_pull_request_allowances: namesIn(reviews?.bypass_pull_request_allowances)
          },
    restrictions: namesIn(restrictions)
  }
}

/** The same as a seed. */
export const protectionSeedOf = ({
  required_pull_request_reviews: reviews,
  required_status_checks: required,
  restrictions,
  ...flags
}: Protection): ProtectionSeed => ({
  ...flags,
  ...(required === null ? {} : { strict: required.strict, required_checks: required.checks }),
  ...(reviews === null ? {} : { reviews }),
  ...(restrictions === null ? {} : { restrictions })
})
