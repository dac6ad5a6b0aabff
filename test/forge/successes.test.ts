/** The statuses of a success, as the service documents them. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { contract } from "./support/contract.ts"
import { officialStatuses } from "./support/officialStatuses.ts"
import { fails } from "./support/proof.ts"
import { answer, exchange } from "./support/wire.ts"

/** `issues.listForRepo` is `issues/list-for-repo` in the official types. */
const documented = (official: string): ReadonlyArray<number> =>
  officialStatuses.get(official.replace(".", "/").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)) ??
  assert.fail(`${official} is missing`)

/** What other servers, and proxies that change a response, send in place of the documented status. */
const likewise: Readonly<Record<(typeof contract)[number]["kind"], ReadonlyArray<number>>> = {
  one: [200, 201, 203],
  upload: [200, 201, 203],
  list: [200, 203],
  download: [200, 203],
  nothing: [204, 205]
}

const isEmpty = (status: number) => status === 204 || status === 205

describe("the statuses of a success", () => {
  it.each(contract)("of $name are those that the service documents", ({ declaration, kind, official }) => {
    const expected = new Set([...documented(official), ...likewise[kind]])
    assert.deepStrictEqual(
      [...declaration.statuses],
      [...expected].toSorted((a, b) => a - b)
    )
  })

  it.effect.each(contract)("$name succeeds with them, and with no other 2xx", (row) =>
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
