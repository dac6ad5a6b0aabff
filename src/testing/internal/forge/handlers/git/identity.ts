/** The people that a new commit names. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { type Identity, identity as recorded } from "../../../git/objects.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { malformed } from "../../http/refusals.ts"
import { identityOf } from "../../state/identities.ts"

export const viewerIdentity = (call: Call, viewer: string): Identity => identityOf(call.world, viewer, call.now)

/**
 * Reads a person: a name, an address and a date, which is now by default. Undefined if it was not sent. Without `base`,
 * whose name and address are the defaults, both are required.
 */
export const identity = (
  call: Call,
  fields: Input.Fields,
  name: "author" | "committer" | "tagger",
  base?: Identity
): Result.Result<Identity | undefined, Answer> =>
  Result.gen(function* () {
    const person = yield* Input.object(call, fields, name)
    if (person === undefined) return undefined
    if (base === undefined) {
      yield* Input.required(call, person, "name")
      yield* Input.required(call, person, "email")
    }
    const fullName = yield* Input.text(call, person, "name")
    const email = yield* Input.text(call, person, "email")
    const date = yield* Input.instant(call, person, "date")
    const made = recorded(
      fullName ?? base?.name ?? "",
      email ?? base?.email ?? "",
      Math.floor((date ?? call.now) / 1000) * 1000
    )
    if (made.name === "") return yield* Result.fail(malformed(call, `"name" wasn't supplied.`))
    return made.email === "" ? yield* Result.fail(malformed(call, `"email" wasn't supplied.`)) : made
  })
