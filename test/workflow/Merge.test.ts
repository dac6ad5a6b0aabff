import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Forge from "../../src/forge/Forge.ts"
import type { CheckSeed } from "../../src/testing/ForgeContentSeed.ts"
import type { RepositorySeed } from "../../src/testing/ForgeSeed.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Merge } from "../../src/workflow/index.ts"
import { HeadMoved } from "../../src/workflow/WorkflowError.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"

const pull = { owner: "acme", repo: "web", pull_number: 1 }
const build: CheckSeed = { name: "build", id: 71, ref: "feature" }
const running: CheckSeed = { ...build, status: "in_progress" }

const repositoryOf = (seed: Partial<RepositorySeed> = {}): RepositorySeed => ({
  owner: "acme",
  name: "web",
  files: { "a.txt": "a\n" },
  pulls: [{ title: "Feature", head: "feature", files: { "b.txt": "b\n" } }],
  checks: [build],
  ...seed
})

const seedOf = (seed?: Partial<RepositorySeed>) => ({ repositories: [repositoryOf(seed)] })
const on = (seed?: Partial<RepositorySeed>) => Effect.provide(ForgeSimulator.layer(seedOf(seed)))

const { ForgeSimulator: Simulator } = ForgeSimulator

/** Does something while the program waits. */
const later = <R = never>(change: (simulator: ForgeSimulator.Handle) => Effect.Effect<unknown, unknown, R>) =>
  Effect.flatMap(Simulator, (simulator) => Effect.forkChild(Effect.delay(change(simulator), "3 minutes")))

const push = (message: string) =>
  later((simulator) => simulator.push("acme/web", { "c.txt": "c" }, { message, branch: "feature" }))

const finish = (conclusion: "success" | "failure") =>
  later((simulator) => simulator.finishCheck("acme/web", "build", conclusion))

const stateOf = Effect.gen(function* () {
  const simulator = yield* Simulator
  const { pulls } = yield* simulator.repository("acme/web")
  return pulls.map(({ head_sha, merged, state }) => ({ head_sha, merged, state }))[0]
})

const merging = (options?: Merge.Options): Effect.Effect<Exit.Exit<unknown, Merge.Failure>, never, Forge.Forge> =>
  run(Merge.whenGreen(pull, options))

/** Fails without a merge. */
const refused = (tag: Merge.Failure["_tag"], options?: Merge.Options) =>
  Effect.gen(function* () {
    const error = failureOf(yield* merging(options))
    assert.strictEqual(error?._tag, tag, String(error))
    assert.isFalse((yield* stateOf)?.merged)
    return error
  })

describe("Merge.whenGreen", () => {
  it.effect("waits until it is known whether the pull request can be merged, and merges the guarded head", () =>
    Effect.gen(function* () {
      const exit = yield* run(Merge.whenGreen({ ...pull, merge_method: "squash", commit_title: "Feature (#1)" }))
      const simulator = yield* Simulator
      const { branches, pulls } = yield* simulator.repository("acme/web")
      assert.deepStrictEqual(
        exit,
        Exit.succeed({ sha: branches["main"] ?? "", merged: true, message: "Pull Request successfully merged" })
      )
      const requests = yield* simulator.requests
      assert.deepStrictEqual(
        requests.filter(({ method }) => method === "PUT").map(({ body }) => body),
        [{ merge_method: "squash", commit_title: "Feature (#1)", sha: pulls[0]?.head_sha }]
      )
      assert.strictEqual(requests.filter(({ operation }) => operation === "PullRequests.get").length, 2)
    }).pipe(on())
  )

  it.effect("waits for the checks", () =>
    Effect.gen(function* () {
      yield* finish("success")
      assert.isTrue(Exit.isSuccess(yield* merging()))
    }).pipe(on({ checks: [running] }))
  )

  it.effect("fails with a failed check", () =>
    Effect.gen(function* () {
      yield* finish("failure")
      yield* refused("ChecksFailed")
    }).pipe(on({ checks: [running] }))
  )

  it.effect("fails when the checks take too long", () =>
    refused("ChecksTimedOut", { timeout: "20 minutes" }).pipe(on({ checks: [running] }))
  )

  /** Looks once, and returns how it has ended. No time passes. */
  const once = Effect.gen(function* () {
    const { requests } = yield* Simulator
    const before = (yield* requests).length
    const exit = yield* Effect.exit(Merge.whenGreen(pull, { timeout: 0 }))
    const looks = (yield* requests).slice(before).filter(({ operation }) => operation === "PullRequests.get")
    assert.strictEqual(looks.length, 1)
    const error = failureOf(exit)
    return error?._tag === "Unmergeable" ? error.reason : (error?._tag ?? "merged")
  })

  it.effect("looks once without a timeout: the service works out whether it can be merged after the first look", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* once, "unknown")
      assert.strictEqual(yield* once, "merged")
    }).pipe(on())
  )

  it.effect("looks once without a timeout, and tells what it would wait for", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* once, "ChecksTimedOut")
      yield* Effect.flatMap(Simulator, ({ finishCheck }) => finishCheck("acme/web", "build", "failure"))
      assert.strictEqual(yield* once, "ChecksFailed")
    }).pipe(on({ checks: [running] }))
  )

  it.effect("looks again with the shortest timeout", () =>
    Effect.gen(function* () {
      assert.isTrue(Exit.isSuccess(yield* merging({ timeout: 1 })))
    }).pipe(on())
  )

  it.effect("restarts with a head that has moved: its checks count", () =>
    Effect.gen(function* () {
      yield* push("Fix")
      yield* Effect.forkChild(
        Effect.delay(
          Effect.flatMap(Simulator, ({ finishCheck }) =>
            finishCheck("acme/web", "build", "success", { ref: "feature" })
          ),
          "10 minutes"
        )
      )
      const before = yield* stateOf
      assert.isTrue(Exit.isSuccess(yield* merging({ required: ["build"] })))
      const after = yield* stateOf
      assert.isTrue(after?.merged)
      assert.notStrictEqual(after?.head_sha, before?.head_sha)
    }).pipe(on({ checks: [running] }))
  )

  it.effect("fails with a head that has moved, as told", () =>
    Effect.gen(function* () {
      yield* push("Fix")
      const before = yield* stateOf
      const error = yield* refused("HeadMoved", { onMoved: "fail" })
      if (error?._tag !== "HeadMoved") return assert.fail()
      assert.deepStrictEqual([error.expected, error.found], [before?.head_sha, (yield* stateOf)?.head_sha])
    }).pipe(on({ checks: [running] }))
  )

  it.effect("never merges another head than the given one", () =>
    Effect.gen(function* () {
      const error = failureOf(yield* run(Merge.whenGreen({ ...pull, sha: "1".repeat(40) })))
      assert.strictEqual(error?._tag, "HeadMoved")
    }).pipe(on())
  )

  it.effect("looks again when the head moves between the look and the merge", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      yield* simulator.faults.add({
        name: "pushed",
        when: { operation: "PullRequests.merge" },
        instead: () => ({
          _tag: "Response",
          status: 409,
          headers: {},
          body: JSON.stringify({ message: "Head branch was modified. Review and try the merge again." })
        })
      })
      assert.isTrue(Exit.isSuccess(yield* merging()))
    }).pipe(on())
  )

  it.effect("tries again when the base has moved", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      yield* simulator.faults.add(
        Faults.answered({
          operation: "PullRequests.merge",
          times: 2,
          status: 405,
          body: { message: "Base branch was modified. Review and try the merge again." }
        })
      )
      assert.isTrue(Exit.isSuccess(yield* merging()))
    }).pipe(on())
  )

  for (const acted of [false, true]) {
    it.effect(`outlasts an outage of the merge, which was ${acted ? "" : "not "}carried out`, () =>
      Effect.gen(function* () {
        const { faults } = yield* Simulator
        if (acted) yield* faults.add(Faults.answerLost({ operation: "PullRequests.merge" }))
        let begun = false
        // From the merge on: no search for it succeeds, either.
        const matching = ({ method }: { readonly method: string }) => (begun ||= method === "PUT")
        yield* faults.add(Faults.unavailable({ matching, times: Infinity }))
        yield* Effect.forkChild(Effect.delay(faults.clear, "10 minutes"))
        assert.isTrue(Exit.isSuccess(yield* merging({ timeout: "30 minutes" })))
        assert.isTrue((yield* stateOf)?.merged)
      }).pipe(on())
    )
  }

  it.effect("fails with the last failure when an outage of the merge outlasts the time", () =>
    Effect.gen(function* () {
      const { faults } = yield* Simulator
      yield* faults.add(Faults.unavailable({ operation: "PullRequests.merge", times: Infinity }))
      const begun = yield* Clock.currentTimeMillis
      yield* refused("ServiceUnavailable", { timeout: "30 minutes" })
      assert.isAtLeast((yield* Clock.currentTimeMillis) - begun, 30 * 60_000)
    }).pipe(on())
  )

  it.effect("waits for a limit that the merge meets", () =>
    Effect.gen(function* () {
      const { faults } = yield* Simulator
      yield* faults.add(Faults.secondaryLimit({ operation: "PullRequests.merge", retryAfter: "20 minutes" }))
      assert.isTrue(Exit.isSuccess(yield* merging({ timeout: "30 minutes" })))
    }).pipe(on())
  )

  it.effect("fails with a conflict", () =>
    Effect.gen(function* () {
      yield* later((simulator) => simulator.push("acme/web", { "a.txt": "c" }))
      const error = yield* refused("Unmergeable")
      assert.strictEqual(error?._tag === "Unmergeable" && error.reason, "conflict")
    }).pipe(on({ pulls: [{ title: "Feature", head: "feature", files: { "a.txt": "b\n" } }], checks: [running] }))
  )

  it.effect("fails with a draft", () =>
    Effect.gen(function* () {
      const error = yield* refused("Unmergeable")
      assert.strictEqual(error?._tag === "Unmergeable" && error.reason, "draft")
    }).pipe(on({ pulls: [{ title: "Feature", head: "feature", files: { "b.txt": "b\n" }, draft: true }] }))
  )

  it.effect("fails with a missing review, or waits for it as told", () =>
    Effect.gen(function* () {
      const error = yield* refused("Unmergeable")
      assert.strictEqual(error?._tag === "Unmergeable" && error.reason, "review")
      yield* later((simulator) => simulator.approve("acme/web", 1, { by: "grace" }))
      assert.isTrue(Exit.isSuccess(yield* merging({ onReview: "wait" })))
    }).pipe(on({ protection: { main: { required_approvals: 1 } }, collaborators: ["grace"] }))
  )

  it.effect("says which review is missing when the time is over", () =>
    Effect.gen(function* () {
      const error = yield* refused("Unmergeable", { onReview: "wait", timeout: "10 minutes" })
      assert.strictEqual(error?._tag === "Unmergeable" && error.reason, "review")
    }).pipe(on({ protection: { main: { required_approvals: 1 } } }))
  )

  it.effect("waits for a check that only the service requires", () =>
    Effect.gen(function* () {
      yield* later((simulator) => simulator.setStatus("acme/web", "e2e", "success", { ref: "feature" }))
      assert.isTrue(Exit.isSuccess(yield* merging()))
    }).pipe(on({ protection: { main: { required_checks: ["e2e"] } } }))
  )

  it.effect("fails with a closed pull request", () =>
    Effect.gen(function* () {
      yield* later((simulator) => simulator.close("acme/web", 1))
      yield* refused("PullRequestClosed")
    }).pipe(on({ checks: [running] }))
  )

  it.effect("returns the merge of somebody else", () =>
    Effect.gen(function* () {
      yield* later((simulator) => simulator.merge("acme/web", 1))
      const simulator = yield* Simulator
      const exit = yield* merging()
      const { branches } = yield* simulator.repository("acme/web")
      assert.deepStrictEqual(
        exit,
        Exit.succeed({ sha: branches["main"], merged: true, message: "Pull Request is already merged" })
      )
    }).pipe(on({ checks: [running] }))
  )

  describe("with a head that is behind", () => {
    const strict = { protection: { main: { required_checks: ["build"], strict: true } } }
    const push = Effect.flatMap(Simulator, (simulator) =>
      // Past the protection.
      simulator.as("acme", "DELETE /repos/acme/web/branches/main/protection").pipe(
        Effect.andThen(simulator.push("acme/web", { "d.txt": "d" })),
        Effect.andThen(
          simulator.as("acme", "PUT /repos/acme/web/branches/main/protection", {
            required_status_checks: { strict: true, contexts: ["build"] },
            enforce_admins: true,
            required_pull_request_reviews: null,
            restrictions: null
          })
        )
      )
    )
    const finishing = Effect.flatMap(Simulator, (simulator) =>
      simulator.finishCheck("acme/web", "build", "success", { ref: "feature" })
    )
    const pass = later(() => finishing)
    const updates = Effect.flatMap(Simulator, ({ requests }) =>
      Effect.map(requests, (all) => all.filter(({ operation }) => operation === "PullRequests.updateBranch").length)
    )

    it.effect("fails, as told by default", () =>
      Effect.gen(function* () {
        yield* push
        const error = yield* refused("Unmergeable")
        assert.strictEqual(error?._tag === "Unmergeable" && error.reason, "behind")
        assert.strictEqual(yield* updates, 0)
      }).pipe(on(strict))
    )

    it.effect("brings it up to date, and merges when the checks of the new head have passed", () =>
      Effect.gen(function* () {
        yield* push
        yield* pass
        const begun = yield* Clock.currentTimeMillis
        yield* yield* merging({ onBehind: "update", required: "protection" })
        assert.isAtLeast((yield* Clock.currentTimeMillis) - begun, 3 * 60_000)
        assert.strictEqual(yield* updates, 1)
      }).pipe(on(strict))
    )

    it.effect("takes an update for the given head", () =>
      Effect.gen(function* () {
        yield* push
        yield* pass
        const before = yield* stateOf
        const sha = before?.head_sha ?? ""
        yield* yield* run(Merge.whenGreen({ ...pull, sha }, { onBehind: "update", required: "protection" }))
        assert.isTrue((yield* stateOf)?.merged)
        assert.notStrictEqual((yield* stateOf)?.head_sha, sha)
      }).pipe(on(strict))
    )

    it.effect("does not take another commit for the given head, nor a merge of something else", () =>
      Effect.gen(function* () {
        const simulator = yield* Simulator
        const sha = (yield* stateOf)?.head_sha ?? ""
        const merge = run(Merge.whenGreen({ ...pull, sha }, { onBehind: "update", required: "protection" }))
        yield* simulator.push("acme/web", { "x.txt": "x" }, { branch: "other" })
        yield* simulator.as("acme", "POST /repos/acme/web/merges", { base: "feature", head: "other" })
        assert.strictEqual(failureOf(yield* merge)?._tag, "HeadMoved")
        yield* simulator.push("acme/web", { "y.txt": "y" }, { branch: "feature" })
        assert.strictEqual(failureOf(yield* merge)?._tag, "HeadMoved")
      }).pipe(on(strict))
    )

    it.effect("waits for somebody else to bring it up to date, as told", () =>
      Effect.gen(function* () {
        yield* push
        yield* later((simulator) => simulator.as("acme", "PUT /repos/acme/web/pulls/1/update-branch"))
        yield* Effect.forkChild(Effect.delay(finishing, "5 minutes"))
        yield* yield* merging({ onBehind: "wait", required: "protection" })
        assert.strictEqual(yield* updates, 0)
      }).pipe(on(strict))
    )

    it.effect("says so when the time is over", () =>
      Effect.gen(function* () {
        yield* push
        const error = yield* refused("Unmergeable", { onBehind: "wait", timeout: "10 minutes" })
        assert.strictEqual(error?._tag === "Unmergeable" && error.reason, "behind")
      }).pipe(on(strict))
    )

    describe("under faults", () => {
      matrix({
        seed: seedOf(strict),
        program: Effect.gen(function* () {
          const simulator = yield* Simulator
          const { pulls } = yield* simulator.repository("acme/web")
          if (pulls[0]?.merged === false && (yield* updates) === 0) yield* push
          yield* Effect.forkChild(Effect.delay(Effect.ignore(finishing), "15 seconds"))
          return yield* Merge.whenGreen(pull, {
            onBehind: "update",
            required: ["build"],
            schedule: Schedule.spaced("10 seconds"),
            timeout: "40 seconds"
          })
        }),
        state: ({ repository }) =>
          Effect.map(repository("acme/web"), ({ pulls }) => pulls.map(({ merged, state }) => ({ merged, state }))),
        fails: [
          "ServiceUnavailable",
          "TransportFailed",
          "NotFound",
          "UnexpectedStatus",
          "Unmergeable",
          "ChecksTimedOut"
        ]
      })
    })
  })

  describe("with the checks that the base demands", () => {
    const failed: CheckSeed = { ...build, name: "lint", id: 72, conclusion: "failure" }
    const demanded = (more: Partial<RepositorySeed>) => on({ checks: [build, failed], ...more })
    const merge = merging({ required: "protection", timeout: "10 minutes" })

    it.effect("does not mind an optional check, by protection", () =>
      Effect.gen(function* () {
        yield* yield* merge
      }).pipe(demanded({ protection: { main: { required_checks: ["build"] } } }))
    )

    it.effect("does not mind an optional check if none is demanded", () =>
      Effect.gen(function* () {
        yield* yield* merge
      }).pipe(demanded({}))
    )

    for (const name of ["lint", "e2e"]) {
      it.effect(`awaits what a ruleset demands: ${name}`, () =>
        Effect.gen(function* () {
          assert.strictEqual(failureOf(yield* merge)?._tag, name === "lint" ? "ChecksFailed" : "ChecksTimedOut")
        }).pipe(
          demanded({
            rulesets: [
              {
                name: "checks",
                conditions: { ref_name: { include: ["~ALL"], exclude: [] } },
                rules: [
                  {
                    type: "required_status_checks",
                    parameters: {
                      required_status_checks: [{ context: name }],
                      strict_required_status_checks_policy: false
                    }
                  }
                ]
              }
            ]
          })
        )
      )
    }

    it.effect("does not take the check of another App for it", () =>
      Effect.gen(function* () {
        const error = failureOf(yield* merge)
        assert.deepStrictEqual(error?._tag === "ChecksTimedOut" && error.missing, ["build"])
      }).pipe(demanded({ protection: { main: { required_checks: [{ context: "build", app_id: 4_711 }] } } }))
    )
  })

  it.effect("fails with an open conversation, or waits for its end as told", () =>
    Effect.gen(function* () {
      const error = yield* refused("Unmergeable")
      assert.strictEqual(error?._tag === "Unmergeable" && error.reason, "unresolved_conversations")
      const timedOut = yield* refused("Unmergeable", { onReview: "wait", timeout: "5 minutes" })
      assert.strictEqual(timedOut?._tag === "Unmergeable" && timedOut.reason, "unresolved_conversations")
    }).pipe(
      on({
        protection: { main: { required_conversation_resolution: true } },
        pulls: [
          {
            title: "Feature",
            head: "feature",
            files: { "b.txt": "b\n" },
            review_comments: [{ path: "b.txt", line: 1, body: "Why?" }]
          }
        ]
      })
    )
  )

  it.effect("fails with a commit without a signature", () =>
    Effect.gen(function* () {
      const error = yield* refused("Unmergeable")
      assert.strictEqual(error?._tag === "Unmergeable" && error.reason, "unsigned_commits")
    }).pipe(on({ protection: { main: { required_signatures: true } } }))
  )

  it("has its failures as a schema, for durable workflows", () => {
    const codec = Schema.toCodecJson(Merge.Failure)
    const error = new HeadMoved({ ...pull, expected: "1", found: "2", message: "It has moved" })
    assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(Schema.encodeSync(codec)(error)), error)
  })

  describe("under faults", () => {
    matrix({
      seed: seedOf(),
      program: Merge.whenGreen(pull, { timeout: "5 minutes" }),
      state: ({ repository }) =>
        Effect.map(repository("acme/web"), ({ pulls }) => pulls.map(({ merged, state }) => ({ merged, state }))),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus", "Unmergeable"],
      verify: ({ happy, kind, operation, state }) => {
        if (kind === "is lost after" || operation !== "PullRequests.merge") return
        // The fault came before the merge, so only another attempt has merged it.
        if (kind === "conflicts") assert.notDeepEqual(state, happy)
      }
    })
  })
})
