import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { IssueSeed } from "../../../../src/testing/ForgeSeed.ts"
import * as Simulator from "../../../../src/testing/ForgeSimulator.ts"
import { notesFor } from "../../../../src/testing/internal/forge/handlers/releases/notes.ts"
import { urlsOf } from "../../../../src/testing/internal/forge/http/origins.ts"
import { emptyWorld, repositoryNamed } from "../../../../src/testing/internal/forge/state/model.ts"
import { resolveCommit } from "../../../../src/testing/internal/forge/state/refs.ts"
import { plant } from "../../../../src/testing/internal/forge/state/seed/plant.ts"
import { dig } from "../support.ts"
import { call, layer, releases } from "./support.ts"

const pull = (title: string, user: string, minute: number): IssueSeed => ({
  title,
  user,
  state: "closed",
  pull_request: { merged_at: `2030-01-01T00:0${minute}:00Z` }
})

/** A branch of four commits, each but the first one a merge, and releases of the first and the second one. */
const merges = () => {
  const world = emptyWorld()
  const seed: Simulator.Seed = {
    users: ["ada", "octo", { login: "dependabot[bot]", type: "Bot" }],
    repositories: [
      {
        owner: "acme",
        name: "web",
        commits: [1, 2, 3, 4, 5].map((number) => ({ message: `Commit ${number}`, files: { a: String(number) } })),
        issues: [
          pull("First", "ada", 1),
          pull("Second", "octo", 3),
          pull("Update a", "dependabot[bot]", 2),
          pull("Third", "ada", 4),
          pull("Elsewhere", "ada", 5),
          { title: "No pull request" }
        ]
      }
    ]
  }
  plant(world, seed, 0)
  const repository = repositoryNamed(world, "acme/web")
  if (repository === undefined) throw new Error("the seed has the repository")
  const shas: Array<string> = []
  for (let sha = resolveCommit(world, repository, "main"); sha !== undefined;) {
    shas.unshift(sha.sha)
    sha = sha.parents[0] === undefined ? undefined : world.objects.commits.get(sha.parents[0])
  }
  for (const [number, sha] of [
    [1, shas[1]],
    [3, shas[2]],
    [2, shas[3]],
    [4, shas[4]]
  ] as const) {
    const issue = repository.issues.get(number)
    if (issue?.pull_request === null || issue === undefined || sha === undefined)
      throw new Error("it is a pull request")
    repository.issues.set(number, { ...issue, pull_request: { ...issue.pull_request, merge_commit_sha: sha } })
  }
  for (const [tag, sha] of [
    ["v0", shas[0]],
    ["v1", shas[1]]
  ] as const) {
    plant(
      world,
      { repositories: [{ owner: "acme", name: "web", releases: [{ tag_name: tag, target_commitish: sha ?? "" }] }] },
      0
    )
  }
  const context = { world, urls: urlsOf("https://api.github.com"), media: "json" as const }
  const current = repositoryNamed(world, "acme/web") ?? repository
  return (tag: string, commit: number, previous?: string) =>
    notesFor(context, current, tag, shas[commit - 1] ?? "", previous)
}

describe("generated notes", () => {
  it("list what was merged since the previous release, and by whom", () => {
    expect(merges()("v2", 5)).toMatchInlineSnapshot(`
      {
        "body": "## What's Changed
      * Update a by @dependabot[bot] in https://github.com/acme/web/pull/3
      * Second by @octo in https://github.com/acme/web/pull/2
      * Third by @ada in https://github.com/acme/web/pull/4

      ## New Contributors
      * @octo made their first contribution in https://github.com/acme/web/pull/2

      **Full Changelog**: https://github.com/acme/web/compare/v1...v2",
        "name": "v2",
      }
    `)
  })

  it("start at another tag if it is named", () => {
    expect(merges()("v2", 5, "v0").body).toMatchInlineSnapshot(`
      "## What's Changed
      * First by @ada in https://github.com/acme/web/pull/1
      * Update a by @dependabot[bot] in https://github.com/acme/web/pull/3
      * Second by @octo in https://github.com/acme/web/pull/2
      * Third by @ada in https://github.com/acme/web/pull/4

      ## New Contributors
      * @ada made their first contribution in https://github.com/acme/web/pull/1
      * @octo made their first contribution in https://github.com/acme/web/pull/2

      **Full Changelog**: https://github.com/acme/web/compare/v0...v2"
    `)
  })

  it("end at the target, and start at the release before it", () => {
    expect(merges()("v1.1", 3).body).toMatchInlineSnapshot(`
      "## What's Changed
      * Update a by @dependabot[bot] in https://github.com/acme/web/pull/3

      **Full Changelog**: https://github.com/acme/web/compare/v1...v1.1"
    `)
    expect(merges()("v1", 2).body).toMatchInlineSnapshot(`
      "## What's Changed
      * First by @ada in https://github.com/acme/web/pull/1

      ## New Contributors
      * @ada made their first contribution in https://github.com/acme/web/pull/1

      **Full Changelog**: https://github.com/acme/web/compare/v0...v1"
    `)
  })

  it("name all commits before the first release", () => {
    expect(merges()("v0", 1).body).toBe("**Full Changelog**: https://github.com/acme/web/commits/v0")
  })

  it.effect("are answered without a release", () =>
    Effect.gen(function* () {
      const { json, status } = yield* call(`POST ${releases}/generate-notes`, { body: { tag_name: "v3" } })
      expect([status, json]).toEqual([
        200,
        { name: "v3", body: "**Full Changelog**: https://github.com/acme/web/compare/v2.0.0-rc.1...v3" }
      ])
      const simulator = yield* Simulator.ForgeSimulator
      expect((yield* simulator.repository("acme/web")).releases).toHaveLength(4)
    }).pipe(Effect.provide(layer))
  )

  it.effect("need a target and a tag that exist", () =>
    Effect.gen(function* () {
      for (const [body, field] of [
        [{}, undefined],
        [{ tag_name: "v3", target_commitish: "nowhere" }, "target_commitish"],
        [{ tag_name: "v3", previous_tag_name: "v0" }, "previous_tag_name"]
      ] as const) {
        const { json, status } = yield* call(`POST ${releases}/generate-notes`, { body })
        expect([body, status, dig(json, "errors", 0, "field")]).toEqual([body, 422, field])
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("follow the body of a new release, and name it", () =>
    Effect.gen(function* () {
      const notes = "**Full Changelog**: https://github.com/acme/web/compare/v2.0.0-rc.1...v3"
      const create = (more: object) =>
        call(`POST ${releases}`, { body: { tag_name: "v3", draft: true, generate_release_notes: true, ...more } })
      expect((yield* create({})).json).toMatchObject({ name: "v3", body: notes })
      const { json } = yield* create({ name: "Third", body: "Hello" })
      expect(json).toMatchObject({ name: "Third", body: `Hello\n\n${notes}` })
    }).pipe(Effect.provide(layer))
  )
})
