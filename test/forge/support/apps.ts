/** Apps, installations, stars and subscriptions, as the service sends them, in full. */
import type { components } from "@octokit/openapi-types"
import { upstream, user } from "./repositories.ts"

type Schemas = components["schemas"]

export const app: Schemas["integration"] = {
  id: 37,
  slug: "octoapp",
  client_id: "Iv1.ab1112223334445c",
  node_id: "MDExOkludGVncmF0aW9uMQ==",
  owner: user,
  name: "Octocat App",
  description: "",
  external_url: "https://example.com",
  html_url: "https://github.com/apps/octoapp",
  created_at: "2017-07-08T16:18:44-04:00",
  updated_at: "2017-07-08T16:18:44-04:00",
  permissions: { metadata: "read", contents: "read", issues: "write" },
  events: ["push", "pull_request"],
  installations_count: 5
}

/** As the service answers the conversion of a manifest. */
export const created = {
  ...app,
  client_id: "Iv1.8a61f9b3a7aba766",
  client_secret: "1726be1638095a19edd134c77bde3aa2ece1e5d8",
  webhook_secret: "snow",
  pem: "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n"
}

export const installation: Schemas["installation"] = {
  id: 25_381,
  account: user,
  repository_selection: "all",
  access_tokens_url: "https://api.github.com/app/installations/25381/access_tokens",
  repositories_url: "https://api.github.com/installation/repositories",
  html_url: "https://github.com/organizations/github/settings/installations/25381",
  app_id: 2218,
  client_id: "Iv1.ab1112223334445c",
  target_id: 3880,
  target_type: "User",
  permissions: { checks: "write", metadata: "read" },
  events: ["push"],
  created_at: "2017-07-08T16:18:44-04:00",
  updated_at: "2017-07-08T16:18:44-04:00",
  single_file_name: null,
  app_slug: "octoapp",
  suspended_by: null,
  suspended_at: null
}

export const installationRequest: Schemas["integration-installation-request"] = {
  id: 42,
  node_id: "MDExOkludGVncmF0aW9uMQ==",
  account: user,
  requester: user,
  created_at: "2022-07-08T16:18:44-04:00"
}

export const stargazer: Schemas["stargazer"] = { starred_at: "2026-01-02T09:00:00Z", user }

export const starred: Schemas["starred-repository"] = { starred_at: "2026-01-02T09:00:00Z", repo: upstream }

export const subscription: Schemas["repository-subscription"] = {
  subscribed: true,
  ignored: false,
  reason: null,
  created_at: "2012-10-06T21:34:12Z",
  url: "https://api.github.com/repos/acme/web/subscription",
  repository_url: "https://api.github.com/repos/acme/web"
}
