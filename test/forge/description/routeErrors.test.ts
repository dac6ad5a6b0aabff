/** The errors of every route: what the description documents, what a call fails with, and what the types say. */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Forge } from "../../../src/forge/Forge.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import * as Routes from "../../../src/forge/Routes.ts"
import { routes, under } from "../../testing/forge/description.ts"
import { answer, makeClient, serviceOn } from "../support/wire.ts"

// Any route goes here, so the types say nothing.
type Call = (route: string, input: object) => Effect.Effect<unknown, ForgeError, Forge>
const request = Routes.request as unknown as Call

/** A response whose meaning depends on the route. */
interface Meaning {
  readonly status: number
  readonly message: string
  readonly tag: string
}

const meanings: ReadonlyArray<Meaning> = [
  { status: 404, message: "Not Found", tag: "NotFound" },
  { status: 405, message: "Pull Request is not mergeable", tag: "Unmergeable" },
  { status: 409, message: "Conflict", tag: "Conflict" },
  { status: 410, message: "Gone", tag: "Gone" },
  { status: 422, message: "Validation Failed", tag: "ValidationFailed" },
  { status: 422, message: "Only the first 1000 search results are available", tag: "SearchTruncated" }
]

const all = routes().map(({ official, route }) => ({
  route,
  documented: Object.keys(under(official, "responses")).map(Number),
  tags: new Map<Meaning, string>()
}))

const parameters = (route: string): object => {
  const names = [...route.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name)
  return Object.fromEntries(names.map((name) => [name, 1]))
}

/** The tags of a route, in the order of the alphabet. */
const tagsOf = ({ tags }: (typeof all)[number]): ReadonlyArray<string> =>
  [...new Set(tags.values())].filter((tag) => tag !== "UnexpectedStatus").toSorted()

/** Calls each route with each response. */
beforeAll(async () => {
  for (const { route, tags } of all) {
    for (const meaning of meanings) {
      const { client } = makeClient(() => answer(meaning.status, { message: meaning.message }))
      const { _tag } = await Effect.runPromise(
        Effect.flip(Effect.provide(request(route, parameters(route)), serviceOn(client)))
      )
      tags.set(meaning, _tag)
    }
  }
})

describe("the errors of a route", () => {
  it("are those that the description documents, and few others", () => {
    const missing: Array<string> = []
    const documented: Record<string, number> = {}
    const undocumented: Record<string, number> = {}
    for (const each of all) {
      for (const { status, tag } of meanings) {
        const isMerge = /^PUT .*\/merge$/.test(each.route)
        // 405 is documented for four routes without a merge, for which it has no error of its own.
        if (tag === "SearchTruncated" || (tag === "Unmergeable" && !isMerge) || (tag === "Conflict" && isMerge))
          continue
        const isDocumented = each.documented.includes(status)
        const isPossible = tagsOf(each).includes(tag)
        if (isDocumented && !isPossible) missing.push(`${each.route}: ${status}`)
        const counts = isDocumented ? documented : undocumented
        if (isPossible) counts[tag] = (counts[tag] ?? 0) + 1
      }
    }
    assert.deepStrictEqual(missing, [])
    assert.deepStrictEqual(documented, { NotFound: 642, Gone: 32, Conflict: 77, ValidationFailed: 318, Unmergeable: 1 })
    assert.deepStrictEqual(undocumented, { NotFound: 581, Gone: 24, Conflict: 410, ValidationFailed: 776 })
  })

  it("are the same in the types", () => {
    const home = Fs.mkdtempSync(Path.join(Os.tmpdir(), "forgecast-routes-"))
    const source = Path.resolve(import.meta.dirname, "../../../src/forge/RouteError.ts")
    const rows = all.map(
      (each) =>
        `  ${JSON.stringify(each.route)}: ${tagsOf(each)
          .map((tag) => `"${tag}"`)
          .join(" | ")}`
    )
    Fs.writeFileSync(
      Path.join(home, "routes.ts"),
      [
        `import type { StatusError } from ${JSON.stringify(source)}`,
        `interface Rows {`,
        ...rows,
        `}`,
        `type Same<A, B> = [A, B] extends [B, A] ? true : false`,
        `type Wrong = { [R in keyof Rows]: Same<StatusError<R>["_tag"], Rows[R]> extends true ? never : R }[keyof Rows]`,
        `export const wrong: [Wrong] extends [never] ? 0 : Wrong = 0`
      ].join("\n")
    )
    const flags = "--noEmit --ignoreConfig --strict --skipLibCheck --target es2023 --module nodenext"
    try {
      execFileSync("tsc", [...flags.split(" "), "--allowImportingTsExtensions", "routes.ts"], {
        cwd: home,
        encoding: "utf8"
      })
    } catch (error) {
      assert.fail(String((error as { readonly stdout?: string }).stdout))
    } finally {
      Fs.rmSync(home, { recursive: true })
    }
  })
})
