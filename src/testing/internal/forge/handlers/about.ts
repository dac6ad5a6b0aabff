/** The service itself, its rate limits, and who is signed in. */
import * as Result from "effect/Result"
import { response, httpDate, json } from "../../exchange.ts"
import { hasScope } from "../access/permissions.ts"
import { type Handler, handler } from "../http/call.ts"
import { isOldVersion } from "../http/input.ts"
import { forbidden, missing, notFound, requiresAuthentication } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { userOf } from "../state/model.ts"
import { privateUser, publicUser } from "../wire/accounts.ts"

/** The limits of requests that the simulator does not serve, by resource: how many, and the window in seconds. */
const unused: Readonly<Record<string, readonly [limit: number, window: number]>> = {
  source_import: [100, 60],
  integration_manifest: [5000, 3600],
  code_scanning_upload: [5000, 3600],
  code_scanning_autofix: [10, 60],
  actions_runner_registration: [10_000, 3600],
  scim: [15_000, 3600],
  dependency_snapshots: [100, 60],
  dependency_sbom: [100, 60],
  audit_log: [1750, 3600],
  audit_log_streaming: [15, 3600]
}

const budget = (limit: number, used: number, reset: number) => ({
  limit,
  used,
  remaining: Math.max(0, limit - used),
  reset
})

const rateLimits: Handler = handler(function* (call) {
  const core = call.limit("core")
  const search = call.limit("search")
  const code = call.limit("code_search")
  const graphql = call.limit("graphql")
  if (core === null || search === null || code === null || graphql === null)
    return yield* Result.fail(missing(call, "Rate limiting is not enabled."))
  const rate = budget(core.limit, core.used, core.resetAt / 1000)
  const others = Object.entries(unused).map(
    ([name, [limit, window]]) => [name, budget(limit, 0, call.now / 1000 + window)] as const
  )
  const resources = {
    core: rate,
    search: budget(search.limit, search.used, search.resetAt / 1000),
    code_search: budget(code.limit, code.used, code.resetAt / 1000),
    graphql: budget(graphql.limit, graphql.used, graphql.resetAt / 1000),
    ...Object.fromEntries(others)
  }
  // The first version with breaking changes dropped the old field.
  return json(200, isOldVersion(call) ? { resources, rate } : { resources })
})

const me: Handler = handler(function* (call) {
  const { token, viewer, world } = call
  if (viewer === null) return yield* Result.fail(requiresAuthentication(call))
  if (token !== null && token.installation !== null) {
    return yield* Result.fail(forbidden(call, "Resource not accessible by integration"))
  }
  const user = userOf(world, viewer)
  if (user === undefined) return yield* Result.fail(notFound(call))
  const seesAll = token === null || (token.permissions === null && hasScope(token, "read:user"))
  return json(200, seesAll ? privateUser(call, user) : publicUser(call, user), {
    "last-modified": httpDate(user.created_at)
  })
})

const phrases = ["Design for failure.", "Keep it logically awesome.", "Half measures are as bad as nothing at all."]

const zen: Handler = (call) =>
  Result.succeed(
    response(200, phrases[(call.now / 1000) % phrases.length] ?? "", { "content-type": "text/plain;charset=utf-8" })
  )

const meta: Handler = () =>
  Result.succeed(
    json(200, {
      verifiable_password_authentication: false,
      hooks: ["127.0.0.0/8"],
      web: ["127.0.0.0/8"],
      api: ["127.0.0.0/8"],
      git: ["127.0.0.0/8"]
    })
  )

const search = (kind: string) => `/search/${kind}?q={query}{&page,per_page,sort,order}`

const roots: Readonly<Record<string, string>> = {
  current_user_url: "/user",
  authorizations_url: "/authorizations",
  code_search_url: search("code"),
  commit_search_url: search("commits"),
  emails_url: "/user/emails",
  emojis_url: "/emojis",
  events_url: "/events",
  feeds_url: "/feeds",
  followers_url: "/user/followers",
  following_url: "/user/following{/target}",
  gists_url: "/gists{/gist_id}",
  hub_url: "/hub",
  issue_search_url: search("issues"),
  issues_url: "/issues",
  keys_url: "/user/keys",
  label_search_url: "/search/labels?q={query}&repository_id={repository_id}{&page,per_page}",
  notifications_url: "/notifications",
  organization_url: "/orgs/{org}",
  organization_repositories_url: "/orgs/{org}/repos{?type,page,per_page,sort}",
  organization_teams_url: "/orgs/{org}/teams",
  public_gists_url: "/gists/public",
  rate_limit_url: "/rate_limit",
  repository_url: "/repos/{owner}/{repo}",
  repository_search_url: search("repositories"),
  current_user_repositories_url: "/user/repos{?type,page,per_page,sort}",
  starred_url: "/user/starred{/owner}{/repo}",
  starred_gists_url: "/gists/starred",
  topic_search_url: "/search/topics?q={query}{&page,per_page}",
  user_url: "/users/{user}",
  user_organizations_url: "/user/orgs",
  user_repositories_url: "/users/{user}/repos{?type,page,per_page,sort}",
  user_search_url: search("users")
}

const root: Handler = ({ urls }) =>
  Result.succeed(
    json(200, {
      ...Object.fromEntries(Object.entries(roots).map(([name, path]) => [name, `${urls.api}${path}`])),
      current_user_authorizations_html_url: `${urls.html}/settings/connections/applications{/client_id}`
    })
  )

const endpoint = endpointsOf("meta/meta")

export const routes: ReadonlyArray<Route> = [
  endpoint("RateLimits.get", "GET /rate_limit", "rate-limit/rate-limit#get-rate-limit-status", rateLimits, null),
  endpoint("Users.me", "GET /user", "users/users#get-the-authenticated-user", me),
  endpoint("Meta.root", "GET /", "github-api-root", root),
  endpoint("Meta.get", "GET /meta", "get-apiname-meta-information", meta),
  endpoint("Meta.getZen", "GET /zen", "get-the-zen-of-github", zen)
]
