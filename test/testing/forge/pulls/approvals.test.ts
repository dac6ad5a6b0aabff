/** Whose approval a merge needs: that of code owners, of others than the last pusher, and of the teams of a rule. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { data } from "../graphql/support.ts"
import { dig } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const people = ["ada", "bob", "carl", "dora", "eve"]

const layerOf = (repository: Partial<ForgeSimulator.RepositorySeed>) =>
  ForgeSimulator.layerHttpClient({
    users: [{ login: "dora", email: "dora@example.com" }, "eve"],
    organizations: [
      {
        login: "acme",
        members: people,
        teams: [{ name: "Core", id: 5, members: ["bob"], repositories: { web: "write" } }]
      }
    ],
    tokens: { [ForgeSimulator.token]: "ada" },
    repositories: [
      {
        owner: "acme",
        name: "web",
        collaborators: Object.fromEntries(people.map((login) => [login, "write"])),
        ...repository
      }
    ]
  })

/** Merges a pull request, or says why not, with the reasons alone. */
const merge = (number: number) =>
  Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ as }) =>
    Effect.sandbox(as("ada", `PUT /repos/acme/web/pulls/${number}/merge`)).pipe(
      Effect.match({
        onFailure: (cause) => /: 405 .*"message":"([^"]*)"/.exec(String(cause))?.[1]?.replaceAll("\\n", ""),
        onSuccess: () => "merged"
      })
    )
  )

const approve = (login: string, number: number) =>
  Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ as }) =>
    as(login, `POST /repos/acme/web/pulls/${number}/reviews`, { event: "APPROVE" })
  )

const owners = `# Everything
* @ada
*.js @bob # scripts
/build/logs/ @carl
docs/* dora@example.com
apps/ @acme/core
/free/
ghost/ @nobody @acme/none
**/deep/x.txt @bob @carl
with\\ space.txt @carl
!a.txt @bob
[ab].txt @bob
`

/** Each path, and its owners. */
const owned: ReadonlyArray<readonly [path: string, owner: string | undefined]> = [
  ["a.txt", "ada"],
  ["lib/a.js", "bob"],
  ["build/logs/x", "carl"],
  ["sub/build/logs/x", "ada"],
  ["docs/a.md", "dora"],
  ["docs/b/a.md", "ada"],
  ["x/apps/y/z.js", "acme/core"],
  ["deep/x.txt", "bob and/or carl"],
  ["q/r/deep/x.txt", "bob and/or carl"],
  ["with space.txt", "carl"],
  ["free/a", undefined],
  ["ghost/a", undefined]
]

const owning = layerOf({
  files: { ".github/CODEOWNERS": owners, "docs/CODEOWNERS": "* @eve" },
  protection: { main: { reviews: { require_code_owner_reviews: true } } },
  pulls: [
    ...owned.map(([path], index) => ({
      title: path,
      number: index + 1,
      head: `p${index}`,
      user: "eve",
      files: { [path]: "" }
    })),
    { title: "Both", number: 50, head: "both", user: "eve", files: { "a.js": "", "docs/a.md": "" } }
  ]
})

describe("code owners", () => {
  testOn(owning)("of the last line that matches must approve", function* () {
    for (const [index, [path, owner]] of owned.entries()) {
      const expected = owner === undefined ? "merged" : `Waiting on code owner review from ${owner}.`
      expect([path, yield* merge(index + 1)]).toEqual([path, expected])
    }
  })

  testOn(owning)("approve each of the files, one of them for each", function* () {
    yield* approve("ada", 50)
    expect(yield* merge(50)).toBe("Waiting on code owner review from bob and/or dora.")
    yield* approve("bob", 50)
    expect(yield* merge(50)).toBe("Waiting on code owner review from dora.")
    yield* approve("dora", 50)
    expect(yield* merge(50)).toBe("merged")
  })
})

testOn(
  layerOf({
    files: { CODEOWNERS: "* @ada\n*.js @acme/core @eve\n" },
    branches: { next: { files: { "a.txt": "", "a.js": "" } } }
  })
)("code owners are asked for reviews of a new pull request, but of no draft", function* () {
  const { as } = yield* ForgeSimulator.ForgeSimulator
  const open = (draft: boolean) =>
    as("eve", "POST /repos/acme/web/pulls", { title: "X", head: "next", base: "main", draft })
  const drafted = yield* open(true)
  expect(drafted).toMatchObject({ requested_reviewers: [], requested_teams: [] })
  yield* as("eve", `PATCH /repos/acme/web/pulls/${String(dig(drafted, "number"))}`, { state: "closed" })
  const opened = yield* open(false)
  expect(opened).toMatchObject({ requested_reviewers: [{ login: "ada" }], requested_teams: [{ slug: "core" }] })
  const told = yield* as("bob", "GET /notifications")
  expect(told).toMatchObject([{ reason: "review_requested" }, { reason: "subscribed" }])
})

const pushed = {
  files: { "a.txt": "" },
  pulls: [{ title: "X", number: 1, head: "x", user: "eve", files: { "b.txt": "" } }]
}

const required = "New changes require approval from someone other than the last pusher."

testOn(layerOf({ ...pushed, protection: { main: { reviews: { require_last_push_approval: true } } } }))(
  "the last push is approved by another than its pusher",
  function* () {
    const { as, reset, toSeed } = yield* ForgeSimulator.ForgeSimulator
    yield* approve("ada", 1)
    const file = { message: "More", content: "", branch: "x" }
    yield* as("bob", "PUT /repos/acme/web/contents/c.txt", file)
    expect(yield* merge(1)).toBe(required)
    yield* approve("bob", 1)
    yield* reset(yield* toSeed)
    expect(yield* merge(1)).toBe(required)
    yield* approve("ada", 1)
    expect(yield* merge(1)).toBe("merged")
  }
)

testOn(
  layerOf({
    ...pushed,
    rulesets: [
      {
        name: "Core",
        conditions: { ref_name: { include: ["~ALL"], exclude: [] } },
        rules: [
          {
            type: "pull_request",
            parameters: {
              require_last_push_approval: true,
              required_reviewers: [
                { file_patterns: ["*.txt"], minimum_approvals: 1, reviewer: { id: 5, type: "Team" } },
                { file_patterns: ["*.md"], minimum_approvals: 2, reviewer: { id: 5, type: "Team" } }
              ]
            }
          }
        ]
      }
    ]
  })
)("a rule demands the approval of a team for its files", function* () {
  expect(yield* merge(1)).toBe(`Repository rule violations found${required}`)
  yield* approve("ada", 1)
  const team = "At least 1 approving review is required by acme/core."
  expect(yield* merge(1)).toBe(`Repository rule violations found${team}`)
  yield* approve("bob", 1)
  expect(yield* merge(1)).toBe("merged")
})

const reviewed = (given: Partial<ForgeSimulator.RepositorySeed>) =>
  layerOf({
    ...pushed,
    checks: [
      { ref: "x", name: "build" },
      { ref: "x", name: "lint", app: 42 }
    ],
    ...given
  })

/** The same demands, by the protection of the base and by a ruleset. */
const demands = {
  protection: {
    protection: {
      main: {
        required_checks: ["build", { context: "lint", app_id: 15_368 }],
        reviews: { required_approving_review_count: 1, dismiss_stale_reviews: true }
      }
    }
  },
  ruleset: {
    rulesets: [
      {
        name: "Reviews",
        conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
        rules: [
          {
            type: "pull_request",
            parameters: { required_approving_review_count: 1, dismiss_stale_reviews_on_push: true }
          },
          {
            type: "required_status_checks",
            parameters: { required_status_checks: [{ context: "build" }, { context: "lint", integration_id: 15_368 }] }
          }
        ]
      }
    ]
  }
} satisfies Readonly<Record<string, Partial<ForgeSimulator.RepositorySeed>>>

const decision = Effect.map(
  data(`{ repository(owner: "acme", name: "web") { pullRequest(number: 1) {
    reviewDecision headRefOid
    statusCheckRollup { contexts(first: 5) { nodes { ... on CheckRun { name isRequired(pullRequestNumber: 1) } } } }
    timelineItems(first: 9, itemTypes: [REVIEW_DISMISSED_EVENT]) { nodes { ... on ReviewDismissedEvent {
      previousReviewState review { author { login } } pullRequestCommit { commit { oid } }
    } } }
  } } }`),
  (found) => dig(found, "repository", "pullRequest")
)

describe.each(Object.entries(demands))("reviews that a %s demands", (_, demanded) => {
  testOn(reviewed(demanded))("are decided on, and go stale by a push", function* () {
    const { as } = yield* ForgeSimulator.ForgeSimulator
    expect(yield* decision).toMatchObject({
      reviewDecision: "REVIEW_REQUIRED",
      statusCheckRollup: {
        contexts: {
          nodes: [
            { name: "build", isRequired: true },
            // That of another app is not meant.
            { name: "lint", isRequired: false }
          ]
        }
      }
    })
    yield* approve("bob", 1)
    expect(dig(yield* decision, "reviewDecision")).toBe("APPROVED")
    yield* as("eve", "PUT /repos/acme/web/contents/c.txt", { message: "More", content: "", branch: "x" })
    const after = yield* decision
    const head = dig(after, "headRefOid")
    expect(after).toMatchObject({
      reviewDecision: "REVIEW_REQUIRED",
      timelineItems: {
        nodes: [
          {
            previousReviewState: "APPROVED",
            review: { author: { login: "bob" } },
            pullRequestCommit: { commit: { oid: head } }
          }
        ]
      }
    })
    expect(dig(yield* as("ada", "GET /repos/acme/web/pulls/1/reviews"), "*", "state")).toEqual(["DISMISSED"])
    const [event] = [yield* as("ada", "GET /repos/acme/web/issues/1/events")].flat()
    expect(event).toMatchObject({
      event: "review_dismissed",
      actor: { login: "eve" },
      dismissed_review: { state: "approved", dismissal_message: null, dismissal_commit_id: head }
    })
  })
})

testOn(reviewed({}))("reviews that nobody demands are decided on once somebody has approved", function* () {
  expect(yield* decision).toMatchObject({ reviewDecision: null })
  yield* approve("bob", 1)
  expect(yield* decision).toMatchObject({ reviewDecision: "APPROVED" })
})
