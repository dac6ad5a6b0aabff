/** Requests whose answers are checked by the service's description, and a repository with some history. */
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { violations } from "../description.ts"
import { type Options, repo, send } from "../support.ts"

/**
 * Sends a request below `/repos/acme/web`, and checks the answer by the description of an endpoint below
 * `/repos/{owner}/{repo}`: `ask("GET /commits/{ref}", "/commits/main")`. The path may be left out if it has no variables.
 */
export const ask = Effect.fnUntraced(function* (
  endpoint: string,
  path = endpoint.slice(endpoint.indexOf(" ") + 1),
  options: Options & { readonly mediaType?: string } = {}
) {
  const [method = "", template = ""] = endpoint.split(" ")
  const reply = yield* send(`${method} ${repo}${path}`, options)
  const body = reply.json ?? reply.text
  expect(violations(method, `/repos/{owner}/{repo}${template}`, reply.status, body, options.mediaType)).toEqual([])
  return reply
})

export const tokens = { [ForgeSimulator.token]: "octo", acme: "acme", reader: "reader" }

/** Five commits an hour apart, and a branch of two commits from the third. */
export const history: ForgeSimulator.RepositorySeed = {
  owner: "acme",
  name: "web",
  collaborators: ["octo"],
  commits: [
    { message: "Start", files: { "README.md": "# web\n", "src/a.ts": "one\ntwo\n" }, date: "2020-01-01T01:00:00Z" },
    { message: "Add b", files: { "src/b.ts": "b\n" }, author: "octo", date: "2020-01-01T02:00:00Z" },
    {
      message: "Change a\n\nBecause.",
      files: { "src/a.ts": "one\n2\n" },
      author: { name: "Ada", email: "ada@lovelace.org" },
      committer: "octo",
      date: "2020-01-01T03:00:00Z"
    },
    { message: "Remove b", files: { "src/b.ts": null }, date: "2020-01-01T04:00:00Z" },
    { message: "Docs", files: { "docs/guide.md": "Guide\n" }, date: "2020-01-01T05:00:00Z" }
  ],
  branches: {
    "feature/x": {
      from: "main~2",
      commits: [
        { message: "X", files: { "x.ts": "x\n" }, author: "octo", date: "2020-01-01T04:30:00Z" },
        { message: "XX", files: { "x.ts": "xx\n" }, author: "octo", date: "2020-01-01T04:40:00Z" }
      ]
    }
  }
}
