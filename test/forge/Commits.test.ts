import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Commits from "../../src/forge/Commits.ts"
import { Commit } from "../../src/forge/schema/Commit.ts"
import { Comparison } from "../../src/forge/schema/Comparison.ts"
import { PullRequest } from "../../src/forge/schema/PullRequest.ts"
import { commit, comparison, singleCommit } from "./support/commits.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { mergedSha, sha, simplePullRequest } from "./support/pulls.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(Commit)
const readComparison = Schema.decodeUnknownSync(Comparison)
const readPullRequest = Schema.decodeUnknownSync(PullRequest)

const isEmpty = answer(409, {
  message: "Git Repository is empty.",
  documentation_url: "https://docs.github.com/rest/commits/commits",
  status: "409"
})

describe.each([
  ["list", all(Commits.list(repo))],
  ["get", Commits.get({ ...repo, ref: "main" })],
  ["listPullRequests", all(Commits.listPullRequests({ ...repo, commit_sha: sha }))]
] as const)("Commits.%s of an empty repository", (name, call) => {
  it.effect("fails with Conflict", () =>
    Effect.map(fails<unknown, unknown>(call, isEmpty), (failure) =>
      assert.containSubset(failure, {
        _tag: "Conflict",
        operation: `Commits.${name}`,
        serviceMessage: "Git Repository is empty."
      })
    )
  )
})

describe("Commits.list", () => {
  it.effect("sends every filter", () =>
    proves(
      all(
        Commits.list({
          ...repo,
          sha: "release/1.x",
          path: "src/größe & more.ts",
          author: "octo",
          committer: "ada+git@example.com",
          since: DateTime.makeUnsafe("2026-04-22T13:33:48.5Z"),
          until: new Date("2026-05-01T00:00:00Z"),
          per_page: 10
        })
      ),
      {
        sends: asking(`${root}/commits`, {
          sha: "release/1.x",
          path: "src/größe & more.ts",
          author: "octo",
          committer: "ada+git@example.com",
          since: "2026-04-22T13:33:48.500Z",
          until: "2026-05-01T00:00:00Z",
          per_page: "10"
        }),
        answer: answer(200, [commit]),
        gives: [read(commit)]
      }
    )
  )

  it.effect("requests 100 a page and leaves the rest to the service", () =>
    proves(all(Commits.list({ ...repo, sha: undefined })), {
      sends: asking(`${root}/commits`, { per_page: "100" }),
      answer: answer(200, []),
      gives: []
    })
  )

  it("reads a commit of the listing, with null for a committer without an account", () => {
    assert.containSubset(read(commit), {
      sha,
      commit: {
        message: "Read the cache first\n\nIt is there for that.",
        author: { name: "Octo Cat", date: DateTime.makeUnsafe("2026-04-14T16:00:49Z") },
        committer: { name: "Ada" },
        comment_count: 2,
        verification: { verified: false, reason: "unsigned" }
      },
      author: { login: "octo" },
      committer: null,
      parents: [{ sha: mergedSha }],
      stats: null,
      files: null
    })
  })

  it.effect.each([
    ["since", { since: "the day before" }],
    ["until", { until: 1_777_000_000 }],
    ["path", { path: 7 }],
    ["per_page", { per_page: 1.5 }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, all(Commits.list(untyped({ ...repo, ...wrong })))))
})

describe("Commits.get", () => {
  it.effect.each([
    ["main", "main"],
    [sha, sha],
    ["heads/faster/start", "heads%2Ffaster%2Fstart"],
    ["v1.0 (größe)?#%", "v1.0%20(gr%C3%B6%C3%9Fe)%3F%23%25"]
  ] as const)("takes the ref %s as one segment", ([ref, segment]) =>
    proves(Commits.get({ ...repo, ref }), {
      sends: asking(`${root}/commits/${segment}`),
      answer: answer(200, singleCommit),
      gives: read(singleCommit)
    })
  )

  it.effect.each([
    [1, 100],
    [2, 1]
  ] as const)("requests page %i of the files, with %i per page", ([page, per_page]) =>
    proves(Commits.get({ ...repo, ref: "main", page, per_page }), {
      sends: asking(`${root}/commits/main`, { per_page: `${per_page}`, page: `${page}` }),
      answer: answer(200, singleCommit),
      gives: read(singleCommit)
    })
  )

  it("reads its changes and its files", () => {
    assert.containSubset(read(singleCommit), {
      committer: null,
      stats: { additions: 103, deletions: 21, total: 124 },
      files: [{ filename: "src/start.ts", previous_filename: "start.ts", status: "renamed", changes: 124 }]
    })
  })

  it.effect("fails when there is no such commit", () =>
    Effect.map(
      fails(Commits.get({ ...repo, ref: "nowhere" }), answer(422, { message: "No commit found for SHA: nowhere" })),
      (failure) =>
        assert.containSubset(failure, {
          _tag: "ValidationFailed",
          serviceMessage: "No commit found for SHA: nowhere"
        })
    )
  )

  it.effect.each([
    ["ref", { ref: "" }],
    ["ref", { ref: ".." }],
    ["page", { page: 0 }],
    ["per_page", { per_page: 101 }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Commits.get(untyped({ ...repo, ref: "main", ...wrong })))
  )
})

describe("Commits.compare", () => {
  it.effect.each([
    ["main", "next", "main...next"],
    ["release/1.x", "octo:faster/start", "release%2F1.x...octo%3Afaster%2Fstart"],
    ["upstream:main", "v1.0", "upstream%3Amain...v1.0"],
    ["a.b", "ü", "a.b...%C3%BC"]
  ] as const)("takes %s and %s as one segment", ([base, head, segment]) =>
    proves(Commits.compare({ ...repo, base, head }), {
      sends: asking(`${root}/compare/${segment}`),
      answer: answer(200, comparison),
      gives: readComparison(comparison)
    })
  )

  it.effect("requests a page of the commits", () =>
    proves(Commits.compare({ ...repo, base: "main", head: "next", page: 3, per_page: 50 }), {
      sends: asking(`${root}/compare/main...next`, { per_page: "50", page: "3" }),
      answer: answer(200, { ...comparison, files: undefined }),
      gives: readComparison({ ...comparison, files: [] })
    })
  )

  it("reads the whole record", () => {
    assert.containSubset(readComparison(comparison), {
      status: "diverged",
      ahead_by: 4,
      behind_by: 1,
      total_commits: 4,
      base_commit: { sha },
      merge_base_commit: { sha },
      commits: [{ sha, files: null }],
      files: [{ filename: "src/start.ts" }]
    })
  })

  it.effect.each([
    ["base", { base: "" }],
    ["head", { head: undefined }],
    ["base", { base: "main...next" }],
    ["head", { head: "a..b" }],
    ["head", { head: "next\n..main" }],
    ["page", { page: 0 }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Commits.compare(untyped({ ...repo, base: "main", head: "next", ...wrong })))
  )
})

describe("Commits.listPullRequests", () => {
  it.effect.each([sha, sha.toUpperCase(), "0".repeat(64)])("accepts the full sha %s", (commit_sha) =>
    proves(all(Commits.listPullRequests({ ...repo, commit_sha })), {
      sends: asking(`${root}/commits/${commit_sha}/pulls`, { per_page: "100" }),
      answer: answer(200, [simplePullRequest]),
      gives: [readPullRequest(simplePullRequest)]
    })
  )

  it.effect.each(["main", sha.slice(0, 7), `${sha}0`, `${sha}\n`, `g${sha.slice(1)}`, "0".repeat(63), "", undefined])(
    "refuses the sha %j",
    (commit_sha) =>
      Effect.map(
        refuses("commit_sha", all(Commits.listPullRequests(untyped({ ...repo, commit_sha })))),
        ({ reason }) => commit_sha === undefined || assert.include(reason, "a full sha")
      )
  )
})
