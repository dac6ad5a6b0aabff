/** Secrets, variables, environments and caches of the scene. */
import type { Environment } from "../../../forge/schema/Environment.ts"
import type { RepositorySeed } from "../../ForgeSeed.ts"
import type { SecretSeed } from "../../ForgeSettingsSeed.ts"
import type { Place } from "../../SampleTypes.ts"
import { field, first, me, open } from "./scene.ts"

const created_at = "2026-01-14T16:00:00Z"
const secret = { name: "TOKEN", created_at }
const variable = { name: "REGION", value: "eu-west", created_at }

/** The answer of a repository, and an item of a list in it. */
const asked = (repository: Omit<RepositorySeed, "owner" | "name">, path: string, place: Place): unknown =>
  open({ ...place, repository }).inRepo("GET", path)

const ofOrg = (path: string, place: Place, more: Partial<SecretSeed> = {}): unknown => {
  const org = place.owner ?? "acme"
  const settings = { secrets: [{ ...secret, ...more }], variables: [variable] }
  return open({ ...place, organization: org, settings })("GET", `/orgs/${org}/actions/${path}`)
}

export const repoSecret = (_: object, place: Place): unknown =>
  asked({ secrets: [secret] }, "/actions/secrets/TOKEN", place)

export const orgSecret = (_: object, place: Place): unknown => ofOrg("secrets/TOKEN", place)

/** A repository that gets a secret. */
export const selectedRepository = (_: object, place: Place): unknown => {
  const { owner = "acme", repo = "web" } = place
  const shared = { visibility: "selected", selected: [`${owner}/${repo}`] } as const
  return first(field(ofOrg("secrets/TOKEN/repositories", place, shared), "repositories"))
}

export const publicKey = (_: object, place: Place): unknown => asked({}, "/actions/secrets/public-key", place)

export const repoVariable = (_: object, place: Place): unknown =>
  asked({ variables: [variable] }, "/actions/variables/REGION", place)

export const orgVariable = (_: object, place: Place): unknown => ofOrg("variables/REGION", place)

const usual = "production"

const seedOf = (name: string, id?: number) =>
  ({
    environments: [
      {
        name,
        ...(id === undefined ? {} : { id }),
        wait_timer: 30,
        reviewers: [me],
        branches: "custom",
        policies: ["release/*"],
        rules: [{ app: 7 }],
        created_at
      }
    ]
  }) as const

export const environment = ({ id, name = usual }: Partial<Environment>, place: Place): unknown =>
  asked(seedOf(name, id), `/environments/${encodeURIComponent(name)}`, place)

export const branchPolicy = (_: object, place: Place): unknown =>
  first(field(asked(seedOf(usual), `/environments/${usual}/deployment-branch-policies`, place), "branch_policies"))

export const protectionRules = (_: object, place: Place): unknown =>
  asked(seedOf(usual), `/environments/${usual}/deployment_protection_rules`, place)

export const protectionRule = (_: object, place: Place): unknown =>
  first(field(protectionRules(_, place), "custom_deployment_protection_rules"))

export const protectionApp = (_: object, place: Place): unknown => field(protectionRule(_, place), "app")

const waiting = (place: Place): unknown => {
  const runs = [{ workflow: "deploy.yml", id: 21_000_001, status: "waiting", pending: [usual], created_at }] as const
  return asked({ ...seedOf(usual), runs }, "/actions/runs/21000001/pending_deployments", place)
}

export const pending = (_: object, place: Place): unknown => first(waiting(place))

export const review = (_: object, place: Place): unknown => {
  const reviews = [{ environments: [usual], state: "approved", comment: "Ship it!", user: me }] as const
  const runs = [{ workflow: "deploy.yml", id: 21_000_001, reviews, created_at }]
  return first(asked({ ...seedOf(usual), runs }, "/actions/runs/21000001/approvals", place))
}

const caches = [{ key: "npm-1", created_at }]

export const deletedCaches = (_: object, place: Place): unknown => asked({ caches }, "/actions/caches", place)

export const cache = (_: object, place: Place): unknown => first(field(deletedCaches(_, place), "actions_caches"))

export const cacheUsage = (_: object, place: Place): unknown => asked({ caches }, "/actions/cache/usage", place)

/** Only the time of a private repository is billed. */
const used = (path: string, place: Place): unknown => {
  const jobs = [{ name: "test", started_at: created_at, completed_at: "2026-01-14T16:03:00Z" }]
  const run = { workflow: "build.yml", id: 21_000_001, jobs, created_at }
  return asked({ private: true, workflows: ["build.yml"], runs: [run] }, `/actions/${path}/timing`, place)
}

export const workflowUsage = (_: object, place: Place): unknown => used("workflows/build.yml", place)

export const runUsage = (_: object, place: Place): unknown => used("runs/21000001", place)
