import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { ask, history, tokens } from "../commits/support.ts"
import { dig, type Reply } from "../support.ts"
import { create, force, fork, headOf, push, pushOn, remove, succeed, write } from "./moving.ts"

type Seed = NonNullable<ForgeSimulator.RepositorySeed["rulesets"]>[number]

const all = { ref_name: { include: ["~ALL"], exclude: [] } }
const main = { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } }

const ruledBy = (...rulesets: ReadonlyArray<Seed>) =>
  ForgeSimulator.layerHttpClient({ tokens, repositories: [{ ...history, rulesets }] })

const ruleset = (type: string, parameters: object = {}, more: Partial<Seed> = {}): Seed => ({
  name: "Guard",
  id: 1,
  conditions: all,
  rules: [{ type, parameters: { ...parameters } }],
  ...more
})

/** The reasons in a message. */
const reasons = ({ json }: Reply) => String(dig(json, "message")).split("\n\n").slice(0, -1)

const head = "Repository rule violations found"

type Case = readonly [
  ruleset: Seed,
  act: Effect.Effect<Reply, unknown, HttpClient.HttpClient>,
  status: number,
  reason: string
]

const starts = { operator: "starts_with", pattern: "fix" }
const tags = { target: "tag" } as const
const pushes = { target: "push", conditions: null } as const

const cases: ReadonlyArray<Case> = [
  [ruleset("creation"), create("refs/heads/new"), 422, "Cannot create ref due to creations being restricted."],
  [ruleset("update"), push, 422, "Cannot update this protected ref."],
  [ruleset("deletion"), remove, 422, "Cannot delete this protected ref."],
  [ruleset("non_fast_forward"), force, 422, "Cannot force-push to this branch"],
  [ruleset("required_linear_history"), fork, 422, "This branch must not contain merge commits."],
  [ruleset("required_signatures"), push, 422, "Commits must have verified signatures."],
  [ruleset("pull_request"), push, 422, "Changes must be made through a pull request."],
  [ruleset("pull_request"), write("a.txt"), 409, "Changes must be made through a pull request."],
  [
    ruleset("required_status_checks", { required_status_checks: [{ context: "ci" }] }),
    push,
    422,
    'Required status check "ci" is expected.'
  ],
  [
    ruleset("required_deployments", { required_deployment_environments: ["qa"] }),
    push,
    422,
    "Missing successful active qa deployment."
  ],
  [ruleset("commit_message_pattern", starts), push, 422, "Commit message must start with: fix"],
  [
    ruleset("commit_author_email_pattern", { operator: "ends_with", pattern: "@example.com", negate: true }),
    push,
    422,
    "Author email must not end with: @example.com"
  ],
  [ruleset("branch_name_pattern", starts), create("refs/heads/new"), 422, "Branch name must start with: fix"],
  [
    ruleset("tag_name_pattern", { operator: "regex", pattern: "^v\\d+$" }, tags),
    create("refs/tags/latest"),
    422,
    "Tag name must match a given regex pattern: ^v\\d+$"
  ],
  [
    ruleset("file_path_restriction", { restricted_file_paths: ["secrets/**"] }, pushes),
    write("secrets/a/key"),
    409,
    "File path secrets/a/key is restricted."
  ],
  [
    ruleset("file_extension_restriction", { restricted_file_extensions: ["*.exe"] }, pushes),
    write("a.exe"),
    409,
    "The extension of a.exe is restricted."
  ],
  [
    ruleset("max_file_path_length", { max_file_path_length: 5 }, pushes),
    write("a/b/c/d"),
    409,
    "The path a/b/c/d is longer than 5 characters."
  ],
  [
    ruleset("max_file_size", { max_file_size: 1 }, pushes),
    write("large", "x".repeat(1_048_577)),
    409,
    "large is larger than 1 MB."
  ]
]

/** Patterns of paths, with those that they match and those that they do not. */
const patterns: ReadonlyArray<readonly [pattern: string, restricted: string, free: string]> = [
  ["*.pem", "a.pem", "a/b.pem"],
  ["a?c", "abc", "a/c"],
  ["**/key", "a/b/key", "a/b/keys"],
  ["v[0-9].txt", "v1.txt", "vx.txt"],
  ["v[!0-9].txt", "vx.txt", "v1.txt"],
  ["[", "[", "a"],
  ["a+(b).{c}", "a+(b).{c}", "aab.c"],
  // A range that is none.
  ["[z-a]", "none", "m"]
]

describe("a pattern of paths", () => {
  for (const [pattern, restricted, free] of patterns) {
    const seed = ruleset("file_path_restriction", { restricted_file_paths: [pattern, "none"] }, pushes)
    testOn(ruledBy(seed))(`${pattern} matches ${restricted}, and not ${free}`, function* () {
      expect((yield* write(restricted)).status).toBe(409)
      expect((yield* write(free)).status).toBe(201)
    })
  }
})

describe("a rule", () => {
  for (const [seed, act, status, reason] of cases) {
    const type = seed.rules?.[0]?.type ?? ""
    testOn(ruledBy(seed))(`${type} refuses what breaks it: ${reason}`, function* () {
      const reply = yield* act
      expect([reply.status, ...reasons(reply)]).toEqual([status, head, reason])
    })

    testOn(ruledBy({ ...seed, enforcement: "disabled" }))(`${type} that is switched off refuses nothing`, function* () {
      expect((yield* act).status).toBeLessThan(300)
      expect((yield* ask("GET /rulesets/rule-suites")).json).toEqual([])
    })
  }

  testOn(ruledBy(ruleset("required_status_checks", { required_status_checks: [{ context: "ci" }] })))(
    "about checks lets pass what has them",
    function* () {
      yield* succeed("feature/x", "ci")
      expect((yield* force).status).toBe(200)
    }
  )

  testOn(
    ruledBy(ruleset("update", {}, { conditions: { ref_name: { include: ["~ALL"], exclude: ["refs/heads/main"] } } }))
  )("is for the refs of its ruleset only", function* () {
    expect((yield* push).status).toBe(200)
    expect((yield* pushOn(["feature/x"])).status).toBe(422)
  })

  testOn(ruledBy(ruleset("update", {}, { enforcement: "evaluate" })))(
    "that is only evaluated is recorded",
    function* () {
      expect((yield* push).status).toBe(200)
      expect((yield* ask("GET /rulesets/rule-suites")).json).toMatchObject([
        { result: "pass", evaluation_result: "fail", actor_name: "octo", ref: "refs/heads/main" }
      ])
    }
  )
})

describe("a ruleset", () => {
  const admins = [{ actor_type: "RepositoryRole", actor_id: 5, bypass_mode: "always" }] as const

  testOn(ruledBy(ruleset("update", {}, { bypass_actors: admins })))("is bypassed by its actors only", function* () {
    expect((yield* push).status).toBe(422)
    expect((yield* pushOn(["main"], "acme")).status).toBe(200)
    yield* TestClock.adjust("2 hours")
    const suites = yield* ask("GET /rulesets/rule-suites", "/rulesets/rule-suites?time_period=week")
    expect(dig(suites.json, "*", "result")).toEqual(["bypass", "fail"])
    const path = `/rulesets/rule-suites/${String(dig(suites.json, 1, "id"))}`
    expect((yield* ask("GET /rulesets/rule-suites/{rule_suite_id}", path)).json).toMatchObject({
      actor_name: "octo",
      rule_evaluations: [
        { rule_type: "update", result: "fail", rule_source: { type: "ruleset", id: 1, name: "Guard" } }
      ]
    })
    expect((yield* ask("GET /rulesets/rule-suites", "/rulesets/rule-suites?time_period=hour")).json).toEqual([])
  })

  testOn(
    ForgeSimulator.layerHttpClient({
      tokens,
      organizations: [
        {
          login: "acme",
          members: { octo: "member" },
          rulesets: [
            ruleset("deletion", {}, { conditions: { ...main, repository_name: { include: ["w*"], exclude: [] } } }),
            ruleset("update", {}, { id: 2, conditions: { ...main, repository_name: { include: ["x*"], exclude: [] } } })
          ]
        }
      ],
      repositories: [{ ...history, rulesets: [ruleset("creation", {}, { id: 3 })] }]
    })
  )("of an organization is for the repositories that it names", function* () {
    const rules = yield* ask("GET /rules/branches/{branch}", "/rules/branches/main")
    expect(rules.json).toMatchObject([
      { type: "creation", ruleset_source_type: "Repository", ruleset_source: "acme/web" },
      { type: "deletion", ruleset_source_type: "Organization", ruleset_source: "acme" }
    ])
    expect((yield* push).status).toBe(200)
  })

  testOn(ruledBy(ruleset("update")))("keeps its versions, and is changed by administrators", function* () {
    const one = "/rulesets/{ruleset_id}"
    const change = (token: string, body: object) => ask(`PUT ${one}`, "/rulesets/1", { token, body })
    expect((yield* change(ForgeSimulator.token, { name: "Mine" })).status).toBe(403)
    expect((yield* change("acme", { name: "Free", rules: [] })).json).toMatchObject({ name: "Free", rules: [] })
    expect((yield* push).status).toBe(200)
    const { json } = yield* ask(`GET ${one}/history`, "/rulesets/1/history", { token: "acme" })
    const path = `/rulesets/1/history/${String(dig(json, 1, "version_id"))}`
    expect((yield* ask(`GET ${one}/history/{version_id}`, path, { token: "acme" })).json).toMatchObject({
      state: { name: "Guard", rules: [{ type: "update" }] }
    })
    const unreadable = [{ type: "tag_name_pattern", parameters: { operator: "regex", pattern: "v(" } }]
    expect((yield* change("acme", { rules: unreadable })).json).toMatchObject({
      errors: ["Invalid rule 'tag_name_pattern': the pattern is not a regular expression"]
    })
    const again = { name: "free", enforcement: "active" }
    expect((yield* ask("POST /rulesets", undefined, { token: "acme", body: again })).json).toMatchObject({
      message: "Validation Failed",
      errors: ["Name must be unique"]
    })
  })

  testOn(ruledBy(ruleset("pull_request", { required_approving_review_count: 1, allowed_merge_methods: ["squash"] })))(
    "demands reviews of a pull request, and a way to merge it",
    function* () {
      const body = { title: "X", head: "feature/x", base: "main" }
      const pull = `/pulls/${String(dig((yield* ask("POST /pulls", undefined, { body })).json, "number"))}`
      const merge = (method: string) =>
        ask("PUT /pulls/{pull_number}/merge", `${pull}/merge`, { body: { merge_method: method } })
      const state = Effect.map(ask("GET /pulls/{pull_number}", pull), ({ json }) => dig(json, "mergeable_state"))
      yield* state
      expect(yield* state).toBe("blocked")
      expect(reasons(yield* merge("merge"))[1]).toBe("Merge commits are not allowed on this repository.")
      const required = "At least 1 approving review is required by reviewers with write access."
      expect(reasons(yield* merge("squash"))[1]).toBe(required)
      yield* ask("POST /pulls/{pull_number}/reviews", `${pull}/reviews`, { token: "acme", body: { event: "APPROVE" } })
      expect(yield* state).toBe("clean")
      const before = yield* headOf("main")
      expect((yield* merge("squash")).status).toBe(200)
      expect(yield* headOf("main")).not.toBe(before)
    }
  )
})
