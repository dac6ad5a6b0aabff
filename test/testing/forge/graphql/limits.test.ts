/** The limits of queries at their edges, and the values that arguments and variables take, in the service's words. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { dig } from "../support.ts"
import { ask, data, errors, errorsIn } from "./support.ts"

const sha = "a".repeat(40)

const layer = ForgeSimulator.layerHttpClient({
  repositories: [
    {
      owner: "octo",
      name: "web",
      files: { a: "a" },
      issues: Array.from({ length: 101 }, (_, at) => ({ title: `Issue ${at + 1}` }))
    }
  ],
  tokens: { [ForgeSimulator.token]: "octo" }
})

const test = testOn(layer)

const web = 'repository(owner: "octo", name: "web")'

describe("a page", () => {
  const page = (args: string, variables: object = {}, declared = "") =>
    ask(
      `query${declared} { ${web} { issues(${args}) { nodes { number } pageInfo { hasNextPage hasPreviousPage } } } }`,
      variables
    )
  const found = (json: unknown) => {
    const numbers = dig(json, "data", "repository", "issues", "nodes", "*", "number")
    return Array.isArray(numbers) ? [numbers.length, numbers[0], numbers.at(-1)] : undefined
  }

  test("has 100 items at most, from both ends", function* () {
    expect(found(yield* page("first: 100"))).toEqual([100, 1, 100])
    expect(found(yield* page("last: 100"))).toEqual([100, 2, 101])
    expect(found(yield* page("first: $n", { n: 100 }, "($n: Int)"))).toEqual([100, 1, 100])
    expect(found(yield* page("first: 0"))).toEqual([0, undefined, undefined])
    expect(found(yield* page("first: 1"))).toEqual([1, 1, 1])
  })

  const refusals: ReadonlyArray<readonly [args: string, type: string, message: string]> = [
    [
      "first: 101",
      "EXCESSIVE_PAGINATION",
      "Requesting 101 records on the `issues` connection exceeds the `first` limit of 100 records."
    ],
    [
      "last: 101",
      "EXCESSIVE_PAGINATION",
      "Requesting 101 records on the `issues` connection exceeds the `last` limit of 100 records."
    ],
    ["first: -1", "INVALID_PAGINATION_BOUNDARIES", "`first` on the `issues` connection cannot be less than zero."],
    [
      "first: 1, last: 1",
      "INVALID_PAGINATION_BOUNDARIES",
      "Passing both `first` and `last` to paginate the `issues` connection is not supported."
    ]
  ]
  test.each(refusals)("of %s is refused", function* ([args, type, message]) {
    const json = yield* page(args)
    expect(errorsIn(json)).toMatchObject([{ type, message, path: ["repository", "issues"] }])
    expect(dig(json, "data", "repository", "issues") ?? null).toBeNull()
    const [, name = "", size = ""] = /(\w+): (-?\d+)$/.exec(args) ?? []
    const other = args.includes(",") ? "first: 1, " : ""
    const sent = yield* page(`${other}${name}: $n`, { n: Number(size) }, "($n: Int)")
    expect(errorsIn(sent)).toMatchObject([{ type, message }])
  })
})

describe("the nodes of a query", () => {
  // 50 issues, 50 × 99 comments, and 50 × 99 × 100 reactions.
  const most =
    "issues(first: 50) { nodes { comments(first: 99) { nodes { reactions(first: 100) { nodes { id } } } } } }"
  const nodes = (query: string, variables: object = {}) =>
    Effect.map(data(query, variables), (json) => dig(json, "rateLimit", "nodeCount"))
  const tooMany = [
    [
      "MAX_NODE_LIMIT_EXCEEDED",
      "This query requests up to 500,001 possible nodes which exceeds the maximum limit of 500,000."
    ]
  ]

  test("are 500,000 at most", function* () {
    expect(yield* nodes(`{ rateLimit { nodeCount } ${web} { ${most} } }`)).toBe(500_000)
    expect(yield* errors(`{ rateLimit { nodeCount } ${web} { ${most} labels(first: 1) { nodes { id } } } }`)).toEqual(
      tooMany
    )
    const fragment = `fragment more on Repository { labels(last: 1) { nodes { id } } }`
    expect(yield* errors(`{ ${web} { ${most} ...more } } ${fragment}`)).toEqual(tooMany)
  })

  test("are counted by the values of variables, and by their defaults", function* () {
    const query = (type: string) =>
      `query ($n: ${type}) { rateLimit { nodeCount } ${web} { ${most} labels(first: $n) { nodes { id } } } }`
    expect(yield* nodes(query("Int"), { n: 0 })).toBe(500_000)
    expect(yield* errors(query("Int"), { n: 1 })).toEqual(tooMany)
    expect(yield* errors(query("Int = 1"))).toEqual(tooMany)
    expect(yield* nodes(query("Int = 1"), { n: 0 })).toBe(500_000)
  })
})

describe("a scalar", () => {
  const scalars: Readonly<
    Record<string, readonly [field: string, argument: string, good: ReadonlyArray<string>, bad: ReadonlyArray<string>]>
  > = {
    DateTime: [
      `${web} { issue(number: 1) { timelineItems(first: 1, since: $value) { totalCount } } }`,
      "since",
      ["2020-01-02T03:04:05Z", "2020-01-02T03:04:05.6+01:00", "2020-02-29"],
      ["yesterday", "2021-02-29", "2020-01-02T25:00:00Z", "2020-1-2", ""]
    ],
    GitTimestamp: [
      `${web} { object(expression: "main") { ... on Commit { history(first: 1, since: $value) { totalCount } } } }`,
      "since",
      ["2020-01-02T03:04:05+09:00"],
      ["1577934245", "now"]
    ],
    GitObjectID: [
      `${web} { object(oid: $value) { id } }`,
      "oid",
      [sha, sha.toUpperCase()],
      ["main", sha.slice(1), `${sha}0`]
    ],
    URI: [
      "resource(url: $value) { url }",
      "url",
      ["https://github.com/octo/web", "/octo/web"],
      ["https://", "a b", "<x>"]
    ]
  }

  test.each(Object.entries(scalars))(
    "%s takes what the service takes",
    function* ([type, [field, argument, good, bad]]) {
      const isRequired = type === "URI"
      const declared = `${type}${isRequired ? "!" : ""}`
      const name = /(\w+)\([^()]*\$value/.exec(field)?.[1] ?? ""
      for (const value of good) {
        yield* data(`query ($value: ${declared}) { ${field} }`, { value })
        yield* data(`{ ${field.replace("$value", JSON.stringify(value))} }`)
      }
      for (const value of [...bad, 1, true]) {
        const explanation = `Could not coerce value ${JSON.stringify(value)} to ${type}`
        expect(errorsIn(yield* ask(`query ($value: ${declared}) { ${field} }`, { value }))).toMatchObject([
          {
            message: `Variable $value of type ${declared} was provided invalid value`,
            extensions: { value, problems: [{ path: [], explanation }] }
          }
        ])
        expect(errorsIn(yield* ask(`{ ${field.replace("$value", JSON.stringify(value))} }`))).toMatchObject([
          {
            message: `Argument '${argument}' on Field '${name}' has an invalid value (${JSON.stringify(value)}). Expected type '${declared}'.`,
            extensions: { code: "argumentLiteralsIncompatible", typeName: "Field", argumentName: argument }
          }
        ])
      }
    }
  )
})

describe("a variable", () => {
  const create = "mutation ($input: CreateIssueInput!) { createIssue(input: $input) { issue { id } } }"
  const problems: ReadonlyArray<readonly [query: string, variables: object, message: string]> = [
    ["query ($id: ID!) { node(id: $id) { id } }", {}, "Variable $id of type ID! was provided invalid value"],
    ["query ($id: ID!) { node(id: $id) { id } }", { id: null }, "Variable $id of type ID! was provided invalid value"],
    [
      `query ($n: Int!) { ${web} { issue(number: $n) { id } } }`,
      { n: "1" },
      "Variable $n of type Int! was provided invalid value"
    ],
    [
      create,
      { input: { title: "New" } },
      "Variable $input of type CreateIssueInput! was provided invalid value for repositoryId (Expected value to not be null)"
    ],
    [
      create,
      { input: { repositoryId: "x", title: null, name: "New" } },
      "Variable $input of type CreateIssueInput! was provided invalid value for title (Expected value to not be null), name (Field is not defined on CreateIssueInput)"
    ],
    [
      `query ($states: [IssueState!]) { ${web} { issues(first: 1, states: $states) { totalCount } } }`,
      { states: ["OPEN", "MERGED"] },
      'Variable $states of type [IssueState!] was provided invalid value for 1 (Expected "MERGED" to be one of: CLOSED, OPEN)'
    ]
  ]

  test.each(problems)("of %s with %j is refused", function* ([query, variables, message]) {
    const json = yield* ask(query, variables)
    expect(errorsIn(json).map((each) => dig(each, "message"))).toEqual([message])
    expect(dig(json, "data")).toBeUndefined()
  })
})

describe("an argument", () => {
  const words: ReadonlyArray<readonly [query: string, code: string, message: string]> = [
    [`{ ${web} { issue { id } } }`, "missingRequiredArguments", "Field 'issue' is missing required arguments: number"],
    [
      `{ ${web} { issue(number: 1, state: OPEN) { id } } }`,
      "argumentNotAccepted",
      "Field 'issue' doesn't accept argument 'state'"
    ],
    [
      `{ ${web} { issue(number: "1") { id } } }`,
      "argumentLiteralsIncompatible",
      "Argument 'number' on Field 'issue' has an invalid value (\"1\"). Expected type 'Int!'."
    ],
    [
      `{ ${web} { issues(first: 1, states: [MERGED]) { totalCount } } }`,
      "argumentLiteralsIncompatible",
      "Argument 'states' on Field 'issues' has an invalid value ([MERGED]). Expected type '[IssueState!]'."
    ],
    [
      `mutation { createIssue(input: { repositoryId: "R_1", title: 5 }) { clientMutationId } }`,
      "argumentLiteralsIncompatible",
      "Argument 'title' on InputObject 'CreateIssueInput' has an invalid value (5). Expected type 'String!'."
    ],
    [
      `mutation { createIssue(input: { repositoryId: "R_1", title: null }) { clientMutationId } }`,
      "argumentLiteralsIncompatible",
      "Argument 'title' on InputObject 'CreateIssueInput' has an invalid value (null). Expected type 'String!'."
    ],
    [
      `mutation { createIssue(input: { repositoryId: "R_1", title: "", labelIds: [A, B] }) { clientMutationId } }`,
      "argumentLiteralsIncompatible",
      "Argument 'labelIds' on InputObject 'CreateIssueInput' has an invalid value ([A, B]). Expected type '[ID!]'."
    ],
    [
      `{ ${web} { issues(first: 1, orderBy: { field: AGE, direction: ASC }) { totalCount } } }`,
      "argumentLiteralsIncompatible",
      "Argument 'field' on InputObject 'IssueOrder' has an invalid value (AGE). Expected type 'IssueOrderField!'."
    ],
    [
      `{ ${web} { issues(first: 1, filterBy: "all") { totalCount } } }`,
      "argumentLiteralsIncompatible",
      `Argument 'filterBy' on Field 'issues' has an invalid value ("all"). Expected type 'IssueFilters'.`
    ],
    [
      `mutation { createIssue(input: { repositoryId: "R_1" }) { clientMutationId } }`,
      "missingRequiredInputObjectAttribute",
      "Argument 'title' on InputObject 'CreateIssueInput' is required. Expected type String!"
    ],
    [
      `mutation { createIssue(input: { repositoryId: "R_1", title: "", name: "" }) { clientMutationId } }`,
      "argumentNotAccepted",
      "InputObject 'CreateIssueInput' doesn't accept argument 'name'"
    ],
    [
      `{ viewer @include(if: 1) { login } }`,
      "argumentLiteralsIncompatible",
      "Argument 'if' on Directive 'include' has an invalid value (1). Expected type 'Boolean!'."
    ]
  ]

  test.each(words)("is refused in the service's words: %s", function* ([query, code, message]) {
    expect(errorsIn(yield* ask(query))).toMatchObject([{ message, extensions: { code } }])
  })
})
