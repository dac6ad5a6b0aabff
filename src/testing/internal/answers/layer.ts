/** A `Forge` that answers named operations, each with what the test says. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { dialect } from "../../../forge/dialect.ts"
import * as Forge from "../../../forge/Forge.ts"
import type { Call } from "../../../rest/Call.ts"
import * as Credentials from "../../../rest/Credentials.ts"
import * as HttpCache from "../../../rest/HttpCache.ts"
import * as RateLimit from "../../../rest/RateLimit.ts"
import type { Failure } from "../../../rest/RestError.ts"
import * as Transport from "../../../rest/Transport.ts"
import type { Answer } from "../../Exchange.ts"
import type { Answers } from "../../ForgeAnswers.ts"
import { json } from "../exchange.ts"
import { revalidated, withETag } from "../forge/http/conditional.ts"
import { makeHttpClient } from "../httpClient.ts"
import { located } from "../samples/failure.ts"
import { type Input, inputOf } from "./input.ts"
import { declarations } from "./operations.ts"
import { wireOf } from "./wire.ts"

const api = "https://api.github.com"

const notThere = json(404, { message: "Not Found" })

/** The answer to the call under way. It passes through the pipeline, which decodes it, and compares its ETag. */
const Prepared = Context.Reference<Answer>("forgecast/testing/internal/Prepared", { defaultValue: () => notThere })

const client: HttpClient.HttpClient = makeHttpClient((request) =>
  Effect.map(Prepared, (answer) => revalidated(withETag(answer, request), request))
)

const mostShown = 500

/** The input for people, without what looks like a token. */
const shown = (input: Input): string => {
  const text = JSON.stringify(input).replaceAll(dialect.tokens ?? /$^/g, "<redacted>")
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

const fail = (failure: unknown, call: Call, url: URL): Effect.Effect<never, Failure> =>
  // The cast is safe: an answer's type has the errors of its operation only.
  Effect.fail(located(failure, { operation: call.operation, method: call.method, url: url.href }) as Failure)

/** What the test says of a call. Anything else that a test throws is a defect. */
const valueOf = (answer: unknown, input: Input, call: Call, url: URL): Effect.Effect<unknown, Failure> => {
  const value: unknown = typeof answer === "function" ? Reflect.apply(answer, undefined, [input]) : answer
  if (value instanceof Error) return fail(value, call, url)
  if (!Effect.isEffect(value)) return Effect.succeed(value)
  // The cast is safe: the type of answers allows no services.
  const effect = value as Effect.Effect<unknown, unknown>
  return effect.pipe(Effect.catch((failure) => fail(failure, call, url)))
}

const prepare = (answers: ReadonlyMap<string, unknown>, call: Call): Effect.Effect<Answer, Failure> =>
  Effect.suspend(() => {
    const name = call.operation
    const declaration = declarations.get(name)
    const url = new URL(call.url, api)
    const input = declaration && inputOf(declaration, call, url)
    // `Write.once` looks for an earlier write: there is none.
    if (declaration !== undefined && input === undefined) return Effect.succeed(notThere)
    if (declaration === undefined || input === undefined || !answers.has(name)) {
      const known = [...answers.keys()].join(", ") || "nothing"
      throw new Error(`No answer for ${name}(${shown(input ?? {})}): ForgeSimulator.answers has ${known}`)
    }
    return Effect.map(valueOf(answers.get(name), input, call, url), (value) => wireOf(declaration, value, call, url))
  })

const answering = (answers: ReadonlyMap<string, unknown>) =>
  Transport.around({
    request: (next) => (call, reader, since) =>
      Effect.flatMap(prepare(answers, call), (answer) =>
        Effect.provideService(next(call, reader, since), Prepared, answer)
      )
  })

const service = Forge.layer({ baseUrl: api }).pipe(
  Layer.provide([
    Layer.succeed(HttpClient.HttpClient, client),
    Credentials.layerAnonymous,
    HttpCache.layerNone,
    RateLimit.layerMemory()
  ])
)

export const layer = (answers: Answers): Layer.Layer<Forge.Forge> => {
  const known = new Map<string, unknown>(Object.entries(answers))
  return Layer.provide(Layer.effect(Forge.Forge, Effect.map(Forge.Forge, answering(known))), service)
}
