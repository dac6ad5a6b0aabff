import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Simulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig } from "../support.ts"
import { call, layer, releases } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const pull = (
  title: string,
  user: string,
  minute: number,
  merge_method: "merge" | "squash" | "rebase" = "merge"
): Simulator.PullSeed => ({
  title,
  user,
  head: `branch-${minute}`,
  files: { [`${minute}.txt`]: title },
  merged: `2030-01-01T00:0${minute}:00Z`,
  merge_method
})

const web = { owner: "acme", name: "web" }

/** Merges before the release v1, merges after it, and some that are not in the default branch. */
const merges = Effect.gen(function* () {
  const simulator = yield* Simulator.ForgeSimulator
  yield* simulator.reset({
    users: [{ login: "dependabot[bot]", type: "Bot" }],
    tokens: { [Simulator.token]: "acme" },
    repositories: [{ ...web, files: { a: "a" }, branches: { other: {} }, releases: ["v0"] }]
  })
  yield* simulator.seed({ repositories: [{ ...web, pulls: [pull("First", "ada", 1)], releases: ["v1"] }] })
  yield* simulator.seed({
    repositories: [
      {
        ...web,
        pulls: [
          pull("Second", "octo", 3, "squash"),
          pull("Update a", "dependabot[bot]", 2),
          pull("Third", "ada", 4, "rebase"),
          { ...pull("Elsewhere", "eve", 5), base: "other" },
          { title: "Open", user: "eve", head: "open", files: { open: "open" } }
        ],
        issues: [{ title: "No pull request" }]
      }
    ]
  })
})

const notes = (body: object) =>
  Effect.map(call(`POST ${releases}/generate-notes`, { body }), ({ json }) => dig(json, "body"))

describe("generated notes", () => {
  test("list what was merged since the previous release, and by whom", function* () {
    yield* merges
    expect(yield* notes({ tag_name: "v2" })).toMatchInlineSnapshot(`
        "## What's Changed
        * Update a by @dependabot[bot] in https://github.com/acme/web/pull/4
        * Second by @octo in https://github.com/acme/web/pull/3
        * Third by @ada in https://github.com/acme/web/pull/5

        ## New Contributors
        * @octo made their first contribution in https://github.com/acme/web/pull/3

        **Full Changelog**: https://github.com/acme/web/compare/v1...v2"
      `)
  })

  test("start at another tag if it is named", function* () {
    yield* merges
    expect(yield* notes({ tag_name: "v2", previous_tag_name: "v0" })).toMatchInlineSnapshot(`
        "## What's Changed
        * First by @ada in https://github.com/acme/web/pull/1
        * Update a by @dependabot[bot] in https://github.com/acme/web/pull/4
        * Second by @octo in https://github.com/acme/web/pull/3
        * Third by @ada in https://github.com/acme/web/pull/5

        ## New Contributors
        * @ada made their first contribution in https://github.com/acme/web/pull/1
        * @octo made their first contribution in https://github.com/acme/web/pull/3

        **Full Changelog**: https://github.com/acme/web/compare/v0...v2"
      `)
  })

  test("end at the target or the tag, and start at the release before it", function* () {
    yield* merges
    expect(yield* notes({ tag_name: "v1" })).toMatchInlineSnapshot(`
        "## What's Changed
        * First by @ada in https://github.com/acme/web/pull/1

        ## New Contributors
        * @ada made their first contribution in https://github.com/acme/web/pull/1

        **Full Changelog**: https://github.com/acme/web/compare/v0...v1"
      `)
    expect(yield* notes({ tag_name: "v1.1", target_commitish: "other" })).toMatchInlineSnapshot(`
        "## What's Changed
        * Elsewhere by @eve in https://github.com/acme/web/pull/6

        ## New Contributors
        * @eve made their first contribution in https://github.com/acme/web/pull/6

        **Full Changelog**: https://github.com/acme/web/compare/v0...v1.1"
      `)
  })

  test("name all commits before the first release", function* () {
    yield* merges
    expect(yield* notes({ tag_name: "v0" })).toBe("**Full Changelog**: https://github.com/acme/web/commits/v0")
  })

  test("are answered without a release", function* () {
    const { json, status } = yield* call(`POST ${releases}/generate-notes`, { body: { tag_name: "v3" } })
    expect([status, json]).toEqual([
      200,
      { name: "v3", body: "**Full Changelog**: https://github.com/acme/web/compare/v2.0.0-rc.1...v3" }
    ])
    const simulator = yield* Simulator.ForgeSimulator
    expect((yield* simulator.repository("acme/web")).releases).toHaveLength(4)
  })

  test("need a target and a tag that exist", function* () {
    for (const [body, field] of [
      [{}, undefined],
      [{ tag_name: "v3", target_commitish: "nowhere" }, "target_commitish"],
      [{ tag_name: "v3", previous_tag_name: "v0" }, "previous_tag_name"]
    ] as const) {
      const { json, status } = yield* call(`POST ${releases}/generate-notes`, { body })
      expect([body, status, dig(json, "errors", 0, "field")]).toEqual([body, 422, field])
    }
  })

  test("follow the body of a new release, and name it", function* () {
    const notes = "**Full Changelog**: https://github.com/acme/web/compare/v2.0.0-rc.1...v3"
    const create = (more: object) =>
      call(`POST ${releases}`, { body: { tag_name: "v3", draft: true, generate_release_notes: true, ...more } })
    expect((yield* create({})).json).toMatchObject({ name: "v3", body: notes })
    const { json } = yield* create({ name: "Third", body: "Hello" })
    expect(json).toMatchObject({ name: "Third", body: `Hello\n\n${notes}` })
  })
})
