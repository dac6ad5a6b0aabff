import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { foundIn, scopesOf, showScope } from "../../../src/ai/internal/bounds/queries.ts"
import { runs } from "../../depth.ts"

const scoped = (query: string): string =>
  Result.match(scopesOf(query), { onFailure: (why) => why, onSuccess: (scopes) => scopes.map(showScope).join(" ") })

describe("the scopes of a search", () => {
  it.each([
    ["rain repo:acme/web", "acme/web"],
    ["repo:acme/web repo:acme/api is:issue", "acme/web acme/api"],
    ["org:acme rain", "acme/*"],
    ["USER:acme", "acme/*"],
    ['repo:"acme/web" "two words"', "acme/web"],
    ["repo:acme/web -repo:acme/api", "acme/web"],
    ["repo:acme/web it does not work", "acme/web"],
    // What is in quotes is text.
    ['repo:acme/web "OR (x)"', "acme/web"]
  ])("of %s", (query, expected) => {
    assert.strictEqual(scoped(query), expected)
  })

  it.each([
    ["rain", "has no repo:, org: or user:"],
    ['"repo:acme/web"', "has no repo:, org: or user:"],
    ["-repo:acme/web", "has no repo:, org: or user:"],
    ["NOT repo:acme/web", "has no repo:, org: or user:"],
    ["not repo:acme/web", "has no repo:, org: or user:"],
    ["repo:acme/web OR rain", "has OR"],
    ["repo:acme/web or rain", "has OR"],
    ["repo:acme/web || rain", "has OR"],
    ["(repo:acme/web)", "has parentheses or backslashes"],
    [String.raw`repo:acme/web \"x`, "has an open quote"],
    [String.raw`repo:acme/web "x\" OR y"`, "has an open quote"],
    [String.raw`repo:acme/web "\\"`, "has parentheses or backslashes"],
    ["user:@me", "has user:@me, which is not a name"],
    ["repo:acme/*", "has repo:acme/*, which is not a name"],
    ["repo:acme", "has repo:acme, which is not a name"],
    ["repo:acme/web,evil/loot", "has repo:acme/web,evil/loot, which is not a name"],
    ["repo:acme/web enterprise:evil", "has a scope that is not a repository, user or organization"]
  ])("are refused in %s", (query, expected) => {
    assert.strictEqual(scoped(query), expected)
  })

  it("are all that a query names outside of quotes, whatever else it says", () => {
    const piece = fc.constantFrom("rain", '"x y"', "is:open", "-label:bug", "repo:evil/loot", "org:evil", "author:a")
    const query = fc.array(piece, { maxLength: 6 })
    fc.assert(
      fc.property(query, (pieces) => {
        const found = scoped([...pieces, "repo:acme/web"].join(" "))
        assert.strictEqual(
          found.includes("evil"),
          pieces.some((one) => one.includes("evil"))
        )
      }),
      { numRuns: runs(300) }
    )
  })
})

it("the results of a search name their repositories, or nothing is known of them", () => {
  const items = [
    { repository_url: "https://api.github.com/repos/acme/web" },
    { repository: { full_name: "acme/api" } },
    { full_name: "acme/docs" },
    { title: "x" }
  ]
  assert.deepStrictEqual(foundIn({ items }), ["acme/web", "acme/api", "acme/docs", undefined])
  assert.deepStrictEqual(foundIn("text"), [undefined])
})
