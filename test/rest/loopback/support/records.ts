/** Small records as the service sends them, and a few operations that the library does not include. */
import * as Schema from "effect/Schema"
import * as Forge from "../../../../src/forge/Forge.ts"
import { SearchTruncated, Unmergeable } from "../../../../src/forge/ForgeError.ts"
import { Conflict, ValidationFailed } from "../../../../src/rest/RestError.ts"

export const repo = { owner: "acme", repo: "web" }

export const first = { ...repo, issue_number: 1 }

const api = "https://api.example.com/repos/acme/web"

export const issue = (number: number, more: object = {}) => ({
  id: 1_000 + number,
  node_id: `I_${number}`,
  url: `${api}/issues/${number}`,
  repository_url: api,
  labels_url: `${api}/issues/${number}/labels{/name}`,
  comments_url: `${api}/issues/${number}/comments`,
  events_url: `${api}/issues/${number}/events`,
  number,
  title: `Issue ${number}`,
  state: "open",
  labels: [],
  html_url: `https://example.com/acme/web/issues/${number}`,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  ...more
})

export const label = (name: string) => ({
  id: 7,
  node_id: "LA_7",
  url: `${api}/labels/${name}`,
  name,
  color: "d73a4a",
  default: false
})

export const comment = (body: string) => ({
  id: 9,
  node_id: "IC_9",
  url: `${api}/issues/comments/9`,
  body,
  user: null,
  html_url: "https://example.com/acme/web/issues/1#issuecomment-9",
  issue_url: `${api}/issues/1`,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z"
})

const RepoPath = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString }

export const merge = Forge.operation("PullRequests.merge", "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
  path: { ...RepoPath, pull_number: Schema.Int },
  body: { sha: Schema.optional(Schema.String) },
  success: Schema.Struct({ merged: Schema.Boolean }),
  errors: [Unmergeable]
})

export const put = Forge.operation("Contents.put", "PUT /repos/{owner}/{repo}/contents/{path}", {
  path: { ...RepoPath, path: Schema.String },
  manySegments: ["path"],
  body: { message: Schema.String, content: Schema.String, sha: Schema.optional(Schema.String) },
  success: Schema.Struct({ commit: Schema.Struct({ sha: Schema.String }) }),
  errors: [Conflict, ValidationFailed]
})

export const search = Forge.listing("Search.issues", "GET /search/issues", {
  path: {},
  query: { q: Schema.NonEmptyString },
  item: Schema.Struct({ number: Schema.Int }),
  envelope: "items",
  errors: [SearchTruncated, ValidationFailed],
  resource: "search"
})

/** Declares no errors of its own. */
export const ping = Forge.operation("Test.ping", "GET /ping", {
  path: {},
  success: Schema.Struct({ ok: Schema.Boolean })
})

export const pong = { ok: true }

/** A download, which may be redirected to a foreign origin. */
export const file = Forge.download("Test.file", "GET /file", { path: {}, accept: "application/octet-stream" })
