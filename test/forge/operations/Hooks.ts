/** How the operations of `Hooks` are called in tests, and what the service responds. */
import * as Redacted from "effect/Redacted"
import type * as Hooks from "../../../src/forge/Hooks.ts"
import { config, delivery, hook, listedDelivery, organizationHook } from "../support/hooks.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const org = { org: "acme" }
const onRepo = { ...repo, hook_id: 12_345_678 }
const onOrg = { ...org, hook_id: 12_345_678 }
const onDelivery = { delivery_id: 17_323_292_984 }

const url = "https://example.com/webhook"
const given = { url, content_type: "json", secret: "rain", insecure_ssl: "0" } as const
const signedIn = { ...given, username: "ada", password: "snow" }
const secret = Redacted.make("rain")
const events = ["push", "pull_request"]
const state = { events, active: true }
const more = { add_events: ["release"], remove_events: ["push"] }

/** The simulator knows what is given as text. */
const made = { url, secret: "rain" }

const wrong = [
  ["config.url", { config: { url: "" } }],
  ["config.secret", { config: { url, secret: "" } }],
  ["config.content_type", { config: { url, content_type: "xml" } }],
  ["events[0]", { events: [""], config: { url } }]
] as const

const readHook = { id: 12_345_678, type: "Repository", config: { ...config }, last_response: { code: null } }
const readOrgHook = { id: 12_345_678, type: "Organization", config: { content_type: "form", secret: null } }
const readListed = { id: 17_323_292_984, status_code: 200, action: "opened", throttled_at: null }
const readDelivery = { ...readListed, response: { headers: delivery.response.headers, payload: "ok" } }

const missing = { NotFound: "there is no such hook" }
const missingDelivery = { NotFound: "there is no such delivery, or it is older than 3 days" }

/** A delivery without an answer. */
const lost = { ...delivery, action: null, response: { headers: null, payload: null } }
const readLost = { action: null, response: { headers: null, payload: null } }

export const rows: Rows<typeof Hooks> = {
  listForRepo: { whole: { ...repo, ...third }, response: [hook], value: [readHook], octokit: { as: "acme" } },
  getForRepo: { whole: onRepo, response: hook, value: readHook, octokit: { as: "acme" } },
  createForRepo: {
    whole: { ...repo, ...state, config: given },
    smallest: { ...repo, config: { url } },
    takes: [[{ config: { url, secret } }, { config: { url, secret: "rain" } }]],
    refuses: wrong,
    response: hook,
    value: readHook,
    octokit: { as: "acme", with: { name: "web", config: made } }
  },
  updateForRepo: {
    whole: { ...onRepo, ...state, ...more, config: given },
    takes: [[{ config: { url, secret } }, { config: { url, secret: "rain" } }]],
    refuses: wrong,
    response: hook,
    value: readHook,
    octokit: { as: "acme", with: { active: false } }
  },
  deleteForRepo: { whole: onRepo, octokit: { as: "acme" } },
  pingForRepo: { whole: onRepo, octokit: { as: "acme" } },
  testForRepo: { whole: onRepo, octokit: { as: "acme" } },
  getConfigForRepo: {
    whole: onRepo,
    response: config,
    value: config,
    reads: [
      [{ content_type: "form" }, { url: null, secret: null, insecure_ssl: null }],
      [{ ...config, insecure_ssl: 0 }, { insecure_ssl: 0 }]
    ],
    errors: missing,
    octokit: { as: "acme" }
  },
  updateConfigForRepo: {
    whole: { ...onRepo, ...given },
    takes: [[{ secret }, { secret: "rain" }]],
    response: config,
    value: config,
    errors: { ...missing, ValidationFailed: "the URL is refused" },
    octokit: { as: "acme", with: { secret: "rain" } }
  },
  listDeliveriesForRepo: {
    whole: { ...onRepo, status: "failure", ...third },
    response: [listedDelivery],
    value: [readListed],
    errors: missing,
    octokit: { as: "acme" }
  },
  getDeliveryForRepo: {
    whole: { ...onRepo, ...onDelivery },
    response: delivery,
    value: readDelivery,
    reads: [[lost, readLost]],
    errors: missingDelivery,
    octokit: { as: "acme" }
  },
  redeliverForRepo: { whole: { ...onRepo, ...onDelivery }, errors: missingDelivery, octokit: { as: "acme" } },
  listForOrg: { whole: { ...org, ...third }, response: [organizationHook], value: [readOrgHook] },
  getForOrg: { whole: onOrg, response: organizationHook, value: readOrgHook },
  createForOrg: {
    whole: { ...org, ...state, name: "web", config: signedIn },
    smallest: { ...org, name: "web" as const, config: { url } },
    takes: [[{ config: { url, secret } }, { config: { url, secret: "rain" } }]],
    refuses: wrong,
    response: organizationHook,
    value: readOrgHook,
    octokit: { with: { name: "web", config: made } }
  },
  updateForOrg: {
    whole: { ...onOrg, ...state, config: given },
    takes: [[{ config: { url, secret } }, { config: { url, secret: "rain" } }]],
    refuses: wrong,
    response: organizationHook,
    value: readOrgHook,
    octokit: { with: { active: false } }
  },
  deleteForOrg: { whole: onOrg },
  pingForOrg: { whole: onOrg },
  getConfigForOrg: {
    whole: onOrg,
    response: config,
    value: config,
    reads: [
      [{ content_type: "form" }, { url: null, secret: null, insecure_ssl: null }],
      [{ ...config, insecure_ssl: 0 }, { insecure_ssl: 0 }]
    ],
    errors: missing
  },
  updateConfigForOrg: {
    whole: { ...onOrg, ...given },
    takes: [[{ secret }, { secret: "rain" }]],
    response: config,
    value: config,
    errors: { ...missing, ValidationFailed: "the URL is refused" },
    octokit: { with: { secret: "rain" } }
  },
  listDeliveriesForOrg: {
    whole: { ...onOrg, status: "failure", ...third },
    response: [listedDelivery],
    value: [readListed],
    errors: missing
  },
  getDeliveryForOrg: {
    whole: { ...onOrg, ...onDelivery },
    response: delivery,
    value: readDelivery,
    reads: [[lost, readLost]],
    errors: missingDelivery
  },
  redeliverForOrg: { whole: { ...onOrg, ...onDelivery }, errors: missingDelivery },
  getConfigForApp: { whole: {}, response: config, value: config, octokit: { as: "app" } },
  updateConfigForApp: {
    whole: given,
    takes: [[{ secret }, { secret: "rain" }]],
    response: config,
    value: config,
    errors: { ValidationFailed: "the URL is refused" },
    octokit: { as: "app", with: { secret: "rain" } }
  },
  listDeliveriesForApp: {
    whole: { status: "success", ...third },
    response: [listedDelivery],
    value: [readListed],
    octokit: { as: "app" }
  },
  getDeliveryForApp: {
    whole: onDelivery,
    response: delivery,
    value: readDelivery,
    errors: missingDelivery,
    octokit: { as: "app" }
  },
  redeliverForApp: { whole: onDelivery, errors: missingDelivery, octokit: { as: "app" } }
}
