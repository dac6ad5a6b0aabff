/** What the official client sends for the same input, beside what ours sends. */
import { Octokit } from "@octokit/rest"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isMethodOf, methods } from "../../.build/docs/octokitMethods.ts"
import { type Operation, operations } from "./operations/all.ts"
import { answer, exchange, type Sent } from "./support/wire.ts"

/** The same input, with its fields as they are sent: Octokit takes no bytes and no instants. */
const given = ({ kind, name, row: { whole }, sends: { body, query } }: Operation): object => {
  const { content_type: _, ...input } = whole
  const encoded = { ...input, ...query, ...(kind === "upload" ? {} : (body as object)) }
  // We ask for the only format that there is.
  return name === "Actions.downloadArtifact" ? { ...encoded, archive_format: "zip" } : encoded
}

/** The request of Octokit's method for an operation. */
const sentBy = async (operation: Operation): Promise<Sent> => {
  let sent: Sent | undefined
  const fetch = (address: string, init: { readonly method: string; readonly body?: string }): Promise<Response> => {
    const { pathname, searchParams } = new URL(address)
    // Some have an empty body.
    const text = init.body === "" ? undefined : init.body
    const body: unknown = operation.kind !== "upload" && text !== undefined ? JSON.parse(text) : text
    sent = { method: init.method, path: pathname, query: Object.fromEntries(searchParams), body }
    return Promise.resolve(Response.json({}))
  }
  const octokit = new Octokit({ request: { fetch } })
  const method = methods.find((each) => isMethodOf(each, operation.declaration)) ?? assert.fail("no such method")
  const scope: unknown = Reflect.get(octokit.rest, method.scope)
  const call: unknown = Reflect.get(scope as object, method.name)
  if (typeof call !== "function") assert.fail(`${method.scope}.${method.name} is no method`)
  await (call as (parameters: object) => Promise<unknown>)(given(operation))
  return sent ?? assert.fail("nothing was sent")
}

/** Octokit encodes the slashes of paths, and takes a plus in a search for a space. */
const decoded = ({ path, query, ...more }: Sent) => {
  const q = query["q"]?.replaceAll("+", " ")
  return { ...more, path: decodeURIComponent(path), query: q === undefined ? query : { ...query, q } }
}

describe("the official client", () => {
  it.effect.each(operations)("sends the same for $name", (operation) =>
    Effect.gen(function* () {
      const theirs = yield* Effect.promise(() => sentBy(operation))
      const { sent } = yield* exchange(operation.whole, answer(400, { message: "No." }))
      const [ours] = sent
      assert.deepStrictEqual(decoded(theirs), decoded(ours ?? assert.fail("nothing was sent")))
    })
  )
})
