import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import * as Webhooks from "../../../src/forge/Webhooks.ts"
import { exampleOf } from "./support/examples.ts"

const deliver = (event: string, payload: object): Webhooks.Delivery =>
  Result.getOrThrow(
    Webhooks.decode({
      id: "1",
      event,
      hook: { id: 1, target_type: "repository", target_id: 2 },
      received_at: DateTime.makeUnsafe(0),
      payload: payload as never
    })
  )

const ping = deliver("ping", { zen: "Design for failure.", installation: { id: 7 } })

describe("handlers", () => {
  it("have names of their own", () => {
    const opened = Webhooks.on("issues", ["opened", "reopened"], () => Effect.void)
    const named = Webhooks.on("issues", () => Effect.void, { name: "triage" })
    const names = Webhooks.handlers(opened, named, opened, opened).map(({ name }) => name)
    expect(names).toStrictEqual([
      "issues.opened,reopened",
      "triage",
      "issues.opened,reopened#2",
      "issues.opened,reopened#3"
    ])
  })

  it.effect("run by event and action, and no other one's failure or defect touches them", () =>
    Effect.gen(function* () {
      const exits = yield* Webhooks.dispatch(
        Webhooks.handlers(
          Webhooks.on("ping", () => Effect.fail("failed")),
          Webhooks.on("ping", () => Effect.die("died"), { name: "dies" }),
          Webhooks.on("ping", () => Effect.void, { name: "works" }),
          Webhooks.on("star", () => Effect.die("not called")),
          Webhooks.onAny(({ payload }) => Effect.sync(() => expect(payload).toBe(ping.payload)))
        ),
        ping
      )
      const ends = Array.from(exits, ([name, exit]) => [name, Exit.isSuccess(exit) ? "done" : Cause.squash(exit.cause)])
      expect(ends).toStrictEqual([
        ["ping", "failed"],
        ["dies", "died"],
        ["works", "done"],
        ["any", "done"]
      ])
    })
  )

  it("do not get an action of their event that has no schema", () => {
    const all = Webhooks.handlers(
      Webhooks.on("star", () => Effect.void),
      Webhooks.onAny(() => Effect.void)
    )
    const unknown = deliver("star", { ...exampleOf("star"), action: "polished" })
    expect(Webhooks.is(unknown, "star")).toBe(false)
    expect(Webhooks.handlersOf(all, unknown).map(({ name }) => name)).toStrictEqual(["any"])
  })

  it("get events and actions that have no schema where they name them", () => {
    const all = Webhooks.handlers(
      Webhooks.on("discussion", () => Effect.void),
      Webhooks.on("discussion", ["created"], () => Effect.void),
      Webhooks.on("pull_request", ["stacked"], () => Effect.void)
    )
    const names = (delivery: Webhooks.Delivery) => Webhooks.handlersOf(all, delivery).map(({ name }) => name)
    expect(names(deliver("discussion", { action: "created" }))).toStrictEqual(["discussion", "discussion.created"])
    expect(names(deliver("discussion", { action: "edited" }))).toStrictEqual(["discussion"])
    expect(names(deliver("pull_request", { ...exampleOf("pull_request"), action: "stacked" }))).toStrictEqual([
      "pull_request.stacked"
    ])
  })

  it.effect("run in a span that names the event, the delivery and what it is about", () =>
    Effect.gen(function* () {
      const about = (payload: object) => ({ ...ping, payload })
      const span = (delivery: Webhooks.Delivery) =>
        Webhooks.run(
          Webhooks.onAny(() => Effect.flatMap(Effect.currentSpan, (current) => Effect.fail(current))),
          delivery
        ).pipe(Effect.flip)
      const repository = { full_name: "acme/web" }
      const issue = yield* span(about({ issue: { number: 7 }, repository }))
      expect(issue).toMatchObject({ name: "Webhooks.any", kind: "consumer" })
      expect(Object.fromEntries("attributes" in issue ? issue.attributes : [])).toMatchObject({
        "webhook.event": "ping",
        "webhook.delivery": "1",
        "webhook.subject": "acme/web#7"
      })
      const push = yield* span(about({ repository }))
      expect("attributes" in push && push.attributes.get("webhook.subject")).toBe("acme/web")
    })
  )
})
