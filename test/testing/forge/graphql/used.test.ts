/** What real programs ask for: each field of each type is asked for wherever the others lead to it. */
import * as Fs from "node:fs"
import { describe, expect } from "@effect/vitest"
import { getNamedType, type GraphQLNamedType, isAbstractType, isInterfaceType, isLeafType, isObjectType } from "graphql"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { dig } from "../support.ts"
import { ask, data, errorsIn, schema, seed } from "./support.ts"

const { about: _, ...programs } = JSON.parse(
  Fs.readFileSync(new URL("../../../fixtures/graphqlUsed.json", import.meta.url), "utf8")
) as Readonly<Record<string, ReadonlyArray<string>>>

const used = [...new Set(Object.values(programs).flat())].filter((each) => !each.startsWith("__"))

const fieldsOf = (type: string) =>
  used.flatMap((each) => (each.startsWith(`${type}.`) ? [each.slice(type.length + 1)] : []))

/** The arguments that fields cannot do without. */
const given: Readonly<Record<string, string>> = {
  "Query.node": '(id: "I_x")',
  "Query.repository": '(owner: "acme", name: "web")',
  "Query.repositoryOwner": '(login: "octo")',
  "Query.search": '(query: "repo:acme/web", type: ISSUE, first: 10)',
  "Query.user": '(login: "octo")',
  "Repository.issueOrPullRequest": "(number: 3)",
  "Repository.label": '(name: "bug")',
  "Repository.object": '(expression: "main")',
  "Repository.pullRequest": "(number: 3)",
  "Repository.ref": '(qualifiedName: "refs/heads/main")',
  "Repository.release": '(tagName: "v1.0.0")',
  "StatusContext.isRequired": "(pullRequestNumber: 3)",
  "CheckRun.isRequired": "(pullRequestNumber: 3)"
}

/** The used fields of a type, one by one, with all that they lead to, up to a depth. */
const selectionsOf = (type: GraphQLNamedType, depth: number): ReadonlyArray<string> => {
  const own = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}
  const parts = fieldsOf(type.name).flatMap((name) => {
    const field = own[name]
    if (field === undefined) throw new Error(`The schema has no ${type.name}.${name}`)
    const target = getNamedType(field.type)
    const at = `${type.name}.${name}`
    const isPaged = field.args.some((each) => each.name === "first")
    // Fields of different types that have one name are merged.
    const call = `${type.name}_${name}: ${name}${given[at] ?? (isPaged ? "(first: 10)" : "")}`
    if (isLeafType(target)) return [call]
    return depth === 0 ? [] : [`${call} ${selectionOf(target, depth - 1)}`]
  })
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : []
  const inside = possible.flatMap((each) =>
    fieldsOf(each.name).length === 0 ? [] : [`... on ${each.name} ${selectionOf(each, depth)}`]
  )
  return [...parts, ...inside]
}

const selectionOf = (type: GraphQLNamedType, depth: number): string =>
  `{ __typename ${selectionsOf(type, depth).join(" ")} }`

/** The fields that data has. */
const fieldsIn = (value: unknown, found: Set<string>): Set<string> => {
  if (typeof value !== "object" || value === null) return found
  for (const [name, each] of Object.entries(value)) {
    if (name.includes("_") && !name.startsWith("__")) found.add(name.replace("_", "."))
    fieldsIn(each, found)
  }
  return found
}

/** Of what the simulator has no records, nothing is listed. */
const never = /^(?:ProjectCard|Project|ProjectColumn|ProjectV2Item|ProjectV2|MergeQueue)\./

const test = testOn(ForgeSimulator.layerHttpClient(seed))

describe("what real programs ask for", () => {
  test("is served, field by field", function* () {
    const root = schema.getQueryType()
    expect(used.length).toBeGreaterThanOrEqual(270)
    const found = new Set<string>(["Query.node"])
    for (const name of fieldsOf("Query").filter((each) => each !== "node")) {
      const type = getNamedType(root?.getFields()[name]?.type)
      if (type === undefined) throw new Error(`The schema has no ${name}`)
      // One by one: all of them at once are too many tokens.
      for (const selection of selectionsOf(type, name === "repository" ? 5 : 3)) {
        const json = yield* ask(`{ Query_${name}: ${name}${given[`Query.${name}`] ?? ""} { ${selection} } }`)
        // Other repositories lack the numbers.
        const failed = errorsIn(json).filter((each) => dig(each, "type") !== "NOT_FOUND")
        expect([selection.slice(0, 100), failed]).toEqual([selection.slice(0, 100), []])
        fieldsIn(dig(json, "data"), found)
      }
    }
    // Farther away than the depth.
    const contexts = selectionOf(schema.getType("StatusCheckRollup") as GraphQLNamedType, 5)
    const commit = `commits(last: 1) { nodes { commit { statusCheckRollup ${contexts} } } }`
    fieldsIn(yield* data(`{ repository(owner: "acme", name: "web") { pullRequest(number: 3) { ${commit} } } }`), found)
    const mutations = /^(?:Mutation|\w+Payload|IssueCommentEdge)\./
    expect(used.filter((each) => !found.has(each) && !never.test(each) && !mutations.test(each))).toEqual([])
  })

  test("is found out by introspection", function* () {
    const query = `{ Issue: __type(name: "Issue") { fields(includeDeprecated: true) { name } } }`
    expect(JSON.stringify(yield* data(query))).toContain('{"name":"stateReason"}')
  })
})
