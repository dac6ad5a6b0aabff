import { expectTypeOf } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Webhooks from "../../../src/forge/Webhooks.ts"
import type { Label } from "../../../src/forge/schema/Label.ts"

class Mail extends Context.Service<Mail, { readonly send: (text: string) => Effect.Effect<void> }>()("test/Mail") {}

// The event and the actions narrow the payload.
Webhooks.on("pull_request", ["synchronize"], ({ action, payload }) => {
  expectTypeOf(action).toEqualTypeOf<"synchronize">()
  expectTypeOf(payload.before).toEqualTypeOf<string>()
  return Effect.void
})
Webhooks.on("pull_request", ["labeled", "closed"], ({ payload }) => {
  if (payload.action === "labeled") expectTypeOf(payload.label).toEqualTypeOf<Label | null>()
  expectTypeOf(payload.pull_request.merged).toEqualTypeOf<boolean>()
  return Effect.void
})
Webhooks.on("push", ({ payload }) => {
  expectTypeOf(payload.ref).toEqualTypeOf<string>()
  return Effect.void
})
// @ts-expect-error: pushes have no actions.
Webhooks.on("push", ["opened"], () => Effect.void)
// @ts-expect-error: pull requests cannot be pinned.
Webhooks.on("pull_request", ["pinned"], () => Effect.void)

// Events without a schema have the types of the optional peer.
Webhooks.on("discussion", ["created", "edited"], ({ action, payload }) => {
  expectTypeOf(action).toEqualTypeOf<"created" | "edited">()
  expectTypeOf(payload.discussion.title).toEqualTypeOf<string>()
  if (payload.action === "edited") expectTypeOf(payload.changes).not.toBeAny()
  return Effect.void
})
Webhooks.on("gollum", ({ payload }) => {
  expectTypeOf(payload.pages[0]?.title).toEqualTypeOf<string | undefined>()
  return Effect.void
})
Webhooks.on("pull_request", ["stacked"], ({ payload }) => {
  expectTypeOf(payload.action).toEqualTypeOf<"stacked">()
  return Effect.void
})
// @ts-expect-error: there is no such event.
Webhooks.on("dicussion", () => Effect.void)
// @ts-expect-error: discussions cannot be merged.
Webhooks.on("discussion", ["merged"], () => Effect.void)

// All handlers fail with, and need, what any of them fails with and needs.
const all = Webhooks.handlers(
  Webhooks.on("push", () => Effect.fail("no branch" as const)),
  Webhooks.on("ping", () => Effect.flatMap(Mail, ({ send }) => send("hello"))),
  Webhooks.onAny(() => Effect.void)
)
expectTypeOf(all).toEqualTypeOf<Webhooks.Handlers<"no branch", Mail>>()
