/** What is sent, and not in a plan that was stored: secrets, and long bodies. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Forge } from "../../../forge/Forge.ts"
import type { Call } from "../../../rest/Call.ts"
import { Sha256 } from "../../../rest/Sha256.ts"
import { PlanNotApplicable } from "../../PlanError.ts"
import type { PlannedWrite } from "../../PlanTypes.ts"
import { bodyOf, digestOf } from "./bodies.ts"
import { bytesOf, jsonOf as parsedBody } from "./requests.ts"
import { bytesWith, fieldOf, jsonOf, type Values } from "./values.ts"

interface Supplies<E, R> {
  readonly secret?: ((write: PlannedWrite, path: string) => Effect.Effect<Redacted.Redacted, E, R>) | undefined
  readonly bytes?: ((write: PlannedWrite) => Effect.Effect<Uint8Array, E, R>) | undefined
}

/** Collects what the writes after the first `done` need. Returns the function that makes their bodies. */
export const suppliedFor = Effect.fnUntraced(function* <E, R>(
  writes: ReadonlyArray<PlannedWrite>,
  done: number,
  kept: ReadonlyArray<Call["body"]> | undefined,
  { bytes, secret }: Supplies<E, R>
): Effect.fn.Return<(index: number, values: Values) => Call["body"], E | PlanNotApplicable, Forge | R> {
  const { policy } = yield* Forge
  const begin = yield* Effect.withFiber((fiber) => Effect.succeed(policy(fiber, Sha256)))
  const secrets = new Map<number, ReadonlyMap<string, string>>()
  const data = new Map<number, Call["body"]>()
  for (const [index, write] of writes.entries()) {
    if (index < done) continue
    const number = index + 1
    const body = kept?.[index]
    const found = new Map<string, string>()
    for (const at of write.secrets) {
      const own = body && fieldOf({ body: parsedBody(body) }, at.map(String))
      const path = at.slice(1).join(".")
      const what = `Write ${number} (${write.operation}) needs the secret ${path}, which a stored plan does not have`
      if (typeof own === "string") found.set(at.join("\n"), own)
      else if (secret === undefined) return yield* lacks("lacks-secret", number, what)
      else found.set(at.join("\n"), Redacted.value(yield* secret(write, path)))
    }
    secrets.set(index, found)
    if (write.body._tag !== "Bytes" || write.body.content !== null) continue
    const { content_type, sha256 } = write.body
    if (body !== undefined) data.set(index, body)
    else if (bytes === undefined) {
      return yield* lacks(
        "lacks-bytes",
        number,
        `Write ${number} (${write.operation}) needs its bytes, which a stored plan does not have`
      )
    } else {
      const given = yield* bytes(write)
      if (sha256 !== null && digestOf(begin, given) !== sha256) {
        return yield* lacks(
          "lacks-bytes",
          number,
          `The bytes for write ${number} (${write.operation}) are not those of the plan`
        )
      }
      data.set(index, bodyOf(given, content_type))
    }
  }
  return (index, values) => {
    const write = writes[index]
    if (write === undefined || write.body._tag === "None") return { _tag: "Empty" }
    if (write.body._tag === "Json") {
      const json = jsonOf(write.body.value, write.later, values, secrets.get(index) ?? new Map())
      return bodyOf(new TextEncoder().encode(JSON.stringify(json)), "application/json")
    }
    const { content, content_type } = write.body
    const given = data.get(index)
    return given ?? bodyOf(bytesWith(write.later, values) ?? bytesOf(atob(content ?? "")), content_type)
  }
})

const lacks = (reason: PlanNotApplicable["reason"], write: number, message: string): PlanNotApplicable =>
  new PlanNotApplicable({ reason, write, message })
