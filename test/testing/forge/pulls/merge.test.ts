import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { data, errors } from "../graphql/support.ts"
import { dig } from "../support.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask, layer, layerOf, pulls, someText, tokens, web } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const mergedCommit = Effect.fnUntraced(function* (number: number, body: unknown) {
  const { json, status } = yield* ask(`PUT ${pulls}/${number}/merge`, { body })
  expect([status, json]).toEqual([200, { sha: someText, merged: true, message: "Pull Request successfully merged" }])
  return String(dig(json, "sha"))
})

const refused = (number: number, body: unknown, token = ForgeSimulator.token) =>
  Effect.map(ask(`PUT ${pulls}/${number}/merge`, { body, token }), ({ json, status }) => [status, dig(json, "message")])

/** Lists the commits on top of the first `main`: those of a pull request from `main` into the branch `start`. */
const history = Effect.gen(function* () {
  const opened = yield* ask(`POST ${pulls}`, { body: { title: "History", head: "main", base: "start" } })
  const { json } = yield* ask(`GET ${pulls}/${String(dig(opened.json, "number"))}/commits`)
  return json
})

const repository = { ...web, branches: { start: {} } }

const only = layerOf({ ...repository, pulls: (web.pulls ?? []).slice(0, 3) })

describe("a merge", () => {
  testOn(only)("makes a merge commit", function* () {
    const sha = yield* mergedCommit(2, {})
    const { json } = yield* ask(`GET ${pulls}/2`)
    expect(json).toMatchObject({
      state: "closed",
      merged: true,
      merge_commit_sha: sha,
      merged_by: { login: "octo" },
      closed_at: someText,
      mergeable: null,
      mergeable_state: "unknown",
      commits: 2,
      changed_files: 2
    })
    const commits = yield* history
    expect(dig(commits, "*", "commit", "message")).toEqual([
      "Second line",
      "New file\n\nWith a reason",
      "Merge pull request #2 from acme/count\n\nCount better"
    ])
    expect(dig(commits, 2)).toMatchObject({
      sha,
      author: { login: "octo" },
      commit: { author: { name: "octo" }, committer: { name: "GitHub", email: "noreply@github.com" } },
      parents: [{}, { sha: dig(json, "head", "sha") }]
    })
  })

  testOn(only)("squashes", function* () {
    const sha = yield* mergedCommit(2, { merge_method: "squash" })
    const commits = yield* history
    expect(dig(commits, "*", "sha")).toEqual([sha])
    expect(dig(commits, 0, "commit", "message")).toBe(
      [
        "Count better (#2)",
        "* Second line",
        "* New file\n\nWith a reason",
        "---------",
        "Co-authored-by: ada <1000005+ada@users.noreply.github.com>"
      ].join("\n\n")
    )
    expect(dig(commits, 0)).toMatchObject({ author: { login: "octo" }, commit: { committer: { name: "GitHub" } } })
  })

  testOn(only)("squashes a single commit under its own title", function* () {
    yield* mergedCommit(3, { merge_method: "squash" })
    expect(dig(yield* history, "*", "commit", "message")).toEqual(["Conflict (#3)"])
  })

  testOn(only)("rebases", function* () {
    yield* mergedCommit(2, { merge_method: "rebase", commit_title: "Ignored" })
    const commits = yield* history
    expect(dig(commits, "*", "commit", "message")).toEqual(["Second line", "New file\n\nWith a reason"])
    expect(dig(commits, "*", "author", "login")).toEqual(["octo", "ada"])
    expect(dig(commits, "*", "committer", "login")).toEqual(["octo", "octo"])
  })

  it.effect("takes a title and a message", () =>
    Effect.gen(function* () {
      yield* mergedCommit(2, { commit_title: "Better", commit_message: "Much" })
      yield* mergedCommit(5, { merge_method: "squash", commit_title: "Plain", commit_message: "" })
      const messages = dig(yield* history, "*", "commit", "message")
      expect(messages).toEqual(expect.arrayContaining(["Better\n\nMuch", "Plain"]))
    }).pipe(
      Effect.provide(
        layerOf({
          ...repository,
          pulls: [...(web.pulls ?? []).slice(0, 3), { title: "Other", head: "other", files: { "other.txt": "o" } }]
        })
      )
    )
  )

  it.effect("closes the issues that it fixes, on the default branch only", () =>
    Effect.gen(function* () {
      yield* mergedCommit(4, {})
      expect(dig((yield* ask("GET /repos/acme/web/issues/1")).json, "state")).toBe("open")
      yield* mergedCommit(3, {})
      expect((yield* ask("GET /repos/acme/web/issues/1")).json).toMatchObject({
        state: "closed",
        state_reason: "completed",
        closed_by: { login: "octo" }
      })
      expect(dig((yield* ask("GET /repos/acme/web/issues/2")).json, "state")).toBe("open")
    }).pipe(
      Effect.provide(
        layerOf({
          owner: "acme",
          name: "web",
          collaborators: ["octo"],
          files: { a: "a" },
          branches: { release: {} },
          issues: [{ title: "It rains in" }, { title: "It pours" }],
          pulls: [
            { title: "Main", number: 3, head: "two", body: "closes: acme/web#1, not #2", files: { b: "b" } },
            { title: "Release", number: 4, head: "three", base: "release", body: "Fixes #1", files: { c: "c" } }
          ]
        })
      )
    )
  )

  it.effect("deletes the branch if the repository says so", () =>
    Effect.gen(function* () {
      yield* mergedCommit(2, {})
      const { json } = yield* ask(`PATCH ${pulls}/3`, { body: {} })
      // The pull request into the deleted branch goes into its base now.
      expect(json).toMatchObject({ state: "open", base: { ref: "main" } })
      expect((yield* ask(`POST ${pulls}`, { body: { title: "x", head: "one", base: "main" } })).json).toMatchObject({
        errors: [{ field: "head", code: "invalid" }]
      })
    }).pipe(
      Effect.provide(
        layerOf({
          owner: "acme",
          name: "web",
          collaborators: ["octo"],
          merges: { delete_branch: true },
          files: { a: "a" },
          issues: [{ title: "First" }],
          pulls: [
            { title: "One", head: "one", files: { b: "b" } },
            { title: "Two", head: "two", base: "one", files: { c: "c" } }
          ]
        })
      )
    )
  )

  test.each([
    ["of a conflict", 3, {}, 405, "Pull Request is not mergeable"],
    ["of a conflict of single commits", 3, { merge_method: "rebase" }, 405, "This branch can't be rebased"],
    ["of a draft", 4, {}, 405, "Pull Request is still a draft"],
    ["of a merged one", 5, {}, 405, "Pull Request is already merged"],
    [
      "of a head that has moved",
      3,
      { sha: "0".repeat(40) },
      409,
      "Head branch was modified. Review and try the merge again."
    ]
  ] as const)("is refused because %s", function* ([, number, body, status, message]) {
    yield* mergedCommit(2, {})
    expect(yield* refused(number, body)).toEqual([status, message])
  })

  test("is refused to those who may not write", function* () {
    expect((yield* refused(2, {}, "tri"))[0]).toBe(403)
    expect((yield* refused(2, {}, "ada"))[0]).toBe(403)
    expect((yield* ask(`PUT ${pulls}/2/merge`, { token: null })).status).toBe(401)
    expect((yield* refused(1, {}))[0]).toBe(404)
    expect((yield* ask(`PUT ${pulls}/2/merge`, { body: { merge_method: "octopus" } })).status).toBe(422)
    expect(dig((yield* ask(`GET ${pulls}/2`)).json, "state")).toBe("open")
  })

  it.effect("takes only the methods of the repository", () =>
    Effect.gen(function* () {
      expect(yield* refused(2, { merge_method: "merge" })).toEqual([
        405,
        "Merge commits are not allowed on this repository."
      ])
      expect(yield* refused(2, { merge_method: "rebase" })).toEqual([
        405,
        "Rebase merges are not allowed on this repository."
      ])
      yield* mergedCommit(2, {})
      expect(dig(yield* history, "length")).toBe(1)
    }).pipe(
      Effect.provide(
        layerOf({ ...repository, pulls: (web.pulls ?? []).slice(0, 1), merges: { merge: false, rebase: false } })
      )
    )
  )

  test("is told by its status alone", function* () {
    expect((yield* ask(`GET ${pulls}/2/merge`)).status).toBe(404)
    expect((yield* ask(`GET ${pulls}/5/merge`)).status).toBe(204)
  })
})

describe("a protected branch", () => {
  const guarded = (protection: ForgeSimulator.RepositorySeed["protection"], more: object = {}) =>
    ForgeSimulator.layerHttpClient({
      repositories: [{ ...web, ...more, protection: protection ?? {} }],
      tokens
    })

  testOn(guarded({ main: { required_approvals: 1 } }))("demands approvals of people who may write", function* () {
    const message = "At least 1 approving review is required by reviewers with write access."
    yield* ask(`GET ${pulls}/2`)
    expect(dig((yield* ask(`GET ${pulls}/2`)).json, "mergeable_state")).toBe("blocked")
    expect(yield* refused(2, {})).toEqual([405, message])
    yield* ask(`POST ${pulls}/2/reviews`, { token: "red", body: { event: "APPROVE" } })
    expect(yield* refused(2, {})).toEqual([405, message])
    yield* ask(`POST ${pulls}/2/reviews`, { token: "rev", body: { event: "REQUEST_CHANGES", body: "No" } })
    expect((yield* refused(2, {}))[0]).toBe(405)
    yield* ask(`POST ${pulls}/2/reviews`, { token: "rev", body: { event: "APPROVE" } })
    yield* ask(`POST ${pulls}/2/reviews`, { token: "rev", body: { event: "COMMENT", body: "Nice" } })
    expect(dig((yield* ask(`GET ${pulls}/2`)).json, "mergeable_state")).toBe("clean")
    yield* mergedCommit(2, {})
  })

  testOn(guarded({ main: { required_checks: ["ci"] } }))("demands checks", function* () {
    expect(yield* refused(2, {})).toEqual([405, 'Required status check "ci" is expected.'])
    expect(yield* refused(3, {})).toEqual([405, 'Required status check "ci" is expected.'])
  })

  testOn(guarded({ main: { required_checks: ["ci"], strict: true } }))(
    "demands a head that is up to date",
    function* () {
      const pull = Effect.map(ask(`GET ${pulls}/2`), ({ json }) => json)
      const succeed = Effect.flatMap(pull, (json) =>
        ask(`POST /repos/acme/web/statuses/${String(dig(json, "head", "sha"))}`, {
          body: { state: "success", context: "ci" }
        })
      )
      yield* succeed
      expect(dig(yield* pull, "mergeable_state")).toBe("behind")
      expect(yield* refused(2, {})).toEqual([405, "Head branch is out of date. Review and try the merge again."])
      yield* ask(`PUT ${pulls}/2/update-branch`)
      expect((yield* refused(2, {}))[1]).toBe('Required status check "ci" is expected.')
      yield* succeed
      expect(dig(yield* pull, "mergeable_state")).toBe("clean")
      yield* mergedCommit(2, {})
    }
  )

  /** Why GraphQL refuses a merge, and the state that it shows. */
  const byGraphQL = Effect.fnUntraced(function* (number: number, mergeMethod: string) {
    const read = `{ repository(owner: "acme", name: "web") { pullRequest(number: ${number}) { id mergeStateStatus mergeable } } }`
    const found = dig(yield* data(read), "repository", "pullRequest")
    const mutation =
      "mutation M($input: MergePullRequestInput!) { mergePullRequest(input: $input) { clientMutationId } }"
    const why = yield* errors(mutation, { input: { pullRequestId: dig(found, "id"), mergeMethod } })
    return [dig(found, "mergeable"), dig(found, "mergeStateStatus"), ...why.map(([, message]) => message)]
  })

  testOn(guarded({ main: { required_signatures: true } }))("demands signatures of what is not squashed", function* () {
    const message = "Commits must have verified signatures."
    yield* ask(`GET ${pulls}/2`)
    expect(dig((yield* ask(`GET ${pulls}/2`)).json, "mergeable_state")).toBe("blocked")
    expect(yield* refused(2, {})).toEqual([405, message])
    expect(yield* refused(2, { merge_method: "rebase" })).toEqual([405, message])
    expect(yield* byGraphQL(2, "MERGE")).toEqual(["MERGEABLE", "BLOCKED", message])
    yield* mergedCommit(2, { merge_method: "squash" })
  })

  const signing = {
    rulesets: [{ name: "signed", rules: [{ type: "required_signatures" }] }]
  }

  testOn(guarded({}, signing))("demands them by a ruleset, too", function* () {
    yield* ask(`GET ${pulls}/2`)
    expect(dig((yield* ask(`GET ${pulls}/2`)).json, "mergeable_state")).toBe("blocked")
    const [mergeable, state, why] = yield* byGraphQL(2, "MERGE")
    expect([mergeable, state]).toEqual(["MERGEABLE", "BLOCKED"])
    expect(String(why)).toContain("Commits must have verified signatures.")
  })

  const talk = {
    pulls: [
      {
        title: "Talk",
        number: 2,
        head: "talk",
        user: "octo",
        files: { "talk.txt": "t\n" },
        review_comments: [{ path: "talk.txt", line: 1, body: "Why?", user: "rev" }]
      }
    ]
  }

  testOn(guarded({ main: { required_conversation_resolution: true } }, talk))(
    "demands that conversations are resolved",
    function* () {
      const message = "A conversation must be resolved before this pull request can be merged."
      yield* ask(`GET ${pulls}/2`)
      expect(dig((yield* ask(`GET ${pulls}/2`)).json, "mergeable_state")).toBe("blocked")
      expect(yield* refused(2, {})).toEqual([405, message])
      expect(yield* byGraphQL(2, "SQUASH")).toEqual(["MERGEABLE", "BLOCKED", message])
    }
  )

  testOn(guarded({ main: { required_checks: ["ci"], strict: true } }))("is behind in GraphQL, too", function* () {
    const { json } = yield* ask(`GET ${pulls}/2`)
    yield* ask(`POST /repos/acme/web/statuses/${String(dig(json, "head", "sha"))}`, {
      body: { state: "success", context: "ci" }
    })
    expect(yield* byGraphQL(2, "MERGE")).toEqual([
      "MERGEABLE",
      "BEHIND",
      "Head branch is out of date. Review and try the merge again."
    ])
  })

  testOn(guarded({ main: { required_linear_history: true, enforce_admins: false } }))(
    "of a linear history takes merge commits of administrators only",
    function* () {
      expect(yield* refused(2, {})).toEqual([405, "This branch must not contain merge commits."])
      expect((yield* ask(`PUT ${pulls}/2/merge`, { token: "acme", body: {} })).status).toBe(200)
    }
  )

  testOn(guarded({ main: { restrictions: { users: ["rev"] } } }))("is merged into by those who may push", function* () {
    expect(String((yield* refused(2, {}))[1])).toMatch(/^You're not authorized to push to this branch/)
    expect((yield* ask(`PUT ${pulls}/2/merge`, { token: "rev", body: {} })).status).toBe(200)
  })

  it.effect("demands nothing of merges into other branches", () =>
    mergedCommit(2, {}).pipe(Effect.provide(guarded({ other: { required_checks: ["ci"] } })))
  )
})

test("a seeded merge is one", function* () {
  expect((yield* ask(`GET ${pulls}/5`)).json).toMatchObject({
    merged: true,
    state: "closed",
    merged_by: { login: "acme" }
  })
})
