import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { CombinedStatus } from "../../src/forge/schema/CombinedStatus.ts"
import { CommitStatus } from "../../src/forge/schema/CommitStatus.ts"
import * as Statuses from "../../src/forge/Statuses.ts"
import { combinedStatus, status } from "./support/commits.ts"
import { all, proves, refuses, untyped } from "./support/proof.ts"
import { sha } from "./support/pulls.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking, sending } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(CombinedStatus)

describe("Statuses.getCombined", () => {
  it.effect.each([
    ["main", "main"],
    ["heads/faster/start", "heads%2Ffaster%2Fstart"],
    [sha, sha]
  ] as const)("encodes the ref %s as one segment", ([ref, segment]) =>
    proves(Statuses.getCombined({ ...repo, ref }), {
      sends: asking(`${root}/commits/${segment}/status`),
      answer: answer(200, combinedStatus),
      gives: read(combinedStatus)
    })
  )

  it.effect("requests more contexts than the service's default", () =>
    proves(Statuses.getCombined({ ...repo, ref: "main", per_page: 100, page: 2 }), {
      sends: asking(`${root}/commits/main/status`, { per_page: "100", page: "2" }),
      answer: answer(200, combinedStatus),
      gives: read(combinedStatus)
    })
  )

  it("reads the whole record", () => {
    assert.containSubset(read(combinedStatus), {
      state: "failure",
      sha,
      total_count: 2,
      repository: { full_name: "acme/web" },
      statuses: [
        { context: "ci/build", state: "success", required: true, creator: null },
        { context: "ci/deploy", state: "error" }
      ]
    })
  })

  it.each([
    ["SUCCESS", "success"],
    ["Pending", "pending"],
    ["error", "failure"],
    ["ERROR", "failure"],
    ["something_new", "something_new"]
  ])("has states in lower case, and reads error as failure: %s", (state, expected) => {
    assert.strictEqual(read({ ...combinedStatus, state }).state, expected)
    const statuses = combinedStatus.statuses.map((status) => ({ ...status, state }))
    assert.strictEqual(read({ ...combinedStatus, statuses }).statuses[0]?.state, state.toLowerCase())
  })

  it.effect.each([
    ["ref", { ref: "" }],
    ["ref", { ref: "." }],
    ["per_page", { per_page: 0 }],
    ["page", { page: -1 }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Statuses.getCombined(untyped({ ...repo, ref: "main", ...wrong })))
  )
})

describe("Statuses.list", () => {
  const readStatus = Schema.decodeUnknownSync(CommitStatus)

  it.effect("lists all statuses, also those with the same context", () =>
    proves(all(Statuses.list({ ...repo, ref: "heads/faster/start" })), {
      sends: asking(`${root}/commits/heads%2Ffaster%2Fstart/statuses`, { per_page: "100" }),
      answer: answer(200, [status, { ...status, state: "PENDING" }]),
      gives: [readStatus(status), readStatus({ ...status, state: "pending" })]
    })
  )

  it.effect.each(["", "..", undefined])("refuses the ref %j", (ref) =>
    refuses("ref", all(Statuses.list(untyped({ ...repo, ref }))))
  )
})

describe("Statuses.create", () => {
  const readStatus = Schema.decodeUnknownSync(CommitStatus)
  const onCommit = { ...repo, sha, state: "success" } as const

  it.effect.each([
    {},
    { context: "ci/build", description: "d".repeat(140), target_url: "https://ci.example/1" },
    { description: null, target_url: null }
  ])("sends %j", (fields) =>
    proves(Statuses.create({ ...onCommit, ...fields }), {
      sends: sending("POST", `${root}/statuses/${sha}`, { state: "success", ...fields }),
      answer: answer(201, status),
      gives: readStatus(status)
    })
  )

  it.effect.each([
    ["sha", { sha: "main" }],
    ["sha", { sha: sha.slice(1) }],
    ["state", { state: "skipped" }],
    ["context", { context: "" }],
    ["description", { description: "d".repeat(141) }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, Statuses.create(untyped({ ...onCommit, ...wrong }))))
})

describe("Statuses.combine", () => {
  const states = fc.array(fc.constantFrom("success", "pending", "failure", "error", "something_new"), { maxLength: 6 })

  /** The counterexample to a property, if there is one. */
  const counterexample = (holds: (states: ReadonlyArray<string>) => boolean) =>
    fc.defaultReportMessage(fc.check(fc.property(states, holds), { numRuns: 2_000 }))

  const combine = (all: ReadonlyArray<string>) => Statuses.combine(all.map((state) => ({ state })))

  it("is success only when there are contexts and all succeeded", () => {
    assert.isUndefined(
      counterexample((all) => (combine(all) === "success") === (all.length > 0 && all.every((s) => s === "success")))
    )
  })

  it("is failure only when a context has a failure or an error", () => {
    assert.isUndefined(
      counterexample((all) => (combine(all) === "failure") === (all.includes("failure") || all.includes("error")))
    )
  })

  it("is pending without contexts, or when one is pending and none failed", () => {
    assert.strictEqual(combine([]), "pending")
    assert.isUndefined(
      counterexample(
        (all) =>
          !all.includes("pending") || all.some((s) => s === "failure" || s === "error") || combine(all) === "pending"
      )
    )
  })

  it("ignores the order, and agrees with the combined status of the service", () => {
    assert.isUndefined(
      counterexample((all) => combine(all) === combine(all.toReversed()) && combine([...all, ...all]) === combine(all))
    )
    const combined = read(combinedStatus)
    assert.strictEqual(Statuses.combine(combined.statuses), combined.state)
  })
})
