/** The types of `AgentTest.run`: what it fails with is what the tools fail with. */
import type * as AiError from "effect/ai/AiError"
import type * as LanguageModel from "effect/ai/LanguageModel"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as AgentTest from "../../src/testing/AgentTest.ts"

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
// `any` is the same as everything.
type Sure<A> = 0 extends 1 & A ? false : true

const is = <_T extends true>(): void => undefined

const library = AgentTest.run(ForgeTools.toolkit({ operations: { Issues: { get: Issues.get } } }).toolkit)

is<Sure<Effect.Error<typeof library>>>()
is<Same<Effect.Error<typeof library>, AiError.AiError>>()

export class Broken extends Schema.TaggedError<Broken>("Broken")("Broken", { message: Schema.String }) {}
class Clerk extends Context.Service<Clerk, string>()("Clerk") {}

export const failing = Toolkit.make(
  Tool.make("break", { failure: Broken }),
  Tool.make("bend", { failure: Broken, failureMode: "return" }).addDependency(Clerk)
)
const own = AgentTest.run(failing)

is<Sure<Effect.Error<typeof own>>>()
is<Same<Effect.Error<typeof own>, AiError.AiError | Broken>>()
is<Sure<Effect.Services<typeof own>>>()
is<
  Same<Extract<Effect.Services<typeof own>, Clerk | LanguageModel.LanguageModel>, Clerk | LanguageModel.LanguageModel>
>()
