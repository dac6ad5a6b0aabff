/** How the operations of `Gists` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Gists from "../../../src/forge/Gists.ts"
import { gist, gistComment, gistCommit, listedGist, version } from "../support/gists.ts"
import { type Rows, third } from "./row.ts"

const gist_id = "2decf6c462d9b4418f2"
const since = new Date("2026-04-22T13:33:48Z")

const readGist = {
  id: gist_id,
  description: "How large it is",
  public: true,
  owner: { login: "octo" },
  comments: 2,
  truncated: false,
  updated_at: DateTime.makeUnsafe("2026-05-14T16:00:49Z"),
  files: { "größe.md": { filename: "größe.md", size: 23, language: "Markdown" } }
}
const whole = {
  ...readGist,
  files: { "größe.md": { content: "Hello world from GitHub", truncated: false, encoding: "utf-8" } },
  fork_of: null
}
const readComment = { id: 5, body: "Too large", user: { login: "octo" }, author_association: "OWNER" }

const onGist = { gist_id }
const onComment = { gist_id, comment_id: 5 }

const seeded = { gist_id: "a1b2" }
const another = { gist_id: "c3d4" }

const wrongText = [
  ["body", { body: "" }],
  ["body", { body: "a".repeat(65_536) }]
] as const

export const rows: Rows<typeof Gists> = {
  listForMe: { whole: { since, ...third }, response: [listedGist], value: [readGist] },
  listForUser: {
    whole: { username: "octo", since, ...third },
    response: [{ ...listedGist, owner: undefined }],
    value: [{ ...readGist, owner: null }],
    refuses: [["username", { username: "" }]]
  },
  listPublic: { whole: { since, ...third }, response: [listedGist], value: [readGist] },
  listStarred: { whole: { since, ...third }, response: [listedGist], value: [readGist] },
  get: {
    whole: onGist,
    response: gist,
    value: whole,
    octokit: { with: seeded },
    reads: [[{ ...gist, fork_of: listedGist }, { fork_of: { id: gist_id } }]]
  },
  getRevision: {
    whole: { gist_id, sha: version },
    response: gist,
    value: whole,
    octokit: { with: ({ gist }) => ({ ...seeded, sha: gist }) }
  },
  create: {
    whole: { files: { "größe.md": { content: "Hello" } }, description: "How large it is", public: true },
    response: gist,
    value: whole,
    octokit: { with: { files: { "a.txt": { content: "Hello" } } } },
    refuses: [
      ["files.a.md.content", { files: { "a.md": { content: "" } } }],
      ["files", { files: { "a/b.md": { content: "Hello" } } }, "without a slash"]
    ]
  },
  update: {
    whole: {
      gist_id,
      description: "How small it is",
      files: { "größe.md": { content: "Hello", filename: "a.md" }, "old.md": null }
    },
    response: gist,
    value: whole,
    octokit: { with: { ...seeded, description: "Better" } },
    takes: [[{ files: { "größe.md": { filename: "a.md" } } }]],
    refuses: [["files", { files: { "a/b.md": null } }, "without a slash"]]
  },
  delete: { whole: onGist, octokit: { with: seeded } },
  listCommits: {
    whole: { gist_id, ...third },
    response: [gistCommit],
    value: [{ version, user: { login: "octo" }, change_status: { total: 3, additions: 2, deletions: 1 } }],
    octokit: { with: seeded }
  },
  listForks: {
    whole: { gist_id, ...third },
    response: [listedGist],
    value: [readGist],
    octokit: { with: seeded }
  },
  fork: { whole: onGist, response: listedGist, value: readGist, octokit: { with: another } },
  star: { whole: onGist, octokit: { with: seeded } },
  unstar: {
    whole: onGist,
    repeatable: { is: true, because: "there is no star afterwards, whether there was one or not" },
    octokit: { with: seeded }
  },
  isStarred: { whole: onGist, octokit: { with: another } },
  listComments: {
    whole: { gist_id, ...third },
    response: [gistComment],
    value: [readComment],
    octokit: { with: seeded }
  },
  getComment: {
    whole: onComment,
    response: gistComment,
    value: readComment,
    octokit: { with: { ...seeded, comment_id: 910 } }
  },
  createComment: {
    whole: { gist_id, body: "Too large" },
    response: gistComment,
    value: readComment,
    errors: { ValidationFailed: "the text is blank or too long" },
    octokit: { with: { ...seeded, body: "Too large" } },
    refuses: wrongText
  },
  updateComment: {
    whole: { ...onComment, body: "Too small" },
    response: gistComment,
    value: readComment,
    errors: { ValidationFailed: "the text is blank or too long" },
    octokit: { with: { ...seeded, comment_id: 910, body: "Too small" } },
    refuses: wrongText
  },
  deleteComment: { whole: onComment, octokit: { with: { ...seeded, comment_id: 910 } } }
}
