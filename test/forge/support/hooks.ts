/** Hooks and their deliveries, as the service sends them, in full. */
import type { components } from "@octokit/openapi-types"

type Schemas = components["schemas"]

export const config: Schemas["webhook-config"] = {
  content_type: "json",
  insecure_ssl: "0",
  secret: "********",
  url: "https://example.com/webhook"
}

const web = {
  id: 12_345_678,
  name: "web",
  active: true,
  events: ["push", "pull_request"],
  updated_at: "2019-06-03T00:57:16Z",
  created_at: "2019-06-03T00:57:16Z"
}

const urls = (url: string) => ({ url, ping_url: `${url}/pings`, deliveries_url: `${url}/deliveries` })

const url = "https://api.github.com/repos/acme/web/hooks/12345678"

export const hook: Schemas["hook"] = {
  ...web,
  ...urls(url),
  type: "Repository",
  config,
  test_url: `${url}/test`,
  last_response: { code: null, status: "unused", message: null }
}

export const organizationHook: Schemas["org-hook"] = {
  ...web,
  ...urls("https://api.github.com/orgs/acme/hooks/12345678"),
  type: "Organization",
  config: { content_type: "form", insecure_ssl: "0", url: "https://example.com/webhook" }
}

const sent = {
  id: 17_323_292_984,
  guid: "0b989ba4-242f-11e5-81e1-c7b6966d2516",
  delivered_at: "2019-06-03T00:57:16.123Z",
  redelivery: false,
  duration: 0.27,
  status: "OK",
  status_code: 200,
  event: "issues",
  action: "opened",
  installation_id: 123,
  repository_id: 456,
  throttled_at: null
}

export const listedDelivery: Schemas["hook-delivery-item"] = sent

export const delivery: Schemas["hook-delivery"] = {
  ...sent,
  url: "https://example.com/webhook",
  request: {
    headers: {
      "X-GitHub-Delivery": "0b989ba4-242f-11e5-81e1-c7b6966d2516",
      "X-GitHub-Event": "issues",
      "X-GitHub-Hook-ID": "12345678"
    },
    payload: { action: "opened", issue: { body: "foo" } }
  },
  response: { headers: { "Content-Type": "text/html;charset=utf-8" }, payload: "ok" }
}
