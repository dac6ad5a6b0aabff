/**
 * The examples of all operations.
 *
 * Each is a constant with the operation's name, in the file of the operation's module. It is an Effect that needs `Forge`
 * or `Weather`, and succeeds with what is shown as its output. The comment above it is its caption. The compiler demands
 * an example for each operation.
 */
import type * as gitHub from "forgecast/forge"
import type * as openMeteo from "forgecast/weather"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Issues from "./forge/Issues.ts"
import * as Labels from "./forge/Labels.ts"

/** The names of a module's operations. */
type OperationsOf<Module> = {
  [Name in keyof Module]: Module[Name] extends { readonly declaration: object } ? Name : never
}[keyof Module]

/** An example of each operation of a service. */
type ExamplesOf<Service, Requirement> = {
  readonly [Module in keyof Service as OperationsOf<Service[Module]> extends never ? never : Module]: {
    readonly [Operation in OperationsOf<Service[Module]>]: Effect.Effect<Schema.Json | void, unknown, Requirement>
  }
}

/** The examples of the code-hosting service. */
export const forge: ExamplesOf<Pick<typeof gitHub, "Issues" | "Labels">, gitHub.Forge.Forge> = { Issues, Labels }

export const weather: ExamplesOf<Pick<typeof openMeteo, never>, openMeteo.Weather.Weather> = {}

/** The time at which the examples run. */
export const now = "2026-03-02T09:00:00Z"
