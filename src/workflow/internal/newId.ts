/** Ids that no other record has. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Makes an id for something. Inside of `Durable.steps`, each run of the workflow gets the same one. */
export const NewId = Context.Reference<(of: string) => Effect.Effect<string>>("forgecast/workflow/NewId", {
  defaultValue: () => () => Effect.sync(() => globalThis.crypto.randomUUID())
})
