/** What a seed can say besides content: ids, dates, review comments, and pull requests as they are. */
import { describe, expect, it } from "@effect/vitest"
import type { IssueSeed } from "../../../../src/testing/ForgeIssueSeed.ts"
import type { OrganizationSeed, RepositorySeed } from "../../../../src/testing/ForgeSeed.ts"
import { seedOf } from "../../../../src/testing/internal/forge/state/export.ts"
import {
  nextId,
  type Repository,
  repositoryNamed,
  type World
} from "../../../../src/testing/internal/forge/state/model.ts"
import { plant } from "../../../../src/testing/internal/forge/state/seed/plant.ts"
import { repositorySnapshot } from "../../../../src/testing/internal/forge/state/snapshot.ts"
import { serviceOf } from "./service.ts"

const planted = (fields: Partial<RepositorySeed>) => {
  const { world } = serviceOf({ repositories: [{ owner: "acme", name: "web", ...fields }] })
  const repository = repositoryNamed(world, "acme/web")
  if (repository === undefined) throw new Error("The repository is missing")
  return { world, repository }
}

/** The first organization as a seed. */
const exported = (world: World): OrganizationSeed => {
  const [first] = seedOf(world).organizations ?? []
  if (typeof first !== "object") throw new Error("The organization is missing")
  return first
}

const issueTypeIds = (world: World) => world.organizations.get("acme")?.issue_types.keys() ?? []

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

describe("types and fields of issues", () => {
  const acme = {
    login: "acme",
    issue_types: ["Bug"],
    issue_fields: [{ name: "Effort", data_type: "number" as const }]
  }
  const plantedWith = (issue: Partial<IssueSeed>, organization: OrganizationSeed = acme) =>
    serviceOf({
      organizations: [organization],
      repositories: [{ owner: "acme", name: "web", issues: [{ title: "A", ...issue }] }]
    })

  it.each<readonly [issue: Partial<IssueSeed>, message: string]>([
    [{ type: "Epic" }, "The seed of acme/web gives an issue the type Epic, which acme does not define"],
    [
      { issue_field_values: { Priority: "High" } },
      "The seed of acme/web gives an issue the field Priority, which acme does not define"
    ],
    [
      { issue_field_values: { Effort: "5" } },
      'The seed of acme/web gives the field Effort the value "5", which it does not take'
    ],
    [{ type: "Bug", pull_request: true }, "The seed of acme/web gives the pull request 1 a type or fields of issues"]
  ])("must be defined: %j", (issue, message) => {
    expect(() => plantedWith(issue)).toThrow(message)
    expect(() => planted({ issues: [{ title: "A", ...issue }] })).toThrow("The seed of acme/web")
  })

  it("are added to those that the organization has", () => {
    const { world } = plantedWith({ type: "Bug", issue_field_values: { Effort: 5 } })
    const more: OrganizationSeed = {
      login: "Acme",
      issue_types: [{ name: "bug", color: "red" }, "Epic"],
      issue_fields: [
        { name: "effort", data_type: "text" },
        { name: "Note", data_type: "text" }
      ]
    }
    plant(world, { organizations: [more] }, 0)
    const { issue_fields, issue_types } = exported(world)
    expect(issue_types).toMatchObject([{ name: "bug", color: "red" }, { name: "Epic" }])
    expect(issue_fields).toMatchObject([{ name: "Effort", data_type: "number" }, { name: "Note" }])
    expect(repositoryNamed(world, "acme/web")?.issues.get(1)?.type).toBe([...issueTypeIds(world)][0])
  })

  it("have ids of their own, and no id twice", () => {
    const { world } = plantedWith({}, { login: "acme", issue_types: [{ name: "A", id: 7 }, "B"] })
    expect([...issueTypeIds(world)]).toEqual([7, 18_000_000])
    const twice = { login: "acme", issue_types: ["A", "B"].map((name) => ({ name, id: 7 })) }
    expect(() => plantedWith({}, twice)).toThrow("The seed has the issue type with the id 7 twice")
  })

  it("are the usual types, unless the organization has others or none", () => {
    const typesOf = (organization: OrganizationSeed) =>
      exported(plantedWith({}, organization).world).issue_types?.length
    expect(
      [{}, { issue_types: ["A"] }, { issue_types: [] }].map((given) => typesOf({ login: "acme", ...given }))
    ).toEqual([3, 1, 0])
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
    const { repository, world } = planted({ ...(git === undefined ? {} : { git }), pulls: [pull] })
    expect(repositorySnapshot(world, repository).pulls).toMatchObject([
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
