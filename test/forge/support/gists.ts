/** Gists with their revisions and comments, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"
import { user } from "./repositories.ts"

type Schemas = components["schemas"]

const api = "https://api.github.com/gists/2decf6c462d9b4418f2"
const page = "https://gist.github.com/2decf6c462d9b4418f2"

export const version = "57a7f021a713b1c5a6a199b54cc514735d2d462f"

const file = {
  filename: "größe.md",
  type: "text/markdown",
  language: "Markdown",
  raw_url: "https://gist.githubusercontent.com/octo/2decf6c462d9b4418f2/raw/ac3e6daf/gr%C3%B6%C3%9Fe.md",
  size: 23
}

export const listedGist: Omit<Schemas["base-gist"], "forks" | "history"> = {
  url: api,
  forks_url: `${api}/forks`,
  commits_url: `${api}/commits`,
  id: "2decf6c462d9b4418f2",
  node_id: "G_kwDOBhHyLdZDliNDQxOGYy",
  git_pull_url: `${page}.git`,
  git_push_url: `${page}.git`,
  html_url: page,
  files: { "größe.md": file },
  public: true,
  created_at: "2026-04-14T16:00:49Z",
  updated_at: "2026-05-14T16:00:49Z",
  description: "How large it is",
  comments: 2,
  comments_enabled: true,
  user: null,
  comments_url: `${api}/comments`,
  owner: user,
  truncated: false
}

export const gistCommit: Schemas["gist-commit"] = {
  url: `${api}/${version}`,
  version,
  user,
  change_status: { total: 3, additions: 2, deletions: 1 },
  committed_at: "2026-05-14T16:00:49Z"
}

export const gist: Schemas["gist-simple"] = {
  ...listedGist,
  description: "How large it is",
  user: null,
  files: {
    "größe.md": { ...file, truncated: false, content: "Hello world from GitHub", encoding: "utf-8" }
  }
}

export const gistComment: Schemas["gist-comment"] = {
  id: 5,
  node_id: "GC_5",
  url: `${api}/comments/5`,
  body: "Too large",
  user,
  created_at: "2026-04-14T16:00:49Z",
  updated_at: "2026-04-14T16:00:49Z",
  author_association: "OWNER"
}
