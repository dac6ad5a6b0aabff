/** What we print and find in documents, compared with the reference implementation. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type DocumentNode, type OperationDefinitionNode, parse, print as officialPrint, visit } from "graphql"
import { chosen, operationsOf } from "../../../src/forge/internal/graphql/operations.ts"
import { print } from "../../../src/forge/internal/graphql/print.ts"

const documents = [
  "{ viewer { login } }",
  "query { viewer { login } }",
  'query Q($a: Int! = 1 @deprecated, $b: [String!]! = ["x"], $c: In = {a: 1, b: {c: [true, null, E, 1.5e3]}}) @d(a: $a) { a: b(c: $c) @include(if: $a) { ...F ... on T @x { id } ... @skip(if: true) { id } ... { x } } }\nfragment F on T @y { id }',
  "mutation M { a }",
  "fragment mutation on query { mutation }\nquery subscription { ...mutation query: mutation }",
  'query($a: X = {mutation: "mutation { a }"}) { a }',
  "# mutation { a }\n{ a # }\n b }",
  '{ a(b: "} mutation M { x }", c: "\\"} mutation") }',
  '{ a(b: """ } mutation M { "x" \\""" } """) }',
  '{ a(b: "", c: """""") } mutation M { b }',
  "\ufeff,, query A{a},mutation B{b}\r\n\r#x\rquery C{c}",
  "query Q { a(b: [{c: {d: 1}}, {e: []}]) }",
  "query Q @a @b(c: {d: 1}) { a }",
  "query @a(b: 1) { c }",
  "mutation @a { c }",
  '{ a(b: """ 5" } mutation M { b } """) }',
  '{ a(unicode: "ü \\u{1F600} \\uD83D\\uDE00 😀") }'
]

const operations = ({ definitions }: DocumentNode) =>
  definitions
    .filter((definition): definition is OperationDefinitionNode => definition.kind === "OperationDefinition")
    .map(({ name, operation, variableDefinitions = [] }) => ({
      kind: operation,
      name: name?.value,
      variables: new Set(variableDefinitions.map(({ variable }) => variable.name.value))
    }))

/** A block string prints as another, whose value is the same. */
const withoutBlocks = (document: DocumentNode): DocumentNode =>
  visit(document, { StringValue: (node) => ({ ...node, block: false }) })

const plain = (document: DocumentNode): unknown => JSON.parse(JSON.stringify(withoutBlocks(document)))

const parsed = (text: string) => plain(parse(text, { noLocation: true }))

describe.each(documents)("the document %s", (text) => {
  it("prints as another with the same meaning", () => {
    const document = parse(text, { noLocation: true })
    assert.deepStrictEqual(parsed(print(document)), plain(document))
  })

  it("has the operations that the service executes", () => {
    assert.deepStrictEqual(operationsOf(text), operations(parse(text)))
  })
})

/** Texts that look like the end of a string, and like a document. */
const text = fc.string({ unit: fc.constantFrom('"', '"""', "\\", "#", "{", "}", "\n", " ", "mutation", "ü", "😀") })

const word = fc.constantFrom("query", "mutation", "subscription", "fragment", "a", "_b9", "type", "input")
const named = word.map((value) => ({ kind: "Name", value }))

const { selectionSet, value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant("StringValue"), value: text, block: fc.boolean() }),
    fc.integer().map((value) => ({ kind: "IntValue", value: String(value) })),
    fc.boolean().map((value) => ({ kind: "BooleanValue", value })),
    word.map((value) => ({ kind: "EnumValue", value })),
    fc.constant({ kind: "NullValue" }),
    fc.array(tie("value"), { maxLength: 3 }).map((values) => ({ kind: "ListValue", values })),
    fc
      .array(fc.record({ kind: fc.constant("ObjectField"), name: named, value: tie("value") }), { maxLength: 3 })
      .map((fields) => ({ kind: "ObjectValue", fields }))
  ),
  arguments: fc.array(fc.record({ kind: fc.constant("Argument"), name: named, value: tie("value") }), { maxLength: 2 }),
  directives: fc.array(fc.record({ kind: fc.constant("Directive"), name: named, arguments: tie("arguments") }), {
    maxLength: 2
  }),
  selection: fc.oneof(
    { maxDepth: 3 },
    fc.record(
      {
        kind: fc.constant("Field"),
        name: named,
        alias: named,
        arguments: tie("arguments"),
        directives: tie("directives")
      },
      { requiredKeys: ["kind", "name"] }
    ),
    fc.record({
      kind: fc.constant("InlineFragment"),
      typeCondition: fc.option(
        named.map((name) => ({ kind: "NamedType", name })),
        { nil: undefined }
      ),
      directives: tie("directives"),
      selectionSet: tie("selectionSet")
    }),
    fc.record({ kind: fc.constant("Field"), name: named, selectionSet: tie("selectionSet") })
  ),
  selectionSet: fc
    .array(tie("selection"), { minLength: 1, maxLength: 3 })
    .map((selections) => ({ kind: "SelectionSet", selections }))
}))

const variable = fc.record(
  {
    kind: fc.constant("VariableDefinition"),
    variable: named.map((name) => ({ kind: "Variable", name })),
    type: named.map((name) => ({
      kind: "NonNullType",
      type: { kind: "ListType", type: { kind: "NamedType", name } }
    })),
    defaultValue: value
  },
  { requiredKeys: ["kind", "variable", "type"] }
)

const definition = fc.oneof(
  fc.record(
    {
      kind: fc.constant("OperationDefinition"),
      operation: fc.constantFrom("query", "mutation", "subscription"),
      name: named,
      variableDefinitions: fc.array(variable, { maxLength: 2 }),
      selectionSet
    },
    { requiredKeys: ["kind", "operation", "selectionSet"] }
  ),
  fc.record({
    kind: fc.constant("FragmentDefinition"),
    name: fc.constant({ kind: "Name", value: "mutation" }),
    typeCondition: named.map((name) => ({ kind: "NamedType", name })),
    selectionSet
  })
)

/** A document of the grammar, whether or not a service has its fields. */
const document = fc
  .array(definition, { minLength: 1, maxLength: 3 })
  .map((definitions) => ({ kind: "Document", definitions }) as unknown as DocumentNode)

describe("any document", () => {
  it("prints as another with the same meaning, and has the same operations", () => {
    fc.assert(
      fc.property(document, (document) => {
        const ours = print(document)
        // The reference implementation does not keep all white space of block strings.
        const official = officialPrint(withoutBlocks(document))
        assert.deepStrictEqual(parsed(ours), parsed(official))
        for (const text of [officialPrint(document), official, ours])
          assert.deepStrictEqual(operationsOf(text), operations(parse(text)))
      }),
      { numRuns: 300 }
    )
  })
})

describe("the operation of a document", () => {
  const all = operationsOf("query A { a } mutation B { b } subscription C { c }")

  it("is the only one, or the one of that name", () => {
    assert.containSubset(chosen(operationsOf("{ a }"), undefined), { kind: "query", name: undefined })
    assert.containSubset(chosen(all, "B"), { kind: "mutation", name: "B" })
  })

  it("is none if it is left open, or needs another transport", () => {
    assert.containSubset(chosen([], undefined), { path: "document" })
    assert.containSubset(chosen(all, undefined), { path: "operationName" })
    assert.containSubset(chosen(all, "D"), { path: "operationName" })
    assert.containSubset(chosen(all, "C"), { path: "document" })
    assert.containSubset(chosen(operationsOf("type A { b: Int }"), undefined), { path: "document" })
  })
})
