import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import type { Rule } from "../../src/rest/Declaration.ts"
import * as Input from "../../src/rest/Input.ts"
import * as UnknownFields from "../../src/rest/UnknownFields.ts"
import * as Wire from "../../src/rest/Wire.ts"
import { runs } from "../depth.ts"

const shape: Input.Shape = {
  operation: "Things.change",
  template: "PATCH /repos/{owner}/things/{id}",
  path: { owner: Schema.NonEmptyString, id: Schema.Int },
  query: {},
  body: undefined,
  requires: {},
  rules: []
}

/** What is sent: the URL, and the body as text. */
const sentBy = (change: Partial<Input.Shape>, input: unknown) => {
  const result = Input.compile({ ...shape, ...change })(input)
  if (Result.isFailure(result)) return assert.fail(result.failure.message)
  const { body, url } = result.success
  return { url, body: body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : body._tag }
}

/** The InvalidInput failure. */
const refusal = (change: Partial<Input.Shape>, input: unknown) => {
  const result = Input.compile({ ...shape, ...change })(input)
  return Result.isFailure(result) ? result.failure : assert.fail("it did not fail")
}

const at = { owner: "octo", id: 7 }

describe("the path", () => {
  it("is filled from the input, encoded", () => {
    assert.deepStrictEqual(sentBy({}, { owner: "a b/ü?#%", id: 7 }), {
      url: "/repos/a%20b%2F%C3%BC%3F%23%25/things/7",
      body: "Empty"
    })
  })

  it("rejects values that would change the path, and names the field", () => {
    for (const owner of [".", "..", "\ud800", "a\udc00b"]) {
      const { operation, path } = refusal({}, { owner, id: 7 })
      assert.deepStrictEqual([operation, path], ["Things.change", "owner"], JSON.stringify(owner))
    }
  })

  it("rejects what the schema rejects, and names the field", () => {
    assert.strictEqual(refusal({}, { owner: "", id: 7 }).path, "owner")
    assert.strictEqual(refusal({}, { owner: "octo", id: 1.5 }).path, "id")
    assert.strictEqual(refusal({}, { owner: "octo" }).path, "id")
    assert.strictEqual(refusal({}, { owner: 7, id: 7 }).path, "owner")
    assert.strictEqual(refusal({}, undefined).path, "owner")
    assert.strictEqual(refusal({}, null).path, "")
    assert.strictEqual(refusal({}, [at]).path, "")
  })

  it("says what it got, but no text, which may be a secret", () => {
    for (const [id, got] of [
      [Number.NaN, "NaN"],
      [1.5, "1.5"],
      [Infinity, "Infinity"],
      [true, "true"],
      [null, "null"],
      [undefined, "undefined"],
      ["ghp_secret", "a string"],
      [["ghp_secret"], "an array"],
      [{ ghp_secret: 1 }, "an object"],
      [Redacted.make(7), "an object"],
      [7n, "a bigint"],
      [() => 7, "a function"],
      [Symbol("ghp_secret"), "a symbol"]
    ] as const) {
      const { message, reason } = refusal({}, { owner: "octo", id })
      assert.match(reason, /^Expected an? (?:integer|number)|^Expected number/)
      assert.isTrue(reason.endsWith(`, got ${got}`), reason)
      assert.strictEqual(message, `Things.change: id: ${reason}`)
    }
    assert.strictEqual(refusal({}, null).reason, "Expected object, got null")
    assert.strictEqual(refusal({}, { owner: "octo" }).reason, "Missing key")
  })

  it("does not say what kind of value it got, if that is the right one", () => {
    const query = {
      name: Schema.optional(Schema.String.check(Schema.isMinLength(2, { expected: "two characters" }))),
      names: Schema.optional(Schema.Array(Schema.String).check(Schema.isMaxLength(1, { expected: "one name" }))),
      state: Schema.optional(Schema.Literals(["open", "closed"])),
      page: Schema.optional(Schema.Int.check(Schema.isGreaterThan(0, { expected: "a page" })))
    }
    const reason = (input: object) => refusal({ query }, { ...at, ...input }).reason
    assert.strictEqual(reason({ name: "x" }), "Expected two characters")
    assert.strictEqual(reason({ name: "" }), "Expected two characters, got an empty string")
    assert.strictEqual(reason({ names: ["a", "b"] }), "Expected one name")
    assert.strictEqual(reason({ state: "opened" }), 'Expected "open" | "closed"')
    assert.strictEqual(reason({ state: true }), 'Expected "open" | "closed" | undefined, got true')
    assert.strictEqual(reason({ page: 0 }), "Expected a page, got 0")
  })

  it("says of a secret only what kind of value it got", () => {
    const body = { config: Schema.Struct({ secret: Schema.String, url: Schema.String }) }
    const reason = (config: object) => refusal({ body, secrets: ["config.secret"] }, { ...at, config }).reason
    assert.strictEqual(reason({ url: "", secret: 123_456 }), "Expected string, got a number")
    assert.strictEqual(reason({ url: 123_456, secret: "" }), "Expected string, got 123456")
  })

  it("needs no input if all fields may be left out", () => {
    const bare = { template: "GET /user", path: {}, query: { page: Schema.optional(Schema.Int) } } as const
    assert.deepStrictEqual(sentBy(bare, undefined), { url: "/user", body: "Empty" })
  })
})

describe("the query", () => {
  const query = {
    labels: Schema.optional(Schema.Array(Schema.String)),
    state: Schema.optional(Schema.String),
    page: Schema.optional(Schema.Int),
    all: Schema.optional(Schema.Boolean),
    milestone: Schema.optional(Schema.NullOr(Schema.Int)),
    since: Schema.optional(Wire.InputTimestamp)
  }
  const url = (input: object) => sentBy({ query }, { ...at, ...input }).url.slice("/repos/octo/things/7".length)

  it("is empty without parameters", () => {
    assert.strictEqual(url({}), "")
    assert.strictEqual(url({ labels: undefined, state: undefined, milestone: null }), "")
  })

  it("joins lists with commas, and leaves out empty ones", () => {
    assert.strictEqual(url({ labels: ["bug", "help wanted"] }), "?labels=bug%2Chelp%20wanted")
    assert.strictEqual(url({ labels: [] }), "")
  })

  it("encodes numbers, booleans, empty strings and instants", () => {
    assert.strictEqual(url({ page: 2, all: false, state: "" }), "?state=&page=2&all=false")
    const since = DateTime.makeUnsafe("2027-01-15T08:00:00Z")
    assert.strictEqual(url({ since }), "?since=2027-01-15T08%3A00%3A00Z")
    assert.strictEqual(url({ since: new Date("2027-01-15T08:00:00.5Z") }), "?since=2027-01-15T08%3A00%3A00.500Z")
  })

  it("rejects a parameter without the one that it requires", () => {
    const requires = { all: "state" }
    assert.include(sentBy({ query, requires }, { ...at, all: true, state: "open" }).url, "all=true")
    assert.include(refusal({ query, requires }, { ...at, all: true }), { path: "all", reason: "needs state" })
    assert.notInclude(sentBy({ query, requires }, { ...at, all: undefined }).url, "all")
  })

  it("rejects lone surrogates, and names the field", () => {
    assert.strictEqual(refusal({ query }, { ...at, state: "\udfff" }).path, "state")
    assert.strictEqual(refusal({ query }, { ...at, labels: ["a", "\ud800"] }).path, "labels")
  })

  it("round-trips through URL parsing, or is rejected", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.nat(0xffff), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
      fc.constantFrom("&", "=", "a=b&c=d", "+", "%", "%20", "#", " ", "\n", "ü")
    )
    const property = fc.property(text, text, (state, label) => {
      const result = Input.compile({ ...shape, query })({ ...at, state, labels: [label] })
      if (Result.isFailure(result)) {
        const isHalf = (part: string) => /\p{Surrogate}/u.test(part)
        assert.isTrue(isHalf(state) || isHalf(label), "rejected needlessly")
        return
      }
      const { searchParams } = new URL(`https://api.github.com${result.success.url}`)
      assert.strictEqual(searchParams.get("state"), state)
      assert.strictEqual(searchParams.get("labels"), label)
      assert.strictEqual([...searchParams].length, 2)
    })
    assert.isUndefined(fc.defaultReportMessage(fc.check(property, { numRuns: runs(1_000) })))
  })
})

describe("the body", () => {
  const body = {
    title: Schema.String,
    text: Schema.optional(Schema.String),
    milestone: Schema.optional(Schema.NullOr(Schema.Int)),
    labels: Schema.optional(Schema.Array(Schema.String)),
    due_on: Schema.optional(Wire.InputTimestamp)
  }
  const sent = (input: object) => sentBy({ body }, { ...at, ...input }).body

  it("contains the given fields, and null where it is meaningful", () => {
    assert.strictEqual(sent({ title: "x" }), '{"title":"x"}')
    assert.strictEqual(sent({ title: "x", text: undefined, labels: undefined }), '{"title":"x"}')
    assert.strictEqual(sent({ title: "x", milestone: null }), '{"title":"x","milestone":null}')
    assert.strictEqual(sent({ title: "x", labels: [] }), '{"title":"x","labels":[]}')
    assert.strictEqual(sent({ title: "", text: "" }), '{"title":"","text":""}')
  })

  it("contains no path fields, query fields or fields beside the input", () => {
    const change = { body, query: { page: Schema.optional(Schema.Int) }, beside: ["surplus"] }
    assert.deepStrictEqual(sentBy(change, { ...at, title: "x", page: 1, surplus: true }), {
      url: "/repos/octo/things/7?page=1",
      body: '{"title":"x"}'
    })
  })

  it("rejects null where it has no meaning", () => {
    assert.strictEqual(refusal({ body }, { ...at, title: null }).path, "title")
    assert.strictEqual(refusal({ body }, { ...at, title: "x", text: null }).path, "text")
  })

  it("writes instants in the service's format", () => {
    assert.strictEqual(
      sent({ title: "x", due_on: new Date("2027-01-15T08:00:00Z") }),
      '{"title":"x","due_on":"2027-01-15T08:00:00Z"}'
    )
  })

  it("names the element that is rejected", () => {
    assert.strictEqual(refusal({ body }, { ...at, title: "x", labels: ["a", 7] }).path, "labels[1]")
  })

  it("is valid JSON even with lone surrogates and without any field", () => {
    assert.strictEqual(sent({ title: "\ud800" }), '{"title":"\\ud800"}')
    assert.strictEqual(sentBy({ body: { text: Schema.optional(Schema.String) } }, at).body, "{}")
  })
})

describe("rules", () => {
  const rules: ReadonlyArray<Rule> = [
    { path: "id", reason: "must be even", isBroken: ({ id }) => Number(id) % 2 === 1 }
  ]

  it("apply to what the schema accepts", () => {
    const { message, path, reason } = refusal({ rules }, at)
    assert.deepStrictEqual([path, reason], ["id", "must be even"])
    assert.strictEqual(message, "Things.change: id: must be even")
    assert.strictEqual(sentBy({ rules }, { ...at, id: 8 }).url, "/repos/octo/things/8")
    assert.strictEqual(refusal({ rules }, { ...at, id: "odd" }).reason === "must be even", false)
  })
})

describe("unknown fields", () => {
  class Name extends Schema.Opaque<Name>()(Schema.Struct({ name: Schema.String, color: Schema.String })) {}
  const body = {
    title: Schema.optional(Schema.String),
    assignees: Schema.optional(Schema.Array(Schema.String)),
    author: Schema.optional(Schema.Struct({ name: Schema.String, date: Schema.optional(Schema.String) })),
    labels: Schema.optional(
      Schema.Array(
        Schema.Union([Schema.String, Schema.Struct({ name: Schema.String }).annotate(UnknownFields.fits(Name))])
      )
    ),
    forms: Schema.optional(
      Schema.Array(Schema.Union([Schema.Struct({ line: Schema.Int }), Schema.Struct({ position: Schema.Int })]))
    ),
    payload: Schema.optional(Schema.JsonObject),
    inputs: Schema.optional(Schema.Record(Schema.String, Schema.Struct({ value: Schema.String })))
  }
  const why = (input: object) => {
    const { path, reason } = refusal({ body, beside: ["data"] }, { ...at, ...input })
    return `${path} ${reason}`
  }

  it("are refused, with the field that is likely meant", () => {
    assert.strictEqual(why({ asignees: [] }), "asignees is not a field of the input: did you mean `assignees`?")
    assert.strictEqual(why({ Title: "x" }), "Title is not a field of the input: did you mean `title`?")
    assert.strictEqual(why({ dta: "x" }), "dta is not a field of the input: did you mean `data`?")
    assert.strictEqual(why({ milestone: null }), "milestone is not a field of the input")
    assert.strictEqual(
      refusal({ body }, { owner: "octo", identity: 7, asignees: [] }).message,
      "Things.change: identity: is not a field of the input, nor is asignees: did you mean `assignees`?"
    )
  })

  it("are all named, and likely those of a record if nothing has such names", () => {
    assert.strictEqual(
      why({ titel: "x", lables: [], user: 1 }),
      "titel is not a field of the input, nor are lables, user: did you mean `title`, `labels`?"
    )
    assert.strictEqual(
      why({ assignees: [], assignee: null, user: 1 }),
      "assignee is not a field of the input, nor is user; `pick` of forgecast/rest/Operation leaves out the fields of other records"
    )
  })

  it("are refused in records, lists and forms", () => {
    assert.strictEqual(
      why({ author: { name: "x", dat: "y" } }),
      "author.dat is not a field of the input: did you mean `date`?"
    )
    assert.strictEqual(
      why({ labels: ["bug", { name: "x", nme: "y" }], inputs: { some: { value: "x", other: 1 } } }),
      "labels[1].nme is not a field of the input, nor is inputs.some.other; `pick` of forgecast/rest/Operation leaves out the fields of other records"
    )
    assert.strictEqual(
      why({ forms: [{ line: 1 }, { position: 1, positon: 2 }] }),
      "forms[1].positon is not a field of the input"
    )
  })

  it("are not those that are undefined, those of a fitting record, those of code, or symbols", () => {
    class Given {
      readonly owner = "octo"
      readonly id = 7
      readonly #secret = 1
      get surplus() {
        return this.#secret
      }
    }
    const fit = {
      title: "x",
      asignees: undefined,
      [Symbol("note")]: 1,
      labels: [{ name: "bug", color: "red" }],
      payload: { any: { thing: 1 } }
    }
    const sent = sentBy({ body }, Object.assign(new Given(), fit)).body
    assert.strictEqual(sent, '{"title":"x","labels":[{"name":"bug"}],"payload":{"any":{"thing":1}}}')
  })

  it("of a prototype count like own ones", () => {
    assert.strictEqual(sentBy({ body }, Object.create({ ...at, title: "x" })).body, '{"title":"x"}')
    assert.strictEqual(refusal({ body }, Object.create({ ...at, titel: "x" })).path, "titel")
    assert.strictEqual(refusal({ body }, { ...at, ...JSON.parse('{ "__proto__": 1 }') }).path, "__proto__")
  })
})

describe("the closest name", () => {
  it("differs by little, and not by case or dashes", () => {
    const names = ["title", "temperature_2m", "temperature_80m", "id"]
    const closest = ["titl", "TITLE", "tilte", "Temperature-2m", "temprature_2m", "temperature", "ttl", "i", "tide box"]
    assert.deepStrictEqual(
      closest.map((name) => UnknownFields.closest(name, names)),
      ["title", "title", "title", "temperature_2m", "temperature_2m", "temperature_2m", undefined, undefined, undefined]
    )
    // Two characters in the wrong order are one change: four characters may have one.
    assert.deepStrictEqual(
      ["uesr", "suer", "reus"].map((name) => UnknownFields.closest(name, ["user"])),
      ["user", "user", undefined]
    )
  })
})
