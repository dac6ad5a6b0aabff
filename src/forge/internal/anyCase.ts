import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Decoder from "../../rest/Decoder.ts"
import * as Wire from "../../rest/Wire.ts"

/**
 * An open enumeration whose values may arrive in any case. They are decoded to lower case. `read` can map them further.
 */
export const anyCase = <const Known extends ReadonlyArray<string>>(
  known: Known,
  read: (lowerCase: string) => string = (lowerCase) => lowerCase
) => {
  const normalize = (text: string) => read(text.toLowerCase())
  const normal = Schema.makeFilter((text: string) => normalize(text) === text, {
    expected: `a decoded value: ${known.join(", ")}, or another in lower case`
  })
  return Schema.String.pipe(
    Schema.decodeTo(Wire.openEnum(known).check(normal), {
      decode: Decoder.shortcut(SchemaGetter.transform(normalize), normalize),
      encode: SchemaGetter.passthrough<string>()
    })
  )
}
