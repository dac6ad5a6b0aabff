import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { lacksRedis } from "../services/redis.ts"
import { runTeam } from "./team.ts"

describe.skipIf(lacksRedis)("four processes with one credential, of which two are killed", () => {
  it.live("send no request beyond the budget, do nothing twice, and do all the rest of the work", () =>
    Effect.gen(function* () {
      const items = 160
      const { comments, reports, requests } = yield* runTeam({
        budget: 60,
        window: "4 seconds",
        items,
        kills: [25, 45]
      })
      const refused = requests.filter(({ status }) => status !== 200 && status !== 201 && status !== 304)
      // A request of a killed process may have no answer.
      assert.deepStrictEqual(
        refused.flatMap(({ status }) => (status === null ? [] : [status])),
        []
      )
      assert.deepStrictEqual([...new Set(comments.values())], [1])
      for (const { done } of reports) for (const item of done) assert.isTrue(comments.has(item), item)
      // What the killed ones had at hand: ten items each.
      assert.isAtLeast(comments.size, items - 20)
      assert.isAbove(comments.size, 60, "more than one window")
      assert.isAbove(
        reports.reduce((sum, { done }) => sum + done.length, 0),
        80
      )
    })
  )
})
