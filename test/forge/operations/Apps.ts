/** How the operations of `Apps` are called in tests, and what the service responds. */
import * as Redacted from "effect/Redacted"
import type * as Apps from "../../../src/forge/Apps.ts"
import { app, created, installation, installationRequest } from "../support/apps.ts"
import { repo } from "../support/records.ts"
import { upstream } from "../support/repositories.ts"
import { type Rows, third } from "./row.ts"

const readApp = { id: 37, slug: "octoapp", owner: { login: "octo", slug: null }, permissions: { issues: "write" } }
const readInstallation = { id: 25_381, app_slug: "octoapp", account: { login: "octo" }, suspended_at: null }
const on = { installation_id: 25_381 }
const onRepo = { ...on, repository_id: 1_296_269 }
const missing = { NotFound: "the App is not installed there" }
const asApp = { as: "app" } as const

/** An enterprise, which has no login. */
const enterprise = {
  id: 5,
  slug: "octo-corp",
  name: "Octo Corp",
  node_id: "E_5",
  html_url: "https://github.com/enterprises/octo-corp",
  avatar_url: "https://avatars.githubusercontent.com/b/5",
  created_at: "2019-01-26T19:01:12Z",
  updated_at: "2019-01-26T19:14:43Z"
}

export const rows: Rows<typeof Apps> = {
  get: { whole: {}, response: app, value: readApp, octokit: asApp },
  createFromManifest: {
    whole: { code: "a1b2" },
    response: created,
    value: { id: 37, slug: "octoapp", pem: Redacted.make(created.pem), webhook_secret: Redacted.make("snow") },
    reads: [[{ ...created, webhook_secret: null }, { webhook_secret: null }]]
  },
  getBySlug: { whole: { app_slug: "octoapp" }, response: app, value: readApp },
  listInstallations: {
    whole: { since: "2026-01-02T09:00:00Z", outdated: "yes", ...third },
    response: [{ ...installation, account: null }],
    value: [{ ...readInstallation, account: null }],
    errors: { ValidationFailed: "the time is refused" },
    octokit: asApp
  },
  listInstallationRequests: {
    whole: { ...third },
    response: [installationRequest, { ...installationRequest, account: enterprise }],
    value: [
      { id: 42, account: { login: "octo" }, requester: { login: "octo" } },
      { account: { slug: "octo-corp", login: null } }
    ],
    octokit: asApp
  },
  getInstallation: {
    whole: on,
    response: installation,
    value: readInstallation,
    reads: [[{ ...installation, account: enterprise }, { account: { slug: "octo-corp", login: null } }]],
    octokit: asApp
  },
  getInstallationForRepo: { whole: repo, response: installation, value: readInstallation, octokit: asApp },
  getInstallationForOrg: {
    whole: { org: "acme" },
    response: installation,
    value: readInstallation,
    errors: missing,
    octokit: asApp
  },
  getInstallationForUser: {
    whole: { username: "octo" },
    response: installation,
    value: readInstallation,
    errors: missing,
    octokit: { as: "app", with: { username: "acme" } }
  },
  deleteInstallation: { whole: on, octokit: asApp },
  suspendInstallation: {
    whole: on,
    repeatable: { is: true, because: "a suspended installation stays suspended" },
    octokit: asApp
  },
  unsuspendInstallation: { whole: on, octokit: asApp },
  listRepositories: {
    whole: third,
    response: { total_count: 1, repositories: [upstream] },
    value: [{ full_name: upstream.full_name }],
    octokit: { as: "installation" }
  },
  revokeInstallationToken: {
    whole: {},
    repeatable: { is: true, because: "a revoked token stays revoked" },
    octokit: { as: "installation" }
  },
  listInstallationsForMe: {
    whole: third,
    response: { total_count: 1, installations: [installation] },
    value: [readInstallation]
  },
  listRepositoriesForMe: {
    whole: { ...on, ...third },
    response: { total_count: 1, repositories: [upstream] },
    value: [{ full_name: upstream.full_name }],
    octokit: { with: { installation_id: 72 } }
  },
  addRepositoryToInstallation: {
    whole: onRepo,
    repeatable: { is: true, because: "a repository that is covered stays covered" },
    octokit: { with: { installation_id: 72, repository_id: 951 } }
  },
  removeRepositoryFromInstallation: { whole: onRepo, octokit: { with: { installation_id: 72, repository_id: 951 } } }
}
