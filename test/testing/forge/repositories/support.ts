/** An organization with repositories, a team, and people with different roles. */
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { violations } from "../description.ts"
import { type Options, type Reply, send } from "../support.ts"

/** Sends a request, and checks its answer by the service's description of the template. */
export const checked = (template: string, path: string, options: Options = {}) =>
  Effect.map(send(`${template.slice(0, template.indexOf(" "))} ${path}`, options), (reply): Reply => {
    const [method = "", place = ""] = template.split(" ")
    expect(violations(method, place, reply.status, reply.json)).toEqual([])
    return reply
  })

const seed: ForgeSimulator.Seed = {
  users: [{ login: "ada", email: "ada@example.com", name: "Ada" }],
  organizations: [
    {
      login: "acme",
      name: "Acme",
      description: "Builds weather stations",
      blog: "https://acme.example",
      members: { olga: "admin", mia: "member", pia: { public: true } },
      teams: [{ name: "Core Team", members: ["mia"], repositories: { secret: "write" } }],
      base_permission: "none"
    }
  ],
  repositories: [
    {
      owner: "acme",
      name: "web",
      description: "The site",
      topics: ["weather"],
      stars: 3,
      collaborators: { octo: "write", tri: "triage" },
      created_at: "2024-01-01T00:00:00Z",
      files: {
        LICENSE: "MIT License\n\nCopyright",
        "README.md": "# web",
        "src/main.ts": "export const main = () => 1\n",
        "src/old.js": "1\n",
        "vendor/big.py": "x = 1\n".repeat(100)
      },
      commits: [
        { author: "ada", date: "2024-01-02T00:00:00Z", files: { "src/a.ts": "1\n" } },
        { author: "ada", date: "2024-01-03T00:00:00Z", files: { "src/b.ts": "2\n" } },
        { author: { name: "Bo", email: "bo@example.com" }, files: { "src/c.ts": "3\n" } }
      ],
      branches: { topic: { files: { "t.md": "t" } } },
      tags: { v1: "main", v2: "topic" },
      issues: [{ title: "One" }, { title: "Two", state: "closed" }, { title: "Three", pull_request: true }]
    },
    { owner: "acme", name: "secret", private: true, created_at: "2024-02-01T00:00:00Z", files: { a: "a" } },
    { owner: "acme", name: "attic", archived: true, created_at: "2024-03-01T00:00:00Z", files: { a: "a" } },
    { owner: "octo", name: "web", fork_of: "acme/web", created_at: "2024-04-01T00:00:00Z" },
    { owner: "octo", name: "blank" }
  ],
  tokens: {
    [ForgeSimulator.token]: "octo",
    olga: "olga",
    mia: "mia",
    ada: "ada",
    tri: "tri",
    "mia-repositories": { login: "mia", scopes: ["repo"] },
    "mia-organizations": { login: "mia", scopes: ["read:org"] }
  }
}

export const layer = ForgeSimulator.layerHttpClient(seed)
