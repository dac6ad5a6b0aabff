/**
 * Runs the examples of all operations on the simulator, and prints what they sent, as JSON:
 * `node --import .build/docs/byName.ts docs/site/build/operations/record.ts`.
 */
import * as Effect from "effect/Effect"
import { examples } from "../../../../.build/docs/operationRuns.ts"
import { now } from "../../../../docs/examples/operations/index.ts"
import type { Received } from "../../../../src/testing/Journal.ts"
import type { Recorded, Sent } from "./calls.ts"

const sentOf = ({ body, headers, method, status, url }: Received): Sent => {
  const { pathname, search } = new URL(url)
  return {
    method,
    path: pathname,
    query: search.slice(1),
    accept: headers["accept"] ?? null,
    type: headers["content-type"] ?? null,
    body: body instanceof Uint8Array ? null : (body ?? null),
    status
  }
}

const early = "1970-01-01T00:00:00Z"

const recorded = Effect.forEach(examples, ({ name, run }) =>
  Effect.gen(function* () {
    const { output, requests } = yield* run(now)
    const atStart = yield* Effect.exit(run(early))
    // Several places, and parts of a span, are asked for as one.
    const names = [name, name.replace(/\.(?:getMany|stream)$/, ".get")]
    const own = requests.find(({ operation }) => operation !== null && names.includes(operation))
    if (own === undefined) return yield* Effect.fail(new Error(`The example of ${name} does not send its request`))
    const last = requests.at(-1) ?? own
    const isSame = atStart._tag === "Success" && JSON.stringify(atStart.value.output) === JSON.stringify(output)
    return [name, { sent: sentOf(own), last: last.status, time: isSame ? null : now } satisfies Recorded] as const
  })
)

process.stdout.write(JSON.stringify(Object.fromEntries(await Effect.runPromise(recorded))))
