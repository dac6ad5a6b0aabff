/** Keeps the text of a response beside what a reader makes of it. */
import type { BodyReader, Reader } from "../../rest/Call.ts"

/** What a body reader makes of a text. */
export const readText = <A>(reader: BodyReader<A>, text: string, status: number): ReturnType<Reader<A>> =>
  reader.text === undefined ? reader(text, status) : reader(reader.text.decode(text), status)

/** Reads the response, and keeps its text. */
export const keeping = <A>(reader: BodyReader<A>): { readonly reader: Reader<A>; readonly text: () => string } => {
  let kept = ""
  const text: Reader<A> = (body, status) => {
    kept = body
    return readText(reader, body, status)
  }
  return { reader: text, text: () => kept }
}
