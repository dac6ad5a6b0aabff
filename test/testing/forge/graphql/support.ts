/** Queries to the simulator, and the schema that their answers are held against. */
import { schema as official } from "@octokit/graphql-schema"
import * as Effect from "effect/Effect"
import { buildSchema } from "graphql"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, type Options, send } from "../support.ts"

export const schema = buildSchema(official.idl, { assumeValid: true, noLocation: true })

/** Sends a query, and returns the body of its answer. */
export const ask = (query: string, variables: object = {}, options: Options = {}) =>
  Effect.map(send("POST /graphql", { ...options, body: { query, variables } }), ({ json }) => json)

/** The data of a query that has no errors. */
export const data = Effect.fnUntraced(function* (query: string, variables: object = {}, options: Options = {}) {
  const json = yield* ask(query, variables, options)
  if (dig(json, "data") === undefined || dig(json, "errors") !== undefined)
    throw new Error(JSON.stringify(dig(json, "errors") ?? json, null, 1))
  return dig(json, "data")
})

/** The errors of an answer. */
export const errorsIn = (json: unknown): ReadonlyArray<unknown> => {
  const found = dig(json, "errors")
  return Array.isArray(found) ? found : []
}

/** The types and messages of the errors of a query. */
export const errors = (query: string, variables: object = {}, options: Options = {}) =>
  Effect.map(ask(query, variables, options), (json) =>
    errorsIn(json).map((each) => [dig(each, "type"), dig(each, "message")])
  )

/** A repository with something of everything that programs ask for. */
const rich: ForgeSimulator.RepositorySeed = {
  owner: "acme",
  name: "web",
  description: "Umbrellas",
  collaborators: { octo: "admin", ada: "write" },
  files: { "README.md": "# Web", "src/a.ts": "export {}" },
  labels: [{ name: "bug", color: "d73a4a", description: "Something isn't working" }],
  milestones: [{ title: "v1", due_on: "2030-01-01T00:00:00Z", description: "First" }],
  protection: { main: { required_checks: ["build"], required_approvals: 1 } },
  issues: [
    {
      title: "First",
      body: "It rains",
      user: "ada",
      labels: ["bug"],
      milestone: "v1",
      assignees: ["octo"],
      comments: ["Yes"]
    },
    { title: "Second", user: "octo" }
  ],
  pulls: [
    {
      title: "Fix it",
      body: "Fixes #1",
      head: "fix",
      user: "octo",
      labels: ["bug"],
      milestone: "v1",
      assignees: ["octo"],
      files: { "src/a.ts": "export const a = 1" },
      comments: ["Nice"],
      requested_reviewers: ["ada"],
      requested_teams: ["core"],
      reviews: [{ user: "ada", state: "APPROVED", body: "Good" }]
    },
    { title: "Merged", head: "done", user: "octo", files: { b: "b" }, merged: true }
  ],
  statuses: [{ ref: "fix", context: "deploy", state: "success", target_url: "https://ci.example/1" }],
  checks: [{ ref: "fix", name: "build", status: "completed", conclusion: "success", suite: 77 }],
  workflows: ["ci.yml"],
  runs: [{ workflow: "ci.yml", ref: "fix", suite: 77 }],
  releases: [{ tag_name: "v1.0.0", name: "One", body: "Notes", author: "octo" }]
}

export const seed: ForgeSimulator.Seed = {
  users: [{ login: "octo", name: "Octo Cat" }],
  organizations: [
    {
      login: "acme",
      members: { octo: "admin", ada: "member" },
      teams: [{ name: "Core", slug: "core", members: ["ada"], repositories: { web: "write" } }]
    }
  ],
  repositories: [
    rich,
    { owner: "octo", name: "web", fork_of: "acme/web" },
    { owner: "acme", name: "hidden", private: true }
  ],
  gists: [{ owner: "octo", description: "Notes", public: true, files: { "a.md": "# A" } }],
  tokens: { [ForgeSimulator.token]: "octo", ada: "ada", eve: "eve" }
}
