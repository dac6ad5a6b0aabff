/** What an input says of the answer to it. */
import type { Call } from "../../../rest/Call.ts"
import { isRecord } from "./answers.ts"
import { jsonOf } from "./requests.ts"

/** The fields of the body that the answer has, and what the declaration says of it. */
export const assumedOf = (call: Call): Readonly<Record<string, unknown>> => {
  const body = jsonOf(call.body)
  const { secrets = [] } = call
  const scalars = Object.entries(isRecord(body) ? body : {}).filter(
    ([name, value]) =>
      name !== "sha" && ["string", "number", "boolean"].includes(typeof value) && !secrets.includes(String(value))
  )
  return { ...sizeOf(call), ...Object.fromEntries(scalars), ...call.foreseen?.() }
}

export const sizeOf = ({ body }: Call): object =>
  (body._tag === "Uint8Array" || body._tag === "Stream") && jsonOf(body) === undefined
    ? { size: body.contentLength }
    : {}
