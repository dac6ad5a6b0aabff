/** Handlers of the `BranchProtection` and `BranchRestrictions` operations. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json, noContent } from "../../exchange.ts"
import { readable, writable } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { missing, notFound, unprocessable, unprocessableEntity } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { actions } from "../state/checks.ts"
import { type Repository, userOf } from "../state/model.ts"
import {
  anyReview,
  type Named,
  noRules,
  type Protection,
  type RequiredCheck,
  type RequiredReviews,
  updatedSwitches
} from "../state/protection.ts"
import { branchTip } from "../state/refs.ts"
import { permissionOf } from "../state/roles.ts"
import { ensureOrganization } from "../state/seed/accounts.ts"
import * as Wire from "../wire/protection.ts"

const branchIn = (call: Call): string => call.params["branch"] ?? ""

/** The path's repository, for an administrator. Nobody else sees rules, and is told that they may not change them. */
const administered = (call: Call): OrRefusal<Repository> =>
  call.request.method === "GET"
    ? Result.flatMap(readable(call), (repository) =>
        may(call, repository, "admin") ? Result.succeed(repository) : Result.fail(notFound(call))
      )
    : Result.map(writable(call, "admin"), ([repository]) => repository)

/** A protected branch. */
interface Protected {
  readonly repository: Repository
  readonly branch: string
  readonly rules: Protection
  /** The URL of its rules. */
  readonly url: string
}

const protectedIn = (call: Call): OrRefusal<Protected> =>
  Result.gen(function* () {
    const repository = yield* administered(call)
    const branch = branchIn(call)
    if (branchTip(repository, branch) === undefined) return yield* Result.fail(missing(call, "Branch not found"))
    const rules = repository.protection.get(branch)
    if (rules === undefined) return yield* Result.fail(missing(call, "Branch not protected"))
    return { repository, branch, rules, url: Wire.urlOf(call, repository, branch) }
  })

const change = ({ branch, repository, rules }: Protected, changes: Partial<Protection>): Protection => {
  const after = { ...rules, ...changes }
  repository.protection.set(branch, after)
  return after
}

const isOwned = (call: Call, repository: Repository): boolean =>
  call.world.organizations.has(repository.owner.toLowerCase())

/** Reads whom a rule names: users with write access, teams with access, and apps. */
const namedIn = (call: Call, repository: Repository, fields: Input.Fields): OrRefusal<Named> =>
  Result.gen(function* () {
    const users = (yield* Input.names(call, fields, "users", "login")) ?? []
    const teams = (yield* Input.names(call, fields, "teams", "slug")) ?? []
    const apps = (yield* Input.names(call, fields, "apps", "slug")) ?? []
    if (users.length + teams.length + apps.length > 0 && !isOwned(call, repository)) {
      const message = "Only organization repositories can have users and team restrictions"
      return yield* Result.fail(unprocessable(call, `Validation Failed: ${message}`))
    }
    const { world } = call
    const known = world.organizations.get(repository.owner.toLowerCase())?.teams
    const appsOfAll = [...world.apps.values(), actions]
    const errors = [
      ...users.flatMap((login) =>
        permissionOf(world, repository, login) === undefined ? [`${login} does not have access to the repository`] : []
      ),
      ...teams.flatMap((slug) => (known?.has(slug) === true ? [] : [`The team ${slug} was not found`])),
      ...apps.flatMap((slug) => (appsOfAll.some((each) => each.slug === slug) ? [] : [`The app ${slug} was not found`]))
    ]
    if (errors.length > 0) return yield* Result.fail(unprocessableEntity(call, ...errors))
    if (apps.includes(actions.slug)) ensureOrganization(world, actions.owner)
    return { users: users.map((login) => userOf(world, login)?.login ?? login), teams, apps }
  })

/** Reads required checks: `checks`, and those of `contexts` that are not among them. */
const checksIn = (call: Call, fields: Input.Fields): OrRefusal<ReadonlyArray<RequiredCheck> | undefined> =>
  Result.gen(function* () {
    const contexts = yield* Input.names(call, fields, "contexts", "context")
    const items = yield* Input.objects(call, fields, "checks")
    if (contexts === undefined && items === undefined) return undefined
    const checks: Array<RequiredCheck> = []
    for (const item of items ?? []) {
      yield* Input.required(call, item, "context")
      const context = (yield* Input.text(call, item, "context")) ?? ""
      const app_id = (yield* Input.integer(call, item, "app_id")) ?? -1
      checks.push({ context, app_id: app_id === -1 ? null : app_id })
    }
    return withContexts(checks, contexts ?? [])
  })

/** Adds contexts that any app may report. */
const withContexts = (
  checks: ReadonlyArray<RequiredCheck>,
  contexts: ReadonlyArray<string>
): ReadonlyArray<RequiredCheck> => [
  ...checks,
  ...[...new Set(contexts)]
    .filter((context) => !checks.some((check) => check.context === context))
    .map((context) => ({ context, app_id: null }))
]

const reviewFlags = ["dismiss_stale_reviews", "require_code_owner_reviews", "require_last_push_approval"] as const

const reviewsIn = (
  call: Call,
  repository: Repository,
  fields: Input.Fields,
  before: RequiredReviews
): OrRefusal<RequiredReviews> =>
  Result.gen(function* () {
    const count = yield* Input.integer(call, fields, "required_approving_review_count")
    if (count !== undefined && (count < 0 || count > 6)) {
      return yield* Result.fail(
        unprocessable(call, "Invalid request.\n\nrequired_approving_review_count must be between 0 and 6.")
      )
    }
    const flags: Partial<Record<(typeof reviewFlags)[number], boolean>> = {}
    for (const name of reviewFlags) {
      const value = yield* Input.flag(call, fields, name)
      if (value !== undefined) flags[name] = value
    }
    const people: { dismissal_restrictions?: Named | null; bypass_pull_request_allowances?: Named | null } = {}
    for (const name of ["dismissal_restrictions", "bypass_pull_request_allowances"] as const) {
      const given = yield* Input.object(call, fields, name)
      // An empty object lifts it.
      if (given !== undefined)
        people[name] = Object.keys(given).length === 0 ? null : yield* namedIn(call, repository, given)
    }
    return {
      ...before,
      ...flags,
      ...people,
      ...(count === undefined ? {} : { required_approving_review_count: count })
    }
  })

const update: Handler = handler(function* (call) {
  const repository = yield* administered(call)
  const branch = branchIn(call)
  if (branchTip(repository, branch) === undefined) return yield* Result.fail(missing(call, "Branch not found"))
  const fields = yield* Input.fieldsOf(call)
  for (const name of ["required_status_checks", "enforce_admins", "required_pull_request_reviews", "restrictions"]) {
    yield* Input.required(call, fields, name)
  }
  const required = yield* Input.object(call, fields, "required_status_checks")
  const reviews = yield* Input.object(call, fields, "required_pull_request_reviews")
  const restrictions = yield* Input.object(call, fields, "restrictions")
  const flags: Partial<Record<(typeof updatedSwitches)[number], boolean>> = {}
  for (const name of updatedSwitches) flags[name] = (yield* Input.flag(call, fields, name)) ?? false
  const before = repository.protection.get(branch)
  const rules: Protection = {
    ...noRules,
    // These stay.
    required_signatures: before?.required_signatures ?? false,
    required_deployments: before?.required_deployments ?? [],
    ...flags,
    enforce_admins: (yield* Input.flag(call, fields, "enforce_admins")) ?? false,
    required_status_checks:
      required === undefined
        ? null
        : {
            strict: (yield* Input.flag(call, required, "strict")) ?? false,
            checks: (yield* checksIn(call, required)) ?? []
          },
    required_pull_request_reviews:
      reviews === undefined
        ? null
        : yield* reviewsIn(call, repository, reviews, { ...anyReview, required_approving_review_count: 1 }),
    restrictions: restrictions === undefined ? null : yield* namedIn(call, repository, restrictions)
  }
  repository.protection.set(branch, rules)
  return json(200, Wire.rules(call, repository, branch, rules))
})

const remove: Handler = handler(function* (call) {
  const { branch, repository } = yield* protectedIn(call)
  repository.protection.delete(branch)
  return noContent
})

/** Answers with a part of the rules, which the branch may not have. */
const part = <A>(
  of: (rules: Protection) => A | null,
  name: string,
  respond: (call: Call, self: Protected, part: A) => OrRefusal<Response>
): Handler =>
  handler(function* (call) {
    const self = yield* protectedIn(call)
    const found = of(self.rules)
    if (found === null) return yield* Result.fail(missing(call, `${name} not enabled`))
    return yield* respond(call, self, found)
  })

const ok = (body: unknown): OrRefusal<Response> => Result.succeed(json(200, body))

/** Switches a part of the rules off. */
const off = (changes: Partial<Protection>) => (_: Call, self: Protected) => {
  change(self, changes)
  return Result.succeed(noContent)
}

const whole = (rules: Protection): Protection => rules
const checks = ({ required_status_checks }: Protection) => required_status_checks
const reviews = ({ required_pull_request_reviews }: Protection) => required_pull_request_reviews
const restricted = ({ restrictions }: Protection) => restrictions

const ofChecks = "Required status checks"
const ofReviews = "Pull request reviews"
const ofPushes = "Push restrictions"

const updateChecks = part(checks, ofChecks, (call, self, before) =>
  Result.gen(function* () {
    const fields = yield* Input.fieldsOf(call)
    const after = {
      strict: (yield* Input.flag(call, fields, "strict")) ?? before.strict,
      checks: (yield* checksIn(call, fields)) ?? before.checks
    }
    change(self, { required_status_checks: after })
    return json(200, Wire.statusChecks(self.url, after))
  })
)

const contextsOf = (checks: ReadonlyArray<RequiredCheck>) => checks.map(({ context }) => context)

/** Changes the contexts by those in the body, which may be a bare list. */
const changeContexts = (
  combine: (before: ReadonlyArray<RequiredCheck>, given: ReadonlyArray<string>) => ReadonlyArray<RequiredCheck>
) =>
  part(checks, ofChecks, (call, self, before) =>
    Result.gen(function* () {
      const fields = yield* Input.fieldsOrList(call, "contexts")
      yield* Input.required(call, fields, "contexts")
      const given = (yield* Input.names(call, fields, "contexts", "context")) ?? []
      const after = combine(before.checks, given)
      change(self, { required_status_checks: { ...before, checks: after } })
      return json(200, contextsOf(after))
    })
  )

const updateReviews = part(
  ({ required_pull_request_reviews }) =>
    required_pull_request_reviews ?? { ...anyReview, required_approving_review_count: 1 },
  ofReviews,
  (call, self, before) =>
    Result.gen(function* () {
      const after = yield* reviewsIn(call, self.repository, yield* Input.fieldsOf(call), before)
      change(self, { required_pull_request_reviews: after })
      return json(200, Wire.reviews(call, self.repository, self.url, after))
    })
)

type Kind = keyof Named

const listed = (call: Call, { repository }: Protected, kind: Kind, self: Named) =>
  kind === "users"
    ? Wire.users(call, self)
    : kind === "teams"
      ? Wire.teams(call, repository, self)
      : Wire.apps(call, self)

/** Changes those of one kind who can push, by those in the body, which may be a bare list. */
const changeNamed = (
  kind: Kind,
  combine: (before: ReadonlyArray<string>, given: ReadonlyArray<string>) => ReadonlyArray<string>
): Handler =>
  part(restricted, ofPushes, (call, self, before) =>
    Result.gen(function* () {
      const fields = yield* Input.fieldsOrList(call, kind)
      yield* Input.required(call, fields, kind)
      const given = yield* namedIn(call, self.repository, { [kind]: fields[kind] })
      const after = { ...before, [kind]: [...new Set(combine(before[kind], given[kind]))] }
      change(self, { restrictions: after })
      return json(200, listed(call, self, kind, after))
    })
  )

const branch = "/repos/{owner}/{repo}/branches/{branch*}/protection"
const restrictions = `${branch}/restrictions`

const endpoint = endpointsOf("branches/branch-protection")

const route = (name: string, wire: string, section: string, handle: Handler): Route =>
  endpoint(name, wire, section, handle, "core", {
    permission: "administration",
    level: wire.startsWith("GET ") ? "read" : "write"
  })

const own = (name: string, wire: string, section: string, handle: Handler): Route =>
  route(`BranchProtection.${name}`, wire, section, handle)

/** The routes of one kind of those who can push. */
const restrictionsOf = (kind: Kind, name: string): ReadonlyArray<Route> => {
  const title = name.slice(0, -1).toLowerCase()
  const path = `${restrictions}/${kind}`
  return [
    route(
      `BranchRestrictions.get${name}`,
      `GET ${path}`,
      `get-${kind}-with-access-to-the-protected-branch`,
      part(restricted, ofPushes, (call, self, named) => ok(listed(call, self, kind, named)))
    ),
    route(
      `BranchRestrictions.add${name}`,
      `POST ${path}`,
      `add-${title}-access-restrictions`,
      changeNamed(kind, (before, given) => [...before, ...given])
    ),
    route(
      `BranchRestrictions.set${name}`,
      `PUT ${path}`,
      `set-${title}-access-restrictions`,
      changeNamed(kind, (_, given) => given)
    ),
    route(
      `BranchRestrictions.remove${name}`,
      `DELETE ${path}`,
      `remove-${title}-access-restrictions`,
      changeNamed(kind, (before, given) => before.filter((each) => !given.includes(each)))
    )
  ]
}

const required = `${branch}/required_status_checks`
const reviewing = `${branch}/required_pull_request_reviews`
const enforcing = `${branch}/enforce_admins`
const signing = `${branch}/required_signatures`

export const routes: ReadonlyArray<Route> = [
  own("update", `PUT ${branch}`, "update-branch-protection", update),
  own("delete", `DELETE ${branch}`, "delete-branch-protection", remove),
  own(
    "getStatusChecks",
    `GET ${required}`,
    "get-status-checks-protection",
    part(checks, ofChecks, (_, { url }, found) => ok(Wire.statusChecks(url, found)))
  ),
  own("updateStatusChecks", `PATCH ${required}`, "update-status-check-protection", updateChecks),
  own(
    "removeStatusChecks",
    `DELETE ${required}`,
    "remove-status-check-protection",
    part(checks, ofChecks, off({ required_status_checks: null }))
  ),
  own(
    "getContexts",
    `GET ${required}/contexts`,
    "get-all-status-check-contexts",
    part(checks, ofChecks, (_, __, found) => ok(contextsOf(found.checks)))
  ),
  own("addContexts", `POST ${required}/contexts`, "add-status-check-contexts", changeContexts(withContexts)),
  own(
    "setContexts",
    `PUT ${required}/contexts`,
    "set-status-check-contexts",
    changeContexts((_, given) => withContexts([], given))
  ),
  own(
    "removeContexts",
    `DELETE ${required}/contexts`,
    "remove-status-check-contexts",
    changeContexts((before, given) => before.filter(({ context }) => !given.includes(context)))
  ),
  own(
    "getReviews",
    `GET ${reviewing}`,
    "get-pull-request-review-protection",
    part(reviews, ofReviews, (call, { repository, url }, found) => ok(Wire.reviews(call, repository, url, found)))
  ),
  own("updateReviews", `PATCH ${reviewing}`, "update-pull-request-review-protection", updateReviews),
  own(
    "deleteReviews",
    `DELETE ${reviewing}`,
    "delete-pull-request-review-protection",
    part(reviews, ofReviews, off({ required_pull_request_reviews: null }))
  ),
  own(
    "getAdminEnforcement",
    `GET ${enforcing}`,
    "get-admin-branch-protection",
    part(whole, "", (_, { rules, url }) => ok(Wire.adminEnforcement(url, rules)))
  ),
  own(
    "setAdminEnforcement",
    `POST ${enforcing}`,
    "set-admin-branch-protection",
    part(whole, "", (_, self) => ok(Wire.adminEnforcement(self.url, change(self, { enforce_admins: true }))))
  ),
  own(
    "deleteAdminEnforcement",
    `DELETE ${enforcing}`,
    "delete-admin-branch-protection",
    part(whole, "", off({ enforce_admins: false }))
  ),
  own(
    "getSignatures",
    `GET ${signing}`,
    "get-commit-signature-protection",
    part(whole, "", (_, { rules, url }) => ok(Wire.signatures(url, rules)))
  ),
  own(
    "createSignatures",
    `POST ${signing}`,
    "create-commit-signature-protection",
    part(whole, "", (_, self) => ok(Wire.signatures(self.url, change(self, { required_signatures: true }))))
  ),
  own(
    "deleteSignatures",
    `DELETE ${signing}`,
    "delete-commit-signature-protection",
    part(whole, "", off({ required_signatures: false }))
  ),
  route(
    "BranchRestrictions.get",
    `GET ${restrictions}`,
    "get-access-restrictions",
    part(restricted, ofPushes, (call, { repository, url }, found) =>
      ok(Wire.restrictions(call, repository, url, found))
    )
  ),
  route(
    "BranchRestrictions.delete",
    `DELETE ${restrictions}`,
    "delete-access-restrictions",
    part(restricted, ofPushes, off({ restrictions: null }))
  ),
  ...restrictionsOf("teams", "Teams"),
  ...restrictionsOf("users", "Users"),
  ...restrictionsOf("apps", "Apps")
]
