/** The schemas of payloads, by event and action. */
import * as Schema from "effect/Schema"
import * as Decoder from "../../../rest/Decoder.ts"
import * as WebhookEvents from "../../WebhookEvents.ts"
import type { Declared } from "../../EventDeclaration.ts"

type Decodable = Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>

const declared: Readonly<Record<string, Declared<Decodable, Readonly<Record<string, Decodable>>>>> = WebhookEvents

/** The schema of the payload of an event, by its action; undefined if there is none. */
const schemaOf = (event: string, action: string | null): Schema.ConstraintDecoder<unknown> | undefined => {
  const found = declaredOf(event)
  if (found === undefined) return undefined
  if (!hasActions(found)) return Schema.Struct(found.fields)
  if (action === null || !Object.hasOwn(found.actions, action)) return undefined
  return Schema.Struct({ ...found.fields, ...found.actions[action], action: Schema.Literal(action) })
}

const declaredOf = (event: string) => (Object.hasOwn(declared, event) ? declared[event] : undefined)

/** Whether an event has schemas. */
export const isDeclared = (event: string): boolean => declaredOf(event) !== undefined

const hasActions = (found: { readonly actions: object } | undefined) => Object.keys(found?.actions ?? {}).length > 0

const decoders = new Map<string, Decoder.Decoder<unknown>>()

/** The decoder of the payload of an event, by its action; undefined if it has no schema. */
export const decoderOf = (event: string, action: string | null): Decoder.Decoder<unknown> | undefined => {
  // Only what has a schema is kept: nobody can fill the memory with names.
  const key = hasActions(declaredOf(event)) ? `${event}.${action}` : event
  const known = decoders.get(key)
  if (known !== undefined) return known
  const schema = schemaOf(event, action)
  if (schema === undefined) return undefined
  const decoder = Decoder.make(schema)
  decoders.set(key, decoder)
  return decoder
}
