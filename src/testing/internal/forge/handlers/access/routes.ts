/** The endpoints of apps and their tokens, of limits, and of the service itself. */
import { endpoint, type Route } from "../../http/router.ts"
import * as About from "./about.ts"
import * as Apps from "./apps.ts"
import * as Tokens from "./tokens.ts"

const installation = "/app/installations/{installation_id}"

export const routes: ReadonlyArray<Route> = [
  endpoint("RateLimits.get", "GET /rate_limit", "rate-limit/rate-limit#get-rate-limit-status", About.rateLimits, null),
  endpoint("Users.me", "GET /user", "users/users#get-the-authenticated-user", About.me),
  endpoint("Meta.root", "GET /", "meta/meta#github-api-root", About.root),
  endpoint("Meta.get", "GET /meta", "meta/meta#get-apiname-meta-information", About.meta),
  endpoint("Meta.getZen", "GET /zen", "meta/meta#get-the-zen-of-github", About.zen),

  endpoint("Apps.get", "GET /app", "apps/apps#get-the-authenticated-app", Apps.get),
  endpoint(
    "Apps.listInstallations",
    "GET /app/installations",
    "apps/apps#list-installations-for-the-authenticated-app",
    Apps.listInstallations
  ),
  endpoint(
    "Apps.getInstallation",
    `GET ${installation}`,
    "apps/apps#get-an-installation-for-the-authenticated-app",
    Apps.getInstallation
  ),
  endpoint(
    "Apps.createInstallationToken",
    `POST ${installation}/access_tokens`,
    "apps/apps#create-an-installation-access-token-for-an-app",
    Tokens.create
  ),
  endpoint(
    "Apps.getRepositoryInstallation",
    "GET /repos/{owner}/{repo}/installation",
    "apps/apps#get-a-repository-installation-for-the-authenticated-app",
    Apps.getRepositoryInstallation,
    "core",
    "app"
  ),
  endpoint(
    "Apps.getOrganizationInstallation",
    "GET /orgs/{org}/installation",
    "apps/apps#get-an-organization-installation-for-the-authenticated-app",
    Apps.getOrganizationInstallation,
    "core",
    "app"
  ),
  endpoint(
    "Apps.getUserInstallation",
    "GET /users/{username}/installation",
    "apps/apps#get-a-user-installation-for-the-authenticated-app",
    Apps.getUserInstallation,
    "core",
    "app"
  ),
  endpoint(
    "Apps.listRepositories",
    "GET /installation/repositories",
    "apps/installations#list-repositories-accessible-to-the-app-installation",
    Apps.listRepositories
  ),
  endpoint(
    "Apps.revokeInstallationToken",
    "DELETE /installation/token",
    "apps/installations#revoke-an-installation-access-token",
    Apps.revokeToken,
    "core",
    "nothing"
  )
]
