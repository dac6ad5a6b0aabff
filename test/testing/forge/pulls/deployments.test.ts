/** Deployments that a merge needs, by the protection of the base and by a ruleset. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { data, errors } from "../graphql/support.ts"
import { dig, send } from "../support.ts"

const repo = "/repos/acme/web"

const layerOf = (demanded: Partial<ForgeSimulator.RepositorySeed>) =>
  ForgeSimulator.layerHttpClient({
    repositories: [
      {
        owner: "acme",
        name: "web",
        collaborators: { octo: "write" },
        settings: { allow_auto_merge: true },
        files: { a: "" },
        pulls: [1, 2, 3, 4].map((number) => ({
          title: "X",
          number,
          head: `p${number}`,
          files: { [`p${number}`]: "" }
        })),
        // Neither another state nor another commit suffices.
        deployments: [
          { ref: "p1", environment: "qa", statuses: ["success"] },
          { ref: "p1", environment: "staging", statuses: ["in_progress"] },
          { ref: "main", environment: "staging", statuses: ["success"] }
        ],
        ...demanded
      }
    ]
  })

const environments = ["qa", "staging"]

const demands = {
  protection: [{ protection: { main: { required_deployments: environments } } }, ""],
  ruleset: [
    {
      rulesets: [
        {
          name: "Deployed",
          conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
          rules: [{ type: "required_deployments", parameters: { required_deployment_environments: environments } }]
        }
      ]
    },
    "Repository rule violations found\n\n"
  ]
} satisfies Readonly<Record<string, readonly [Partial<ForgeSimulator.RepositorySeed>, head: string]>>

/** Deploys the head of a pull request. */
const deploy = Effect.fnUntraced(function* (number: number, environment: string, ...states: ReadonlyArray<string>) {
  const body = { ref: `p${number}`, environment, auto_merge: false, required_contexts: [] }
  const id = String(dig((yield* send(`POST ${repo}/deployments`, { body })).json, "id"))
  for (const state of states) yield* send(`POST ${repo}/deployments/${id}/statuses`, { body: { state } })
  return id
})

const merge = (number: number) =>
  Effect.map(send(`PUT ${repo}/pulls/${number}/merge`), ({ json, status }) => [status, dig(json, "message")])

const idOf = (number: number) =>
  Effect.map(send(`GET ${repo}/pulls/${number}`), ({ json }) => String(dig(json, "node_id")))

const mutate = (name: string, id: string) => `mutation { ${name}(input: { pullRequestId: "${id}" }) {
  pullRequest { state mergeStateStatus }
} }`

const missing = (environment: string) => `Missing successful active ${environment} deployment.`

const done = [200, "Pull Request successfully merged"]

describe.each(Object.entries(demands))("deployments that a %s demands", (_, [demanded, head]) => {
  const test = testOn(layerOf(demanded))
  const tail = head === "" ? "" : "\n\n"

  test("are awaited by a merge of REST", function* () {
    expect(yield* merge(1)).toEqual([405, `${head}${missing("staging")}${tail}`])
    const id = yield* deploy(1, "staging", "in_progress", "failure")
    expect((yield* merge(1))[0]).toBe(405)
    yield* send(`POST ${repo}/deployments/${id}/statuses`, { body: { state: "success" } })
    // Another one to the same environment takes its place.
    yield* deploy(2, "staging", "success")
    expect(yield* merge(1)).toEqual([405, `${head}${missing("staging")}${tail}`])
    yield* deploy(1, "staging", "success")
    expect(yield* merge(1)).toEqual(done)
  })

  test("are awaited by a merge of GraphQL", function* () {
    const mutation = mutate("mergePullRequest", yield* idOf(2))
    expect(yield* errors(mutation)).toEqual([["UNPROCESSABLE", `${head}${missing("qa")}${tail}`]])
    yield* deploy(2, "qa", "success")
    yield* deploy(2, "staging", "success")
    expect(dig(yield* data(mutation), "mergePullRequest", "pullRequest", "state")).toBe("MERGED")
  })

  test("are awaited by auto-merge", function* () {
    const enabled = yield* data(mutate("enablePullRequestAutoMerge", yield* idOf(3)))
    expect(dig(enabled, "enablePullRequestAutoMerge", "pullRequest")).toEqual({
      state: "OPEN",
      mergeStateStatus: "BLOCKED"
    })
    yield* deploy(3, "qa", "success")
    expect((yield* send(`GET ${repo}/pulls/3`)).json).toMatchObject({ merged: false })
    yield* deploy(3, "staging", "success")
    expect((yield* send(`GET ${repo}/pulls/3`)).json).toMatchObject({ merged: true })
  })

  test("are awaited by a push", function* () {
    const body = { message: "B", content: "" }
    const { json, status } = yield* send(`PUT ${repo}/contents/b`, { body })
    expect(status).toBe(409)
    expect(dig(json, "message")).toContain(`${head}${missing("qa")}${tail}`)
  })
})

testOn(layerOf(demands.protection[0]))("deployments that a protection demands are kept by an update", function* () {
  const rule = Effect.map(
    data(`{ repository(owner: "acme", name: "web") { branchProtectionRules(first: 1) { nodes {
      requiresDeployments requiredDeploymentEnvironments
    } } } }`),
    (found) => dig(found, "repository", "branchProtectionRules", "nodes", 0)
  )
  const expected = { requiresDeployments: true, requiredDeploymentEnvironments: environments }
  expect(yield* rule).toEqual(expected)
  const { as, reset, toSeed } = yield* ForgeSimulator.ForgeSimulator
  yield* as("acme", `PUT ${repo}/branches/main/protection`, {
    required_status_checks: null,
    enforce_admins: true,
    required_pull_request_reviews: null,
    restrictions: null
  })
  yield* reset(yield* toSeed)
  expect(yield* rule).toEqual(expected)
})

testOn(
  layerOf({
    rulesets: [
      {
        name: "Queue",
        conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
        rules: [
          { type: "merge_queue", parameters: {} },
          { type: "required_deployments", parameters: { required_deployment_environments: ["qa"] } }
        ]
      }
    ]
  })
)("a merge queue takes what is deployed", function* () {
  const id = yield* idOf(4)
  const mutation = `mutation { enqueuePullRequest(input: { pullRequestId: "${id}" }) { mergeQueueEntry { position } } }`
  expect(dig(yield* errors(mutation), 0, 1)).toContain(missing("qa"))
  yield* deploy(4, "qa", "success")
  yield* data(mutation)
  expect((yield* send(`GET ${repo}/pulls/4`)).json).toMatchObject({ merged: true })
})
