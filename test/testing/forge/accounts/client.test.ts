/** Our own client, on the simulator: lists of accounts, teams, repositories, comments and reactions. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Issues, PullRequests, Reactions, Releases, Repositories, Teams, Users } from "../../../../src/forge/index.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"

const repo = { owner: "acme", repo: "web" }

const simulated = testOn(
  ForgeSimulator.layer({
    users: ["octo"],
    organizations: [
      { login: "tools", members: { acme: "admin", octo: "member" }, teams: [{ name: "Ops", members: ["octo"] }] }
    ],
    repositories: [
      {
        owner: "acme",
        name: "web",
        issues: [{ title: "One", comments: ["First", "Second"] }],
        pulls: [{ title: "Count", head: "count" }],
        releases: [{ tag_name: "v1", assets: [{ name: "a.txt", content: "a" }] }]
      },
      { owner: "octo", name: "web", fork_of: "acme/web" },
      { owner: "tools", name: "kit" }
    ]
  })
)

const all = Stream.runCollect

describe("our client lists", () => {
  simulated("accounts and teams", function* () {
    const users = yield* all(Users.list({}))
    assert.includeMembers(
      users.map(({ login }) => login),
      ["octo", "tools"]
    )
    const last = users.at(-1) ?? assert.fail("there are no users")
    assert.isEmpty(yield* all(Users.list({ since: last.id })))
    const teams = yield* all(Teams.list({ org: "tools" }))
    assert.deepStrictEqual(
      teams.map(({ slug }) => slug),
      ["ops"]
    )
    const members = yield* all(Teams.listMembers({ org: "tools", team_slug: "ops" }))
    assert.deepStrictEqual(
      members.map(({ login }) => login),
      ["octo"]
    )
    assert.containSubset(yield* Effect.flip(all(Teams.listMembers({ org: "tools", team_slug: "none" }))), {
      _tag: "NotFound"
    })
  })

  simulated("teams of a repository, which get access and lose it", function* () {
    const kit = { owner: "tools", repo: "kit" }
    const ops = { ...kit, org: "tools", team_slug: "ops" }
    const given = Effect.map(all(Repositories.listTeams(kit)), (teams) =>
      teams.map(({ permission, slug }) => [slug, permission])
    )
    assert.isEmpty(yield* given)
    yield* Teams.addRepo(ops)
    assert.deepStrictEqual(yield* given, [["ops", "push"]])
    yield* Teams.addRepo({ ...ops, permission: "maintain" })
    assert.deepStrictEqual(yield* given, [["ops", "maintain"]])
    for (const refused of [
      { ...ops, permission: "all" },
      { ...ops, ...repo }
    ]) {
      assert.strictEqual((yield* Effect.flip(Teams.addRepo(refused)))._tag, "ValidationFailed")
    }
    assert.strictEqual((yield* Effect.flip(Teams.addRepo({ ...ops, team_slug: "none" })))._tag, "NotFound")
    yield* Teams.removeRepo(ops)
    assert.isEmpty(yield* given)
  })

  simulated("repositories and their forks", function* () {
    const forks = yield* all(Repositories.listForks(repo))
    assert.deepStrictEqual(
      forks.map(({ full_name }) => full_name),
      ["octo/web"]
    )
    const mine = yield* all(Repositories.listForMe({ affiliation: ["owner"] }))
    assert.deepStrictEqual(
      mine.map(({ full_name }) => full_name),
      ["acme/web"]
    )
  })

  simulated("comments and reactions", function* () {
    const comments = yield* all(Issues.listCommentsForRepo(repo))
    assert.deepStrictEqual(
      comments.map(({ body }) => body),
      ["First", "Second"]
    )
    const comment = { ...repo, comment_id: comments[0]?.id ?? 0 }
    const { id } = yield* Reactions.createForComment({ ...comment, content: "eyes" })
    const reactions = yield* all(Reactions.listForComment(comment))
    assert.deepStrictEqual(
      reactions.map(({ content }) => content),
      ["eyes"]
    )
    yield* Reactions.deleteForComment({ ...comment, reaction_id: id })
    assert.isEmpty(yield* all(Reactions.listForComment(comment)))
    assert.isEmpty(yield* all(PullRequests.listComments({ ...repo, pull_number: 2 })))
  })

  simulated("assets of a release, until they are removed", function* () {
    const { id } = yield* Releases.getByTag({ ...repo, tag: "v1" })
    const assets = yield* all(Releases.listAssets({ ...repo, release_id: id }))
    assert.deepStrictEqual(
      assets.map(({ name }) => name),
      ["a.txt"]
    )
    const asset = { ...repo, asset_id: assets[0]?.id ?? 0 }
    assert.strictEqual((yield* Releases.getAsset(asset)).name, "a.txt")
    yield* Releases.deleteAsset(asset)
    assert.containSubset(yield* Effect.flip(Releases.getAsset(asset)), { _tag: "NotFound" })
  })
})
