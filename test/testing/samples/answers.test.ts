import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { declarationsOf } from "../../../.build/docs/declarations.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as modules from "../../../src/forge/index.ts"
import * as RestError from "../../../src/rest/RestError.ts"
import * as Write from "../../../src/rest/Write.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import * as Samples from "../../../src/testing/Samples.ts"
import { declarations } from "../../../src/testing/internal/answers.ts"
import { operations } from "../../forge/operations/all.ts"
import { isJson } from "../forge/description.ts"
import { inputOf, valuesOf } from "../../rest/support/values.ts"
import { testOn } from "../../testOn.ts"

const { Contents, Issues, Labels, MediaTypes, PullRequests, Refs, Releases, Repositories, Users } = modules

const repo = { owner: "acme", repo: "web" }
const one = { ...repo, issue_number: 1 }

/** The message of the defect that a call ends in. */
const defectOf = Effect.fnUntraced(function* (call: Effect.Effect<unknown, unknown>) {
  const exit = yield* Effect.exit(call)
  if (Exit.isSuccess(exit) || !Cause.hasDies(exit.cause)) return assert.fail(`no defect: ${JSON.stringify(exit)}`)
  const defect = Cause.squash(exit.cause)
  return defect instanceof Error ? defect.message : assert.fail(String(defect))
})

describe("an answer", () => {
  it.effect("is a value, an Effect or a function of the input", () =>
    Effect.gen(function* () {
      const issue = Samples.issue({ number: 1 })
      for (const answer of [issue, Effect.succeed(issue), () => issue, () => Effect.succeed(issue)]) {
        const found = yield* Issues.get(one).pipe(Effect.provide(ForgeSimulator.answers({ "Issues.get": answer })))
        assert.deepStrictEqual(found, issue)
      }
    })
  )

  it.effect("is an error, which names the request and is not retried", () =>
    Effect.gen(function* () {
      let calls = 0
      const error = Samples.error("ServiceUnavailable", { serviceMessage: "Down for maintenance" })
      const answers = [
        error,
        Effect.fail(error),
        () => error,
        () => Effect.suspend(() => (calls++, Effect.fail(error)))
      ]
      for (const answer of answers) {
        const failure = yield* Issues.get(one).pipe(
          Effect.flip,
          Effect.provide(ForgeSimulator.answers({ "Issues.get": answer }))
        )
        assert.containSubset(failure, {
          _tag: "ServiceUnavailable",
          operation: "Issues.get",
          method: "GET",
          url: "https://api.github.com/repos/acme/web/issues/1",
          status: 503,
          message: "Issues.get: 503 Down for maintenance (GET https://api.github.com/repos/acme/web/issues/1)"
        })
        assert.instanceOf(failure, RestError.ServiceUnavailable)
      }
      assert.strictEqual(calls, 1)
    })
  )

  it.effect("is an error of one's own, as it is", () =>
    Effect.gen(function* () {
      const error = new RestError.NotFound({
        operation: "mine",
        method: "GET",
        url: "/",
        message: "Mine.",
        status: 404,
        requestId: "1",
        serviceMessage: null,
        documentationUrl: null
      })
      const answers = ForgeSimulator.answers({ "Issues.get": error })
      assert.strictEqual(yield* Effect.flip(Effect.provide(Issues.get(one), answers)), error)
    })
  )

  it.effect("waits as long as its Effect", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Issues.get(one))
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(fiber)).number, 1)
    }).pipe(
      Effect.provide(
        ForgeSimulator.answers({ "Issues.get": Effect.delay(Effect.succeed(Samples.issue()), "10 seconds") })
      )
    )
  )

  it.effect("has a reply, and is not modified until it changes", () =>
    Effect.gen(function* () {
      let title = "One"
      const answers = ForgeSimulator.answers({ "Issues.get": () => Samples.issue({ title }) })
      yield* Effect.gen(function* () {
        const reply = yield* Issues.get.withReply(one)
        assert.containSubset(reply, { status: 200, value: { title: "One" } })
        const unchanged = yield* Effect.flip(Issues.get.ifChanged(one, reply.validators))
        assert.strictEqual(unchanged._tag, "NotModified")
        title = "Two"
        assert.strictEqual((yield* Issues.get.ifChanged(one, reply.validators)).value.title, "Two")
      }).pipe(Effect.provide(answers))
    })
  )

  it.effect("gets the input as it was passed, without what was left out", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const see =
        <A>(value: A) =>
        (input: unknown) => {
          seen.push(input)
          return value
        }
      const since = new Date("2026-01-01T00:00:00Z")
      yield* Effect.gen(function* () {
        yield* Stream.runDrain(Issues.list({ ...repo, labels: ["bug", "a b"], milestone: 3, since }))
        yield* Issues.update({ ...one, title: "7", labels: [], milestone: null })
        yield* Labels.get({ ...repo, name: "help/7 %" })
        yield* Contents.put({ ...repo, path: "docs/größe 1.md", message: "m", content: "text" })
        yield* Stream.runDrain(modules.Branches.list({ ...repo, protected: false }))
        yield* modules.Commits.compare({ ...repo, base: "main", head: "octo:next/1" })
      }).pipe(
        Effect.provide(
          ForgeSimulator.answers({
            "Issues.list": see([]),
            "Issues.update": see(Samples.issue()),
            "Labels.get": see(Samples.label()),
            "Contents.put": see(Samples.fileCommit()),
            "Branches.list": see([]),
            "Commits.compare": see(Samples.comparison())
          })
        )
      )
      const [list, update, label, put, branches, compare] = seen
      assert.containSubset(list, { ...repo, labels: ["bug", "a b"], milestone: 3, per_page: 100 })
      assert.strictEqual(String((list as { readonly since: unknown }).since), "DateTime.Utc(2026-01-01T00:00:00.000Z)")
      assert.deepStrictEqual(update, { ...one, title: "7", labels: [], milestone: null })
      assert.deepStrictEqual(label, { ...repo, name: "help/7 %" })
      assert.deepStrictEqual(put, {
        ...repo,
        path: "docs/größe 1.md",
        message: "m",
        content: new TextEncoder().encode("text")
      })
      assert.deepStrictEqual(branches, { ...repo, protected: false, per_page: 100 })
      assert.deepStrictEqual(compare, { ...repo, base: "main", head: "octo:next/1" })
    })
  )
})

describe("a listing", () => {
  const labels = Array.from({ length: 205 }, (_, index) => Samples.label({ name: `label ${index}` }))

  testOn(ForgeSimulator.answers({ "Labels.list": labels }))("is cut into pages", function* () {
    const pages = yield* Stream.runCollect(Labels.list.pages(repo))
    assert.deepStrictEqual(
      Array.from(pages, ({ items, next }) => [items.length, next !== null]),
      [
        [100, true],
        [100, true],
        [5, false]
      ]
    )
    assert.deepStrictEqual(yield* Stream.runCollect(Labels.list({ ...repo, per_page: 7 })), labels)
    assert.deepStrictEqual((yield* Labels.list.page({ ...repo, per_page: 7, page: 30 })).items, labels.slice(203))
  })

  it.effect.each(operations.filter(({ kind }) => kind === "list"))(
    "$name has its envelope, with the total",
    ({ body, declaration, described: { call }, name, row: { whole } }) =>
      Effect.gen(function* () {
        const { page: _, ...input } = whole
        const items = isJson(body) ? Object.values(body).find(Array.isArray) : body
        const item = declaration.result ?? Schema.Unknown
        const records = yield* Schema.decodeUnknownEffect(Schema.Array(item))(items)
        const answers = ForgeSimulator.answers({ [name]: records })
        const page = yield* Effect.provide(call.page?.(input) ?? Effect.die(name), answers)
        const total_count = isJson(body) ? records.length : null
        assert.containSubset(page, { items: records, total_count, next: null })
      })
  )
})

describe("another media type", () => {
  it.effect("is answered with the fields that the record has of it", () =>
    Effect.gen(function* () {
      const found = yield* MediaTypes.withBodyHtml(Issues.get)({ ...repo, issue_number: 7 })
      assert.strictEqual(found.body_html, "<p>It rains in</p>")
      const items = yield* Stream.runCollect(MediaTypes.withBodyHtml(Issues.list)(repo))
      assert.deepStrictEqual(
        items.map(({ body_html }) => body_html),
        [null]
      )
      assert.include(yield* PullRequests.getDiff.text({ ...repo, pull_number: 7 }), "+b")
    }).pipe(
      Effect.provide(
        ForgeSimulator.answers({
          "Issues.get": Samples.issue({ body_html: "<p>It rains in</p>" }),
          "Issues.list": [Samples.issue({ body: null })],
          "PullRequests.getDiff": "-a\n+b\n"
        })
      )
    )
  )
})

describe("a transfer", () => {
  const asset = { ...repo, release_id: 5, name: "web.zip", content_type: "application/zip" }

  it.effect("is answered with bytes or text", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Releases.downloadAsset.bytes({ ...repo, asset_id: 1 }), Uint8Array.of(1, 2, 3))
      const text = yield* Contents.download.bytes({ ...repo, path: "docs/7.md" })
      assert.strictEqual(new TextDecoder().decode(text), "docs/7.md")
    }).pipe(
      Effect.provide(
        ForgeSimulator.answers({
          "Releases.downloadAsset": Uint8Array.of(1, 2, 3),
          "Contents.download": ({ path }) => path
        })
      )
    )
  )

  testOn(ForgeSimulator.answers({ "Releases.uploadAsset": ({ name }) => Samples.asset({ name }) }))(
    "of an upload is answered with a record, whose size is that of the bytes",
    function* () {
      for (const upload of [
        Releases.uploadAsset({ ...asset, data: "hello" }),
        Releases.uploadAsset({ ...asset, data: Stream.make(new TextEncoder().encode("hello")), size: 5 })
      ]) {
        assert.containSubset(yield* upload, { name: "web.zip", size: 5 })
      }
    }
  )
})

describe("Write.once", () => {
  it.effect("finds nothing, and sends again", () =>
    Effect.gen(function* () {
      let lost = 2
      const answers = ForgeSimulator.answers({
        "Issues.createComment": ({ body }) =>
          lost-- > 0 ? Samples.error("TransportFailed") : Samples.comment({ body }),
        "Refs.create": () => (lost-- > 0 ? Samples.error("TransportFailed") : Samples.gitRef())
      })
      const settled = <A, E>(call: Effect.Effect<A, E, Forge.Forge>) =>
        call.pipe(Effect.provideService(Write.Settling, 0), Effect.provide(answers))
      const writing = yield* Effect.forkChild(
        settled(Write.once(Issues.createComment, { ...one, body: "Me too" }, { key: "a" }))
      )
      yield* TestClock.adjust("1 minute")
      assert.include((yield* Fiber.join(writing)).body, "Me too")
      lost = 1
      const creating = yield* Effect.forkChild(
        settled(Write.once(Refs.create, { ...repo, ref: "refs/heads/next", sha: "a".repeat(40) }, { key: "a" }))
      )
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(creating)).ref, "refs/heads/main")
    })
  )
})

describe("an operation without an answer", () => {
  it.effect("is a defect that names it and its input, without tokens", () =>
    Effect.gen(function* () {
      const message = yield* defectOf(
        Issues.create({ ...repo, title: "ghp_0123456789abcdefghij0123456789abcdef", labels: ["bug"] }).pipe(
          Effect.provide(ForgeSimulator.answers({ "Issues.get": Samples.issue() }))
        )
      )
      assert.strictEqual(
        message,
        'No answer for Issues.create({"owner":"acme","repo":"web","title":"<redacted>","labels":["bug"]}): ' +
          "ForgeSimulator.answers has Issues.get"
      )
    })
  )

  it.effect("may be a listing, or one of the program's own", () =>
    Effect.gen(function* () {
      const nothing = ForgeSimulator.answers({})
      const listing = yield* defectOf(Stream.runDrain(Issues.list(repo)).pipe(Effect.provide(nothing)))
      assert.include(listing, 'No answer for Issues.list({"owner":"acme","repo":"web","per_page":100})')
      assert.include(listing, "ForgeSimulator.answers has nothing")
      const download = yield* defectOf(
        Stream.runDrain(Releases.downloadAsset({ ...repo, asset_id: 1 })).pipe(Effect.provide(nothing))
      )
      assert.include(download, "No answer for Releases.downloadAsset")
      const own = Forge.operation("Own.get", "GET /own", {})
      assert.include(yield* defectOf(own({}).pipe(Effect.provide(nothing))), "No answer for Own.get({})")
    })
  )
})

describe("an answer that is wrong despite the types", () => {
  it.effect.each([
    ["Users.get", Users.get({ username: "octo" }), { login: 1 }],
    ["Labels.list", Stream.runDrain(Labels.list(repo)), { name: "bug" }],
    ["Releases.downloadAsset", Stream.runDrain(Releases.downloadAsset({ ...repo, asset_id: 1 })), 7]
  ] as const)("to %s is a defect", ([name, call, value]) =>
    Effect.gen(function* () {
      const message = yield* defectOf(Effect.provide(call, ForgeSimulator.answers({ [name]: value as never })))
      assert.include(message, `The answer to ${name} is wrong`)
    })
  )

  it.effect("throws its own error", () =>
    Effect.gen(function* () {
      const thrower = ForgeSimulator.answers({
        "Issues.get": () => {
          throw new TypeError("a mistake in the test")
        }
      })
      assert.strictEqual(yield* defectOf(Issues.get(one).pipe(Effect.provide(thrower))), "a mistake in the test")
    })
  )
})

describe("every operation", () => {
  const declared = Object.entries(modules).flatMap(([module, exports]) =>
    declarationsOf(exports).map(([name]) => `${module}.${name}`)
  )

  it("can be answered", () => {
    assert.deepStrictEqual([...declarations.keys()].toSorted(), declared.toSorted())
  })

  it.effect.each([...declarations.values()].filter(({ kind }) => kind !== "upload"))(
    "$name gets its input",
    (declaration) =>
      Effect.gen(function* () {
        const { page: _, ...query } = declaration.query
        const input = inputOf(valuesOf({ ...declaration.path, ...query, ...declaration.body }))
        let seen: unknown
        const [module = "", name = ""] = declaration.name.split(".")
        const call: unknown = Reflect.get(Reflect.get(modules, module), name)
        if (typeof call !== "function") return assert.fail(declaration.name)
        const outcome = Reflect.apply(call, undefined, [input]) as Effect.Effect<unknown, unknown, Forge.Forge>
        const sending = Stream.isStream(outcome) ? Stream.runDrain(outcome) : outcome
        const answers = {
          [declaration.name]: (input: unknown) => {
            seen = input
            return Samples.error("UnexpectedStatus")
          }
        }
        yield* Effect.flip(
          Effect.provide(sending as Effect.Effect<unknown, unknown, Forge.Forge>, ForgeSimulator.answers(answers))
        )
        assert.deepStrictEqual(Object.keys(seen as object).toSorted(), Object.keys(input).toSorted())
      })
  )
})

it.effect("a merge is answered in a program of several operations", () =>
  Effect.gen(function* () {
    const { mergeable, number } = yield* PullRequests.get({ ...repo, pull_number: 7 })
    const failure = yield* Effect.flip(PullRequests.merge({ ...repo, pull_number: number }))
    assert.isTrue(mergeable)
    assert.containSubset(failure, {
      _tag: "Unmergeable",
      reason: "checks",
      operation: "PullRequests.merge",
      status: 405
    })
    assert.deepStrictEqual(yield* Repositories.getLanguages(repo), { TypeScript: 1 })
    assert.isUndefined(yield* Issues.lock(one))
  }).pipe(
    Effect.provide(
      ForgeSimulator.answers({
        "PullRequests.get": ({ pull_number }) => Samples.pullRequest({ number: pull_number }),
        "PullRequests.merge": Samples.error("Unmergeable", { reason: "checks" }),
        "Repositories.getLanguages": { TypeScript: 1 },
        "Issues.lock": undefined
      })
    )
  )
)
