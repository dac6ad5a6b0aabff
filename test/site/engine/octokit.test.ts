/** What the comparison shows: the same write by Octokit and by forgecast, under the same fault. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { FaultName } from "../../../docs/site/src/playground/protocol.ts"
import { lacksBrowser } from "../browser.ts"
import { type Host, open } from "./browser.ts"

const folder = Path.resolve(import.meta.dirname, "../../../docs/site/src/playground/compare")

const text = (file: string): string => Fs.readFileSync(Path.join(folder, file), "utf8")

const forge = text("forge.json")

describe.skipIf(lacksBrowser)("a comment", () => {
  let host: Host
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host?.close())

  const run = async (file: string, faults: ReadonlyArray<FaultName>) => {
    const { entries, outcome, reports, text: says } = await host.run({ program: text(file), forge }, { faults })
    const state = reports.findLast((report) => report._tag === "state")
    return {
      outcome: outcome === "failure" ? says : outcome,
      requests: entries.flatMap((entry) => (entry._tag === "request" ? [`${entry.method} ${entry.status}`] : [])),
      comments: state?.repositories[0]?.issues[0]?.comments.length
    }
  }

  for (const [name, faults, octokit, ours] of [
    ["without a fault", [], ["POST 201"], ["POST 201"]],
    ["whose response is lost", ["lost-answer"], ["POST null", "POST 201"], ["POST null", "GET 200"]],
    [
      "during an outage",
      ["outage"],
      ["POST 503", "POST 503", "POST 503", "POST 201"],
      ["POST 503", "GET 503", "GET 503", "GET 200", "GET 200", "GET 200", "GET 200", "POST 201"]
    ],
    ["that a rate limit refuses", ["rate-limit"], ["POST 403", "POST 201"], ["POST 403", "POST 201"]]
  ] as const) {
    it(`${name} is written by Octokit, which does not look`, async () => {
      const { comments, outcome, requests } = await run("octokit.ts", faults)
      assert.deepStrictEqual(requests, [...octokit], outcome)
      assert.deepStrictEqual([outcome, comments], ["success", name === "whose response is lost" ? 2 : 1])
    })

    it(`${name} is written once by forgecast`, async () => {
      const { comments, outcome, requests } = await run("forgecast.ts", faults)
      assert.deepStrictEqual(requests, [...ours], outcome)
      assert.deepStrictEqual([outcome, comments], ["success", 1])
    })
  }
})
