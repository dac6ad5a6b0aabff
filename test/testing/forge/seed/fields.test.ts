/** What a seed can say besides content: ids, dates, review comments, and pull requests as they are. */
import { describe, expect, it } from "@effect/vitest"
import type { RepositorySeed } from "../../../../src/testing/ForgeSeed.ts"
import { seedOf } from "../../../../src/testing/internal/forge/state/export/world.ts"
import { nextId, type Repository, repositoryNamed } from "../../../../src/testing/internal/forge/state/model.ts"
import { repositorySnapshot } from "../../../../src/testing/internal/forge/state/snapshot.ts"
import { serviceOf } from "./service.ts"

const planted = (fields: Partial<RepositorySeed>) => {
  const { world } = serviceOf({ repositories: [{ owner: "acme", name: "web", ...fields }] })
  const repository = repositoryNamed(world, "acme/web")
  if (repository === undefined) throw new Error("The repository is missing")
  return { world, repository }
}

const plantedRepository = (fields: Partial<RepositorySeed>): Repository => planted(fields).repository

const changed = { title: "A", head: "a", files: { "a.txt": "1\n2\n" } }

describe("ids", () => {
  it("are taken as they are, and later ones follow them", () => {
    const { repository, world } = planted({
      id: 77,
      labels: [{ name: "bug", id: 9_000_000 }],
      issues: [{ title: "A", id: 5 }]
    })
    expect([repository.id, [...repository.labels.keys()], repository.issues.get(1)?.id]).toEqual([77, [9_000_000], 5])
    expect([nextId(world, "label"), nextId(world, "issue")]).toEqual([9_000_001, 3_000_000])
  })

  it.each<readonly [kind: string, fields: Partial<RepositorySeed>]>([
    [
      "label",
      {
        labels: [
          { name: "a", id: 1 },
          { name: "b", id: 1 }
        ]
      }
    ],
    [
      "release",
      {
        releases: [
          { tag_name: "a", id: 1 },
          { tag_name: "b", id: 1 }
        ]
      }
    ],
    [
      "comment",
      {
        issues: [
          {
            title: "A",
            comments: [
              { body: "a", id: 1 },
              { body: "b", id: 1 }
            ]
          }
        ]
      }
    ]
  ])("are refused when they are given twice: %s", (kind, fields) => {
    expect(() => planted(fields)).toThrow(`The seed has the ${kind} with the id 1 twice`)
  })
})

describe("a complete repository", () => {
  const fields = {
    files: { "a.txt": "1\n" },
    issues: [{ title: "One", assignees: ["octo"] }],
    pulls: [{ ...changed, files: { "b.txt": "2\n" }, requested_reviewers: ["tri"] }],
    releases: ["v1"]
  }

  it("gets no roles and no tags beside its seed", () => {
    const { collaborators, refs } = plantedRepository({ ...fields, complete: true })
    expect([[...collaborators], [...refs.keys()]]).toEqual([[], ["refs/heads/main", "refs/heads/a"]])
  })

  it("gets them otherwise", () => {
    const { collaborators, refs } = plantedRepository(fields)
    expect([...collaborators]).toEqual([
      ["octo", "triage"],
      ["tri", "read"]
    ])
    expect(refs.has("refs/tags/v1")).toBe(true)
  })
})

describe("review comments", () => {
  it("find their place in the diff, and get a review", () => {
    const { issues } = plantedRepository({
      pulls: [{ ...changed, review_comments: [{ path: "a.txt", line: 2, body: "Why?" }] }]
    })
    const pull = issues.get(1)?.pull_request
    expect(pull?.review_comments).toMatchObject([
      { position: 2, line: 2, side: "RIGHT", diff_hunk: "@@ -0,0 +1,2 @@\n+1\n+2" }
    ])
    expect(pull?.reviews).toMatchObject([{ id: pull?.review_comments[0]?.review, state: "COMMENTED" }])
  })

  it("are refused outside of the diff", () => {
    const pulls = [{ ...changed, review_comments: [{ path: "a.txt", line: 9, body: "Why?" }] }]
    expect(() => planted({ pulls })).toThrow("The seed of acme/web comments on a.txt:9, which is not part of the diff")
  })
})

describe("pull requests with a head_sha", () => {
  it("are taken as they are, without a branch", () => {
    const made = planted({ files: { "a.txt": "1\n" } })
    const sha = made.repository.refs.get("refs/heads/main") ?? ""
    const git = seedOf(made.world).repositories?.[0]?.git
    const pull = { title: "A", head: "gone", head_sha: sha, merged: true, merge_commit_sha: sha, merged_by: null }
    const repository = plantedRepository({ ...(git === undefined ? {} : { git }), pulls: [pull] })
    expect(repositorySnapshot(repository).pulls).toMatchObject([
      { head: "acme:gone", head_sha: sha, merged: true, merged_by: null, merge_commit_sha: sha, state: "closed" }
    ])
    expect([...repository.refs.keys()]).toEqual(["refs/heads/main"])
  })

  it("are refused if the commit is missing", () => {
    const head_sha = "0".repeat(40)
    expect(() => planted({ files: {}, pulls: [{ title: "A", head: "gone", head_sha }] })).toThrow(
      `The seed of acme/web has no commit ${head_sha}`
    )
  })
})

it("a fork with git objects of its own gets no refs of its parent", () => {
  const { world } = serviceOf({
    repositories: [
      { owner: "acme", name: "web", files: { a: "1" }, tags: { v1: "main" } },
      { owner: "octo", name: "web", fork_of: "acme/web", git: { refs: {}, objects: [] } }
    ]
  })
  expect(repositoryNamed(world, "octo/web")?.refs.size).toBe(0)
})
