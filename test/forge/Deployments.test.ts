import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Deployments from "../../src/forge/Deployments.ts"
import { deployment, deploymentStatus } from "./support/actions.ts"
import { fails, refuses, untyped } from "./support/proof.ts"
import { repo } from "./support/records.ts"
import { answer, exchange } from "./support/wire.ts"

const asked = { ...repo, ref: "next" }
const onDeployment = { ...repo, deployment_id: 40 }

describe("Deployments.create", () => {
  it.effect("tells whether the service has merged instead", () =>
    Effect.gen(function* () {
      const message = "Auto-merged main into next on deployment."
      const merged = yield* exchange(Deployments.create(asked), answer(202, { message }))
      assert.containSubset(merged.result, { success: { _tag: "Merged", message } })
      const created = yield* exchange(Deployments.create(asked), answer(201, deployment))
      assert.containSubset(created.result, { success: { _tag: "Created", id: 40, payload: { version: "1.2.0" } } })
    })
  )

  it.effect("fails with Conflict if it cannot merge", () =>
    Effect.gen(function* () {
      const failure = yield* fails(
        Deployments.create(asked),
        answer(409, { message: "Conflict merging main into next" })
      )
      assert.containSubset(failure, { _tag: "Conflict", serviceMessage: "Conflict merging main into next" })
    })
  )

  it.effect("keeps a payload that is text", () =>
    Effect.gen(function* () {
      const { result } = yield* exchange(Deployments.create(asked), answer(201, { ...deployment, payload: "all" }))
      assert.containSubset(result, { success: { payload: "all" } })
    })
  )

  it.effect("rejects a payload that is neither", () =>
    refuses("payload", Deployments.create(untyped({ ...asked, payload: 7 })))
  )
})

describe("Deployments.createStatus", () => {
  it.effect("rejects a long description, and a state that does not exist", () =>
    Effect.gen(function* () {
      const status = { ...onDeployment, state: "success" } as const
      const failure = yield* refuses(
        "description",
        Deployments.createStatus({ ...status, description: "a".repeat(141) })
      )
      assert.include(failure.message, "at most 140 characters")
      yield* refuses("state", Deployments.createStatus(untyped({ ...status, state: "done" })))
    })
  )

  it.effect("reads a state that is new", () =>
    Effect.gen(function* () {
      const { result } = yield* exchange(
        Deployments.listStatuses.page(onDeployment),
        answer(200, [{ ...deploymentStatus, state: "approved", log_url: "" }])
      )
      assert.containSubset(result, { success: { items: [{ state: "approved", log_url: "" }] } })
    })
  )
})
