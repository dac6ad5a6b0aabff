/** Every field that an operation declares is sent: in the path, the query or the body, with its value. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Forge, Issues, Users } from "../../src/forge/index.ts"
import * as Routes from "../../src/forge/Routes.ts"
import { inputOf, queryText, type Value, valuesOf } from "../rest/support/values.ts"
import { type Callable, described } from "./description/official.ts"
import { answer, makeClient, serviceOn } from "./support/wire.ts"

/** What an upload takes besides. */
const payload = { content_type: "text/plain", data: "hello" }

/** What is sent for an input, or the error of an input that is refused. */
const outcomeOf = Effect.fnUntraced(function* (call: Callable, input: object) {
  const { client, sent } = makeClient(() => answer(400, { message: "Problems parsing JSON" }))
  const { declaration, page = call } = call
  const outcome = page(declaration.kind === "upload" ? { ...input, ...payload } : input)
  const sending = Stream.isStream(outcome) ? Stream.runDrain(outcome) : outcome
  const error = yield* Effect.flip(Effect.provide(sending, serviceOn(client)))
  return { error, sent }
})

const sentFor = Effect.fnUntraced(function* (call: Callable, input: object) {
  const { error, sent } = yield* outcomeOf(call, input)
  assert.notStrictEqual(error._tag, "InvalidInput", error.message)
  const [first] = sent
  return first ?? assert.fail("nothing was sent")
})

/** The parameters of paths that are one name, or a sha. */
const names = [
  "app_slug",
  "commit_sha",
  "file_sha",
  "gist_id",
  "org",
  "owner",
  "repo",
  "secret_name",
  "sha",
  "tag_sha",
  "team_slug",
  "username"
]
/** Those that may have slashes, or of which the service does not say. */
const texts = ["base", "branch", "code", "environment_name", "head", "name", "path", "ref", "tag", "tree_sha"]

type Values = Readonly<Record<string, Value>>

const pathOf = (template: string, values: Values): string =>
  template.replace(/^\w+ /, "").replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]?.encoded))

const encodedOf = (values: Values, { sentAs }: Callable["declaration"]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).map(([name, { encoded }]) => [sentAs[name] ?? name, encoded]))

describe("a slash in a parameter of a path", () => {
  it.effect("is refused where it is a name, and sent where it may be a part of it", () =>
    Effect.gen(function* () {
      const found = { refused: new Set<string>(), sent: new Set<string>() }
      for (const { call } of described) {
        const { body, path, query } = call.declaration
        const values = valuesOf({ ...path, ...query, ...body })
        for (const name of Object.keys(path)) {
          if (typeof values[name]?.value === "number") continue
          const { error, sent } = yield* outcomeOf(call, { ...inputOf(values), [name]: "acme/web" })
          if (error._tag === "InvalidInput") assert.deepStrictEqual([error.path, sent], [name, []])
          ;(error._tag === "InvalidInput" ? found.refused : found.sent).add(name)
        }
      }
      assert.deepStrictEqual([...found.refused].toSorted(), names)
      assert.deepStrictEqual([...found.sent].toSorted(), texts)
    })
  )

  it.effect("is refused in one's own declarations and in any route, and says what to do", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(() => answer(404))
      const own = Forge.operation("Own.get", "GET /repos/{owner}/{repo}", {
        path: { owner: Schema.String, repo: Schema.String },
        success: Schema.Unknown
      })
      const said = <E extends { readonly message: string }>(call: Effect.Effect<unknown, E, Forge.Forge>) =>
        Effect.map(Effect.flip(Effect.provide(call, serviceOn(client))), ({ message }) => message)
      const apart = 'contains a "/": pass the owner and the repository separately'
      const whole = { owner: "acme/api", repo: "api" }
      assert.strictEqual(yield* said(own(whole)), `Own.get: owner: ${apart}`)
      assert.strictEqual(yield* said(Issues.get({ ...whole, issue_number: 1 })), `Issues.get: owner: ${apart}`)
      assert.strictEqual(
        yield* said(Issues.get({ owner: "acme", repo: "acme/api", issue_number: 1 })),
        `Issues.get: repo: ${apart}`
      )
      const route = "GET /repos/{owner}/{repo}/traffic/views"
      assert.strictEqual(yield* said(Routes.request(route, whole)), `${route}: owner: ${apart}`)
      assert.strictEqual(
        yield* said(Users.get({ username: "acme/ada" })),
        'Users.get: username: contains a "/", which no name of this kind has'
      )
      assert.strictEqual(yield* said(Stream.runDrain(Issues.list(whole))), `Issues.list: owner: ${apart}`)
      assert.deepStrictEqual(sent, [])
    })
  )
})

describe("the operations", () => {
  it.effect.each(described)("$name sends each of its fields", ({ call }) =>
    Effect.gen(function* () {
      const { declaration } = call
      const path = valuesOf(declaration.path)
      const query = valuesOf(declaration.query)
      const body = declaration.body === undefined ? undefined : valuesOf(declaration.body)
      const sent = yield* sentFor(call, inputOf({ ...path, ...query, ...body }))
      assert.strictEqual(sent.method, declaration.template.split(" ")[0])
      assert.strictEqual(decodeURIComponent(sent.path), pathOf(declaration.template, path))
      assert.deepStrictEqual(
        sent.query,
        Object.fromEntries(Object.entries(query).map(([name, { encoded }]) => [name, queryText(encoded)]))
      )
      assert.deepStrictEqual(
        sent.body,
        body === undefined ? (declaration.kind === "upload" ? "hello" : undefined) : encodedOf(body, declaration)
      )
    })
  )
})
