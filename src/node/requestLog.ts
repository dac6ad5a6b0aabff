/** The log of the ready-made Layers for Node: here, a smaller bundle is worth nothing. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RequestLog from "../rest/RequestLog.ts"
import { Observer } from "../rest/Transport.ts"

/** `RequestLog.layer`, unless the program has an observer of its own. */
export const layer: Layer.Layer<never> = Layer.effect(
  Observer,
  Effect.map(Observer, (given) => (given === Observer.defaultValue() ? RequestLog.log : given))
)
