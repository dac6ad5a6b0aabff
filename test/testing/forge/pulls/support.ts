/** A repository with pull requests, and checks of answers by the service's own description. */
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { violations } from "../description.ts"
import { type Options, send } from "../support.ts"

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`)

/** Twenty numbered lines. */
const numbers = lines(1, 20).join("")

/** The numbered lines, some of them replaced. */
export const numbersWith = (replaced: Readonly<Record<number, string>>): string =>
  lines(1, 20)
    .map((line, index) => replaced[index + 1] ?? line)
    .join("")

export const web: ForgeSimulator.RepositorySeed = {
  owner: "acme",
  name: "web",
  collaborators: { octo: "write", tri: "triage", rev: "write", red: "read" },
  files: { "README.md": "# web\n", "numbers.txt": numbers },
  issues: [{ title: "It rains in" }],
  pulls: [
    {
      title: "Count better",
      head: "count",
      body: "Fixes #1",
      user: "octo",
      commits: [
        { message: "Second line", files: { "numbers.txt": numbersWith({ 2: "two\n" }) } },
        { message: "New file\n\nWith a reason", files: { "new.txt": "a\nb\n" }, author: "ada" }
      ]
    },
    { title: "Conflict", head: "conflict", files: { "numbers.txt": numbersWith({ 2: "zwei\n" }) } },
    { title: "Draft", head: "draft", draft: true, files: { "draft.txt": "?\n" } },
    { title: "Done", head: "done", files: { "done.txt": "!\n" }, merged: true }
  ]
}

export const tokens = {
  [ForgeSimulator.token]: "octo",
  acme: "acme",
  tri: "tri",
  rev: "rev",
  red: "red",
  ada: "ada"
}

export const layerOf = (...repositories: ReadonlyArray<ForgeSimulator.RepositorySeed>) =>
  ForgeSimulator.layerHttpClient({ repositories, tokens })

export const layer = layerOf(web)

export const pulls = "/repos/acme/web/pulls"

/** Any text, and any number, in comparisons. */
export const someText: unknown = expect.any(String)
export const someNumber: unknown = expect.any(Number)

/** Variables of paths, by the segment before. */
const templateOf = (path: string): string =>
  path
    .replace(/\?.*$/, "")
    .replace(/^\/repos\/[^/]+\/[^/]+/, "/repos/{owner}/{repo}")
    .replace(/^\/orgs\/[^/]+/, "/orgs/{org}")
    .replace(/^(.*\/pulls)\/comments\/\d+/, "$1/comments/{comment_id}")
    .replace(/\/pulls\/\d+\/comments\/\d+/, "/pulls/{pull_number}/comments/{comment_id}")
    .replace(/\/pulls\/\d+/, "/pulls/{pull_number}")
    .replace(/\/reviews\/\d+/, "/reviews/{review_id}")
    .replace(/\/git\/(refs?)\/.+/, "/git/$1/{ref}")
    .replace(/\/git\/commits\/.+/, "/git/commits/{commit_sha}")
    .replace(/^(\/repos\/\{owner\}\/\{repo\})\/commits\/.+/, "$1/commits/{ref}")
    .replace(/\/compare\/.+/, "/compare/{basehead}")
    .replace(/\/reactions\/\d+/, "/reactions/{reaction_id}")
    .replace(/\/statuses\/.+/, "/statuses/{sha}")
    .replace(/\/contents\/.+/, "/contents/{path}")
    .replace(/\/issues\/comments\/\d+/, "/issues/comments/{comment_id}")
    .replace(/\/issues\/events\/\d+/, "/issues/events/{event_id}")
    .replace(/\/issues\/\d+/, "/issues/{issue_number}")
    .replace(/\/milestones\/\d+/, "/milestones/{milestone_number}")
    .replace(/\/assignees\/[^/]+$/, "/assignees/{assignee}")
    .replace(/^(\/repos\/\{owner\}\/\{repo\}\/labels)\/[^/]+$/, "$1/{name}")

/** Sends a request, and checks that the answer is one that the service describes. */
export const ask = (wire: string, options: Options = {}) =>
  Effect.map(send(wire, options), (reply) => {
    const [method = "", path = ""] = wire.split(" ")
    expect(violations(method, templateOf(path), reply.status, reply.json)).toEqual([])
    return reply
  })
