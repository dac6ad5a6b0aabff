/** The schemas of payloads, by event and action. */
import * as Schema from "effect/Schema"
import * as Decoder from "../../../rest/Decoder.ts"
import * as WebhookEvents from "../../WebhookEvents.ts"
import type { Declared } from "../../EventDeclaration.ts"

type Decodable = Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>

const declared: Readonly<Record<string, Declared<Decodable, Readonly<Record<string, Decodable>>>>> = WebhookEvents

/** The schema of the payload of an event, by its action; undefined if the event has none. */
const schemaOf = (event: string, action: string | null): Schema.ConstraintDecoder<unknown> | undefined => {
  const found = declaredOf(event)
  if (found === undefined) return undefined
  if (!hasActions(found)) return Schema.Struct(found.fields)
  return action !== null && Object.hasOwn(found.actions, action)
    ? Schema.Struct({ ...found.fields, ...found.actions[action], action: Schema.Literal(action) })
    : Schema.Struct({ ...found.fields, action: Schema.String })
}

const declaredOf = (event: string) => (Object.hasOwn(declared, event) ? declared[event] : undefined)

/** Whether an event has schemas. */
export const isDeclared = (event: string): boolean => declaredOf(event) !== undefined

const hasActions = (found: { readonly actions: object } | undefined) => Object.keys(found?.actions ?? {}).length > 0

/** Whether the payload of an event has a schema as a whole: the service adds actions to events. */
export const isWhole = (event: string, action: string | null): boolean => {
  const found = declaredOf(event)
  return found !== undefined && (!hasActions(found) || (action !== null && Object.hasOwn(found.actions, action)))
}

const decoders = new Map<string, Decoder.Decoder<unknown>>()

/**
 * The decoder of the payload of an event, by its action; undefined if the event has no schema. That of an action without
 * one reads the parts that all payloads of the event have.
 */
export const decoderOf = (event: string, action: string | null): Decoder.Decoder<unknown> | undefined => {
  // Actions without a schema share a decoder: nobody can fill the memory with names.
  const key = isWhole(event, action) ? `${event}.${action}` : event
  const known = decoders.get(key)
  if (known !== undefined) return known
  const schema = schemaOf(event, action)
  if (schema === undefined) return undefined
  const decoder = Decoder.make(schema)
  decoders.set(key, decoder)
  return decoder
}
