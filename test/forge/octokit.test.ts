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
  return name === "Actions.downloadArtifact" ? { ...encoded, archive_format: "zip" } : withoutUrl(name, encoded)
}

/** Octokit takes a field of this name for the URL of the request, so it does not send the field. */
const withoutUrl = <A extends object>(name: string, fields: A): Partial<A> => {
  if (!name.startsWith("Hooks.updateConfigFor")) return fields
  const { url: _, ...others }: { readonly url?: unknown } & A = fields
  return others as Partial<A>
}

/** Whether it is the earlier name of a method, which warns. */
const isFormer = ({ name, route, scope }: (typeof methods)[number]): boolean =>
  methods.some(
    (other) =>
      other.scope === scope &&
      other.route === route &&
      [
        `${name}ForAuthenticatedUser`,
        name.replace("Potection", "Protection").replace("dArchive", "dZipballArchive")
      ].includes(other.name) &&
      other.name !== name
  )

/** The request of Octokit's method for an operation. */
const sentBy = async (operation: Operation): Promise<Sent> => {
  let sent: Sent | undefined
  const fetch = (address: string, init: { readonly method: string; readonly body?: string }): Promise<Response> => {
    const { pathname, searchParams } = new URL(address)
    // Octokit sends an empty text in place of no body.
    const isJson = operation.kind !== "upload" && (init.body ?? "") !== ""
    const body: unknown = isJson ? JSON.parse(init.body ?? "") : init.body || undefined
    sent = { method: init.method, path: pathname, query: Object.fromEntries(searchParams), body }
    return Promise.resolve(Response.json({}))
  }
  const octokit = new Octokit({ request: { fetch } })
  const method =
    methods.find((each) => isMethodOf(each, operation.declaration) && !isFormer(each)) ?? assert.fail("no such method")
  const scope: unknown = Reflect.get(octokit.rest, method.scope)
  const call: unknown = Reflect.get(scope as object, method.name)
  if (typeof call !== "function") assert.fail(`${method.scope}.${method.name} is not a method`)
  await (call as (parameters: object) => Promise<unknown>)(given(operation))
  return sent ?? assert.fail("nothing was sent")
}

/** Octokit encodes the slashes of paths, and takes a plus in a search for a space. */
const decoded = ({ path, query, ...more }: Sent) => {
  const q = query["q"]?.replaceAll("+", " ")
  return { ...more, path: decodeURIComponent(path), query: q === undefined ? query : { ...query, q } }
}

/** Where Octokit sends a bare list, the service also takes an object with it. */
const like = (theirs: Sent, ours: Sent): Sent =>
  Array.isArray(theirs.body) ? { ...ours, body: Object.values(ours.body as object)[0] as unknown } : ours

describe("the official client", () => {
  it.effect.each(operations)("sends the same for $name", (operation) =>
    Effect.gen(function* () {
      const theirs = yield* Effect.promise(() => sentBy(operation))
      const { sent } = yield* exchange(operation.whole, answer(400, { message: "No." }))
      const [ours] = sent
      const { body, ...rest } = decoded(ours ?? assert.fail("nothing was sent"))
      const sendable = typeof body === "object" && body !== null ? withoutUrl(operation.name, body) : body
      assert.deepStrictEqual(decoded(theirs), like(theirs, { ...rest, body: sendable }))
    })
  )
})
