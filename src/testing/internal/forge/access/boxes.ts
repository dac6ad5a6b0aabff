/** The sealed boxes of secrets. Their ciphers are loaded when they are needed, which takes time. */
import * as Effect from "effect/Effect"
import type { Request } from "../../../Exchange.ts"
import { open } from "../../../../forge/internal/sealedBox.ts"
import { textOf } from "../../exchange.ts"
import { isFields } from "../http/input.ts"
import { keyPair } from "../state/settings.ts"

/** The box in the body of a request that sets a secret; undefined without one. */
export const boxIn = ({ body, method, url }: Request): string | undefined => {
  if (method !== "PUT" || !/\/secrets\/[^/]+$/.test(url.pathname)) return undefined
  try {
    const fields: unknown = JSON.parse(textOf(body))
    const box = isFields(fields) ? fields["encrypted_value"] : undefined
    return typeof box === "string" ? box : undefined
  } catch {
    return undefined
  }
}

/** The plain value in a box; undefined if the key of the simulator does not open it. */
export const opened = (box: string): Effect.Effect<string | undefined> =>
  open("ForgeSimulator", box, keyPair).pipe(
    Effect.map((bytes) => (bytes === undefined ? undefined : new TextDecoder().decode(bytes))),
    // The packages are missing.
    Effect.orDie
  )
