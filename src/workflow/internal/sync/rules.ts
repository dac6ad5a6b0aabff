/** How the rules of branches become as they are wanted: their protection, and rulesets. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Branches from "../../../forge/Branches.ts"
import * as BranchProtection from "../../../forge/BranchProtection.ts"
import type { Forge } from "../../../forge/Forge.ts"
import * as Rulesets from "../../../forge/Rulesets.ts"
import type { Actors, BranchRule, BranchRules, RequiredReviews } from "../../../forge/schema/BranchRules.ts"
import type { Ruleset } from "../../../forge/schema/Ruleset.ts"
import * as Write from "../../../rest/Write.ts"
import type { Failure } from "../../SyncPlan.ts"
import type { WantedOrgRuleset, WantedProtection, WantedRuleset } from "../../SyncInput.ts"
import { differences } from "./differences.ts"
import { reconcile, type Step, type Steps } from "./engine.ts"
import type { Place } from "../place.ts"

export const protectionSteps = Effect.fnUntraced(function* (
  { owner, repo }: Place,
  protection: Readonly<Record<string, WantedProtection | null>>
): Effect.fn.Return<Steps<Failure>, Failure, Forge> {
  const place = { owner, repo }
  const steps: Array<Step<Failure>> = []
  const unchanged: Array<string> = []
  const kind = "protection"
  for (const [name, wanted] of Object.entries(protection)) {
    const branch = { ...place, branch: name }
    const rules = yield* Branches.getProtection(branch).pipe(Effect.catchTag("NotFound", () => Effect.succeed(null)))
    const found = rules === null ? null : given(rules)
    const differs = wanted === null ? [] : differences(found ?? unprotected, wanted)
    if (wanted === null && found !== null) {
      // Somebody else may have removed it.
      const apply = Write.once(BranchProtection.delete, branch, { key: `protection/${name}` }).pipe(
        Effect.catchTag("NotFound", () => Effect.void)
      )
      steps.push({ changes: [{ kind, action: "remove", name, differences: [] }], apply })
    } else if (wanted !== null && (found === null || differs.length > 0)) {
      const action = found === null ? "create" : "update"
      steps.push({ changes: [{ kind, action, name, differences: differs }], apply: protect(branch, found, wanted) })
    } else unchanged.push(name)
  }
  return { steps, unchanged }
})

/** The rules of a branch in the terms of the input: all of them. */
type Given = Required<{ readonly [K in keyof WantedProtection]: Exclude<WantedProtection[K], undefined> }>

const isOn = (rule: BranchRule | null): boolean => rule?.enabled ?? false

const actors = ({ apps, teams, users }: Actors) => ({
  users: users.map(({ login }) => login),
  teams: teams.map(({ slug }) => slug),
  apps: apps.flatMap(({ slug }) => slug ?? [])
})

const reviews = (found: RequiredReviews) => ({
  required_approving_review_count: found.required_approving_review_count ?? 0,
  dismiss_stale_reviews: found.dismiss_stale_reviews,
  require_code_owner_reviews: found.require_code_owner_reviews,
  require_last_push_approval: found.require_last_push_approval,
  dismissal_restrictions: found.dismissal_restrictions === null ? {} : actors(found.dismissal_restrictions),
  bypass_pull_request_allowances:
    found.bypass_pull_request_allowances === null ? {} : actors(found.bypass_pull_request_allowances)
})

const given = (rules: BranchRules): Given => ({
  required_status_checks:
    rules.required_status_checks === null
      ? null
      : {
          strict: rules.required_status_checks.strict ?? false,
          // -1 stands for any App.
          checks: rules.required_status_checks.checks.map(({ app_id, context }) => ({ context, app_id: app_id ?? -1 }))
        },
  required_pull_request_reviews:
    rules.required_pull_request_reviews === null ? null : reviews(rules.required_pull_request_reviews),
  restrictions: rules.restrictions === null ? null : actors(rules.restrictions),
  enforce_admins: isOn(rules.enforce_admins),
  required_signatures: isOn(rules.required_signatures),
  required_linear_history: isOn(rules.required_linear_history),
  allow_force_pushes: isOn(rules.allow_force_pushes),
  allow_deletions: isOn(rules.allow_deletions),
  block_creations: isOn(rules.block_creations),
  required_conversation_resolution: isOn(rules.required_conversation_resolution),
  lock_branch: isOn(rules.lock_branch),
  allow_fork_syncing: isOn(rules.allow_fork_syncing)
})

const unprotected: Given = {
  required_status_checks: null,
  required_pull_request_reviews: null,
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

/** Sends the rules as a whole, as the service replaces them all. Signatures have a route of their own. */
const protect = Effect.fnUntraced(function* (
  branch: Place & { readonly branch: string },
  found: Given | null,
  { required_pull_request_reviews, required_status_checks, ...wanted }: WantedProtection
): Effect.fn.Return<void, Failure, Forge> {
  const known = found ?? unprotected
  const { required_signatures, ...rules } = { ...known, ...defined(wanted) }
  const checks = required_status_checks === undefined ? known.required_status_checks : required_status_checks
  const reviews =
    required_pull_request_reviews === undefined ? known.required_pull_request_reviews : required_pull_request_reviews
  const before = new Map(known.required_status_checks?.checks.map((check) => [check.context, check.app_id]))
  yield* BranchProtection.update({
    ...branch,
    ...rules,
    required_status_checks:
      checks === null
        ? null
        : {
            strict: checks.strict ?? known.required_status_checks?.strict ?? false,
            contexts: [],
            checks: checks.checks.map(({ app_id, context }) => ({ context, app_id: app_id ?? before.get(context) }))
          },
    required_pull_request_reviews:
      reviews === null ? null : named({ ...known.required_pull_request_reviews, ...defined(reviews) })
  })
  if (required_signatures === known.required_signatures) return
  if (required_signatures) yield* BranchProtection.createSignatures(branch)
  else {
    yield* Write.once(BranchProtection.deleteSignatures, branch, { key: `signatures/${branch.branch}` }).pipe(
      Effect.catchTag("NotFound", () => Effect.void)
    )
  }
})

type Reviews = Exclude<WantedProtection["required_pull_request_reviews"], null | undefined>

/** Repositories of users refuse lists of people, be they empty. */
const named = ({
  bypass_pull_request_allowances: bypass,
  dismissal_restrictions: dismissal,
  ...others
}: Reviews): Reviews => ({
  ...others,
  ...(dismissal === undefined || Object.keys(dismissal).length === 0 ? {} : { dismissal_restrictions: dismissal }),
  ...(bypass === undefined || Object.keys(bypass).length === 0 ? {} : { bypass_pull_request_allowances: bypass })
})

/** The fields that are given. The cast is safe: a field that may be undefined may be left out, too. */
const defined = <A extends object>(fields: A): { readonly [K in keyof A]: Exclude<A[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

/** The operations on the rulesets of a repository, or of an organization. */
interface RulesetWays<in Wanted> {
  readonly list: Stream.Stream<Pick<Ruleset, "id" | "name">, Failure, Forge>
  readonly get: (ruleset_id: number) => Effect.Effect<Ruleset, Failure, Forge>
  readonly create: (wanted: Wanted) => Effect.Effect<unknown, Failure, Forge>
  readonly update: (ruleset_id: number, wanted: Wanted) => Effect.Effect<unknown, Failure, Forge>
  readonly remove: (ruleset_id: number) => Effect.Effect<unknown, Failure, Forge>
}

const stepsBy = Effect.fnUntraced(function* <Wanted extends WantedRuleset | WantedOrgRuleset>(
  rulesets: ReadonlyArray<Wanted>,
  prune: boolean,
  { create, get, list, remove, update }: RulesetWays<Wanted>
): Effect.fn.Return<Steps<Failure>, Failure, Forge> {
  const listed = yield* Stream.runCollect(list)
  const names = new Set(rulesets.map(({ name }) => name.toLowerCase()))
  const found = yield* Effect.forEach(
    listed,
    // Listings leave out the rules.
    ({ id, name }) => (names.has(name.toLowerCase()) ? Effect.asSome(get(id)) : Effect.succeedNone),
    { concurrency: 4 }
  )
  return yield* reconcile<Wanted, { id: number; name: string; whole: (typeof found)[number] | undefined }, Failure>({
    kind: "rulesets",
    wanted: rulesets,
    found: listed.map(({ id, name }, index) => ({ id, name, whole: found[index] })),
    field: "name",
    nameOf: ({ name }) => name,
    foundName: ({ name }) => name,
    fields: (wanted) => ({ ...wanted, name: undefined }),
    differs: ({ whole }, wanted) => (whole?._tag === "Some" ? rulesetDiffers(whole.value, wanted) : []),
    create,
    update: (wanted, { id }) => update(id, wanted),
    remove: ({ id }) => remove(id),
    prune
  })
})

export const rulesetsSteps = (
  { owner, repo }: Place,
  rulesets: ReadonlyArray<WantedRuleset>,
  prune: boolean
): Effect.Effect<Steps<Failure>, Failure, Forge> => {
  const place = { owner, repo }
  return stepsBy(rulesets, prune, {
    list: Rulesets.list({ ...place, includes_parents: false }),
    get: (ruleset_id) => Rulesets.get({ ...place, ruleset_id, includes_parents: false }),
    create: (wanted) => Write.once(Rulesets.create, { ...place, ...wanted }, { key: `ruleset/${wanted.name}` }),
    update: (ruleset_id, wanted) => Rulesets.update({ ...place, ruleset_id, ...wanted }),
    remove: (id) => Write.once(Rulesets.delete, { ...place, ruleset_id: id }, { key: `ruleset/${id}` })
  })
}

export const orgRulesetsSteps = (
  org: string,
  rulesets: ReadonlyArray<WantedOrgRuleset>,
  prune: boolean
): Effect.Effect<Steps<Failure>, Failure, Forge> =>
  stepsBy(rulesets, prune, {
    list: Rulesets.listForOrg({ org }),
    get: (ruleset_id) => Rulesets.getForOrg({ org, ruleset_id }),
    create: (wanted) => Write.once(Rulesets.createForOrg, { org, ...wanted }, { key: `ruleset/${wanted.name}` }),
    update: (ruleset_id, wanted) => Rulesets.updateForOrg({ org, ruleset_id, ...wanted }),
    remove: (id) => Write.once(Rulesets.deleteForOrg, { org, ruleset_id: id }, { key: `ruleset/${id}` })
  })

/** Those who may not change it do not see who can bypass it. */
const rulesetDiffers = (found: Ruleset, { bypass_actors, ...wanted }: WantedRuleset | WantedOrgRuleset) =>
  differences(found, { ...wanted, bypass_actors: found.bypass_actors === null ? undefined : bypass_actors })
