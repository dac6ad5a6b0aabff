/** What each form of a schema becomes in a module, by small descriptions. */
import { assert, describe, it } from "@effect/vitest"
import * as Description from "../../../src/command/add/description.ts"
import { moduleText, project } from "../../../src/command/add/module.ts"
import { declaredOf } from "../../../src/command/add/route.ts"

interface Said {
  readonly method?: string
  readonly path?: string
  readonly schema?: object
  readonly example?: unknown
  readonly schemas?: object
  readonly responses?: object
  readonly requestBody?: object
  readonly parameters?: ReadonlyArray<object>
}

const string = { type: "string" }

const moduleOf = (said: Said): string => {
  const { example, method = "get", path = "/thing", requestBody, schema, schemas } = said
  const content = { schema, examples: example === undefined ? {} : { default: { value: example } } }
  const parameters = said.parameters ?? []
  const responses = said.responses ?? { 200: { content: { "application/json": content } } }
  const description = Description.make({
    info: { version: "1" },
    paths: {
      [path]: { [method]: { operationId: "things/get", summary: "Get a thing", parameters, requestBody, responses } }
    },
    components: { schemas }
  })
  const [route] = description.routes
  return route === undefined ? "" : moduleText(declaredOf(description, route), project)
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const objectOf = (properties: object, required = Object.keys(properties)) => ({ type: "object", required, properties })

/** The schema of the only field of a record. */
const fieldOf = (schema: object, isRequired = true): string => {
  const text = moduleOf({ schema: objectOf({ field: schema }, isRequired ? ["field"] : []) })
  return (/field: ([^]*?)\n {2}\}/.exec(text)?.[1] ?? text).replaceAll(/\s+/g, " ")
}

describe("a field of a record", () => {
  it.each([
    [string, "Schema.String"],
    [{ type: "integer", format: "int64" }, "Schema.Int"],
    [{ type: "number" }, "Schema.Finite"],
    [{ type: "string", format: "date-time" }, "Wire.Timestamp"],
    [{ type: "string", format: "date" }, "Schema.String"],
    [{ type: "string", nullable: true }, "Wire.nullable(Schema.String)"],
    [{ type: ["string", "null"] }, "Wire.nullable(Schema.String)"],
    [{ type: "string", enum: ["a", "b"] }, 'Wire.openEnum(["a", "b"])'],
    [{ type: "string", nullable: true, enum: ["a", null] }, 'Wire.nullable(Wire.openEnum(["a"]))'],
    [{ type: "integer", enum: [1, 2] }, "Schema.Int"],
    [{ type: "array", items: { type: "string", nullable: true } }, "Schema.Array(Schema.NullOr(Schema.String))"],
    [{ type: "object" }, "Schema.JsonObject"],
    [{}, "Schema.Json"],
    [{ type: "object", additionalProperties: { type: "integer" } }, "Schema.Record(Schema.String, Schema.Int)"],
    [
      { type: "object", properties: { a: string }, additionalProperties: string },
      "Schema.StructWithRest( Schema.Struct({ a: Wire.nullable(Schema.String) }), [Schema.Record(Schema.String, Schema.String)] )"
    ],
    [{ oneOf: [string, { type: "integer" }] }, "Schema.Union([Schema.String, Schema.Int])"],
    [{ anyOf: [string, { type: "null" }] }, "Wire.nullable(Schema.String)"],
    [
      { allOf: [objectOf({ a: string }), objectOf({ b: string })] },
      "Schema.Struct({ a: Schema.String, b: Schema.String })"
    ]
  ] as const)("%j is %s", (schema, code) => assert.strictEqual(fieldOf(schema), code))

  it("may be absent if it is not required", () => {
    assert.strictEqual(fieldOf(string, false), "Wire.nullable(Schema.String)")
  })
})

describe("a choice of objects", () => {
  it("is told apart by a field with one value for each, and takes objects of other kinds", () => {
    const kind = (name: string, more: object) => objectOf({ type: { type: "string", enum: [name] }, ...more })
    const text = moduleOf({ schema: { oneOf: [kind("a", { x: string }), kind("b", {})] } }).replaceAll(/\s+/g, " ")
    assert.include(text, 'Schema.Struct({ type: Schema.Literal("a"), x: Schema.String })')
    assert.include(text, 'Schema.Struct({ type: Schema.Literal("b") })')
    assert.include(text, "/** Of a kind that the description does not know. */ type: Schema.String")
  })

  it("tries the member that asks for most first", () => {
    const text = moduleOf({
      schema: { oneOf: [ref("small"), ref("large")] },
      schemas: { small: objectOf({ a: string }), large: objectOf({ a: string, b: string }) }
    })
    assert.include(text, "success: Schema.Union([Large, Small])")
  })
})

describe("a record", () => {
  it("that contains itself has a type of its own", () => {
    const node = objectOf(
      { name: string, parent: { ...ref("node") }, children: { type: "array", items: ref("node") } },
      ["name", "children"]
    )
    const text = moduleOf({ schema: ref("node"), schemas: { node } })
    assert.include(text, "export interface Node {")
    assert.include(text, "readonly children: ReadonlyArray<Node>")
    assert.include(text, "Schema.suspend((): Schema.Codec<Node, unknown> => Node)")
  })

  it("of the library is imported, unless an example does not fit it", () => {
    const user = objectOf({ login: string, id: { type: "integer" } })
    const schemas = { "simple-user": user, "nullable-simple-user": { ...user, nullable: true } }
    const schema = objectOf({ owner: ref("nullable-simple-user") })
    const text = moduleOf({ schema, schemas })
    assert.include(text, 'import { SimpleUser } from "forgecast/forge/schema/SimpleUser"')
    assert.include(text, "owner: Wire.nullable(SimpleUser)")
    const own = moduleOf({ schema, schemas, example: { owner: { id: 1 } } })
    assert.notInclude(own, "import { SimpleUser }")
    assert.include(own, "login: Wire.nullable(Schema.String)")
  })

  it("takes what its examples have", () => {
    const schema = objectOf({ at: { type: "string", format: "date-time" }, count: { type: "integer" }, id: string })
    const text = moduleOf({ schema, example: { at: "yesterday", count: 1.5 } })
    for (const field of ["at: Schema.String", "count: Schema.Finite", "id: Wire.nullable(Schema.String)"])
      assert.include(text, field)
  })
})

describe("an operation", () => {
  const empty = { 204: {} }

  it("has a name for a field of the body that the path has too", () => {
    const text = moduleOf({
      method: "patch",
      path: "/things/{name}",
      parameters: [{ name: "name", in: "path", required: true, schema: string }],
      requestBody: { content: { "application/json": { schema: objectOf({ name: string }, []) } } },
      responses: empty
    })
    assert.include(
      text.replaceAll(/\s+/g, " "),
      'body: { new_name: Schema.optional(Schema.String) }, sentAs: { new_name: "name" }'
    )
  })

  it("returns nothing for empty responses, with their statuses", () => {
    const text = moduleOf({
      method: "put",
      responses: { 201: { content: { "application/json": { schema: { type: "object" } } } }, 204: {} }
    })
    assert.include(text, "statuses: [201, 204]")
    assert.notInclude(text, "success")
  })

  it("returns null for a 204 beside a value", () => {
    const text = moduleOf({
      responses: { 200: { content: { "application/json": { schema: objectOf({ a: string }) } } }, 204: {} }
    })
    assert.include(text, "success: Schema.NullOr(")
  })

  it("reads text that is not JSON", () => {
    const text = moduleOf({ responses: { 200: { content: { "text/plain": { schema: string } } } } })
    assert.include(text, 'success: Reader.Text,\n  accept: "text/plain"')
  })

  it("downloads what a redirect leads to", () => {
    assert.include(moduleOf({ responses: { 302: {} } }), 'Forge.download("Things.get", "GET /thing", {')
  })

  it("uploads a body that is no JSON object with fields", () => {
    const body = { content: { "text/plain": { schema: string } } }
    const text = moduleOf({
      method: "post",
      requestBody: body,
      responses: { 201: { content: { "application/json": { schema: objectOf({ id: string }) } } } }
    })
    assert.include(text, 'Forge.upload("Things.get", "POST /thing", {')
  })

  it("is a listing if its response comes in pages, also in an envelope", () => {
    const parameters = [{ name: "per_page", in: "query", schema: { type: "integer" } }]
    const list = { type: "array", items: objectOf({ id: string }) }
    assert.include(moduleOf({ parameters, schema: list }), "Forge.listing(")
    const page = moduleOf({ parameters, schema: objectOf({ total_count: { type: "integer" }, things: list }) })
    assert.include(page, 'envelope: "things"')
    const record = moduleOf({ parameters, schema: objectOf({ state: objectOf({ id: string }), things: list }) })
    assert.include(record, "Forge.operation(")
    assert.include(record, "per_page: Schema.optional(Schema.Int)")
  })

  it("repeats a parameter whose example does", () => {
    const schema = { type: "array", items: string, example: "id[]=1,id[]=2" }
    const text = moduleOf({ parameters: [{ name: "id", in: "query", schema }], responses: empty })
    assert.include(text, 'repeated: ["id"]')
  })
})
