/** The statuses of a success, as the service documents them. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { under } from "../testing/forge/description.ts"
import { type Operation, operations } from "./operations/all.ts"
import { fails } from "./support/proof.ts"
import { answer, exchange } from "./support/wire.ts"

/** The statuses of a success that the description has. Downloads are redirected. */
const documented = ({ described: { official } }: Operation): ReadonlyArray<number> =>
  Object.keys(under(official, "responses"))
    .map(Number)
    .filter((status) => status < 300)

/** What other servers, and proxies that change a response, send in place of the documented status. */
const likewise: Readonly<Record<Operation["kind"], ReadonlyArray<number>>> = {
  one: [200, 201, 203],
  upload: [200, 201, 203],
  list: [200, 203],
  download: [200, 203],
  nothing: [204, 205],
  question: [204, 404]
}

const isEmpty = (status: number) => status === 204 || status === 205

describe("the statuses of a success", () => {
  it.each(operations)("of $name are those that the service documents", (operation) => {
    const expected = new Set([...documented(operation), ...likewise[operation.kind]])
    assert.deepStrictEqual(
      [...operation.declaration.statuses],
      [...expected].toSorted((a, b) => a - b)
    )
  })

  it.effect.each(operations)("$name succeeds with them, and with no other 2xx", (row) =>
    Effect.gen(function* () {
      for (const status of [200, 201, 202, 203, 204, 205, 206, 207, 208, 226]) {
        const headers = row.type === undefined ? {} : { "content-type": row.type }
        const response = isEmpty(status) ? answer(status) : answer(status, row.body, headers)
        if (row.declaration.statuses.includes(status)) {
          const { result } = yield* exchange(row.call, response)
          assert.strictEqual(result._tag, "Success", `${status}`)
        } else {
          assert.containSubset(yield* fails(row.call, response), { _tag: "UnexpectedStatus", status })
        }
      }
    })
  )
})
