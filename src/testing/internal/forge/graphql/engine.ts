/** Executes queries on the service's own schema by the reference implementation. */
import { schema as official } from "@octokit/graphql-schema"
import {
  buildSchema,
  type DocumentNode,
  execute as executeDocument,
  getOperationAST,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  parse,
  specifiedRules,
  validate,
  type ValidationContext,
  type ValidationRule,
  valueFromASTUntyped,
  ValuesOfCorrectTypeRule
} from "graphql"
import { json } from "../../exchange.ts"
import type { PermissionName } from "../http/requirement.ts"
import type { Repository } from "../state/model.ts"
import { fields as checks } from "./checks.ts"
import { connectionOf } from "./connections.ts"
import { fields as commits } from "./commits.ts"
import { fields as deployments } from "./deployments.ts"
import { fields as issues } from "./issues.ts"
import { costOf, mostNodes } from "./limits.ts"
import type { Execute, Query } from "./load.ts"
import { fields as linkedBranches } from "./linkedBranches.ts"
import { fields as mergeQueues } from "./mergeQueues.ts"
import { fields as mutations } from "./mutations.ts"
import { type Arguments, type Kind, List, permissionError, type View } from "./nodes.ts"
import { fields as pullRequests } from "./pullRequests.ts"
import { fields as query } from "./query.ts"
import { inItsWords, valuesOfCorrectType, variableErrors } from "./refusals.ts"
import { fields as releases } from "./releases.ts"
import { fields as repositories } from "./repository.ts"
import { withScalars } from "./scalars.ts"
import { fields as users } from "./users.ts"

type Make = (self: object, view: View) => Readonly<Record<string, unknown>>

/**
 * What makes the fields of each type. A function gets nothing but values of its type, so what it takes is not told to
 * where all of them are called.
 */
const makers = {
  ...checks,
  ...commits,
  ...deployments,
  ...issues,
  ...linkedBranches,
  ...mergeQueues,
  ...mutations,
  ...pullRequests,
  ...query,
  ...releases,
  ...repositories,
  ...users
} as unknown as Readonly<Record<string, Make>>

let schema: GraphQLSchema | undefined

/** It takes a fifth of a second to build, once. */
const schemaOf = (): GraphQLSchema =>
  (schema ??= withScalars(buildSchema(official.idl, { assumeValid: true, assumeValidSDL: true, noLocation: true })))

const isFunction = (field: unknown): field is (args: Arguments) => unknown => typeof field === "function"

/** The fields of the values of a query, which are made once. */
type Made = WeakMap<object, Readonly<Record<string, unknown>>>

const advice = 'Script the response: Faults.answered({ path: "/graphql", requestBody: { … }, status: 200, body: … })'

const resolverWith =
  (made: Made): GraphQLFieldResolver<unknown, View> =>
  (source, args, view, info) => {
    const { fieldName, parentType } = info
    // Values of object types are objects.
    const self = source as Readonly<Record<string, unknown>>
    const fields = made.get(self) ?? makers[parentType.name]?.(self, view) ?? self
    made.set(self, fields)
    if (!Object.hasOwn(fields, fieldName)) {
      throw new GraphQLError(`The simulator does not serve ${parentType.name}.${fieldName}. ${advice}`)
    }
    // The arguments are checked by the schema.
    const given = args as Arguments
    const field = fields[fieldName]
    const value = isFunction(field) ? field(given) : field
    if (value instanceof List) return connectionOf(value, given, info)
    return Array.isArray(value) ? value.map((each: unknown) => permitted(view, each)) : permitted(view, value)
  }

/** The permission that a value takes, wherever it is reached from. The other types are part of what they are in. */
const permissions: Readonly<Record<string, PermissionName>> = {
  CheckRun: "checks",
  CheckSuite: "checks",
  Deployment: "deployments",
  DeploymentStatus: "deployments",
  Issue: "issues",
  MergeQueueEntry: "pull_requests",
  PullRequest: "pull_requests",
  StatusContext: "statuses",
  Workflow: "actions",
  WorkflowRun: "actions"
} satisfies { readonly [K in Kind]?: PermissionName }

const isPlaced = (value: unknown): value is { readonly __typename: string; readonly repository: Repository } =>
  typeof value === "object" && value !== null && "__typename" in value && "repository" in value

/** A value, or the error that stands in its place: the others of a list stay. */
const permitted = (view: View, value: unknown): unknown => {
  const permission = isPlaced(value) ? permissions[value.__typename] : undefined
  return permission !== undefined && isPlaced(value)
    ? (permissionError(view, value.repository, permission) ?? value)
    : value
}

/** An error as the service writes it: its type is not among the extensions. */
const formatted = (error: GraphQLError) => {
  const { extensions: { type, ...extensions } = {}, locations, message, path } = error.toJSON()
  return {
    ...(type === undefined ? {} : { type }),
    ...(path === undefined ? {} : { path }),
    ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
    ...(locations === undefined ? {} : { locations }),
    message
  }
}

/**
 * The service merges fields of different types that cannot be of one object, such as the `state` of an issue and of a
 * pull request, where the reference implementation refuses them. Different fields or arguments are refused by both.
 */
const fieldsCanBeMerged: ValidationRule = (context) => {
  const reportError = (error: GraphQLError): void => {
    const isOfTypes = error.message.includes(" because they return conflicting types ")
    const isOfFields = / are different fields| have differing /.test(error.message)
    if (!isOfTypes || isOfFields) context.reportError(error)
  }
  // `Object.create` has no type of its own: this is the context with another method.
  return OverlappingFieldsCanBeMergedRule(
    Object.create(context, { reportError: { value: reportError } }) as ValidationContext
  )
}

const rules = specifiedRules.map((rule) => {
  if (rule === ValuesOfCorrectTypeRule) return valuesOfCorrectType
  return rule === OverlappingFieldsCanBeMergedRule ? fieldsCanBeMerged : rule
})

const failed = (...errors: ReadonlyArray<GraphQLError>) => json(200, { errors: errors.map(formatted) })

const refusedAs = (type: string, message: string) => failed(new GraphQLError(message, { extensions: { type } }))

/** More than any document has that is not meant to be too much. */
const mostTokens = 50_000

const documentOf = ({ query }: Query): DocumentNode | GraphQLError => {
  try {
    return parse(query, { maxLexicalTokens: mostTokens })
  } catch (cause) {
    if (cause instanceof GraphQLError) return cause
    // Nested so deep that the parser has no stack left.
    return new GraphQLError("The query is nested too deeply.")
  }
}

/** The values of variables that are not given. */
const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ defaultValue, variable }) =>
      defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]]
    )
  )

export const execute: Execute = (call, query) => {
  const schema = schemaOf()
  const document = documentOf(query)
  if (document instanceof GraphQLError) return failed(document)
  const invalid = validate(schema, document, rules, { maxErrors: 100 })
  if (invalid.length > 0) return failed(...invalid.map(inItsWords))
  const operation = getOperationAST(document, query.operationName)
  if (operation === null || operation === undefined) {
    return failed(new GraphQLError("An operation name is required"))
  }
  const root = schema.getRootType(operation.operation)
  if (root === undefined || root === null)
    return failed(new GraphQLError("Schema is not configured for this operation"))
  const wrong = variableErrors(schema, operation, query.variables)
  if (wrong.length > 0) return failed(...wrong)
  const cost = costOf(schema, document, operation.selectionSet, root, { ...defaultsOf(operation), ...query.variables })
  call.charge(cost.points)
  if (cost.nodes > mostNodes) {
    const [wanted, limit] = [cost.nodes, mostNodes].map((count) => count.toLocaleString("en"))
    const message = `This query requests up to ${wanted} possible nodes which exceeds the maximum limit of ${limit}.`
    return refusedAs("MAX_NODE_LIMIT_EXCEEDED", message)
  }
  const view: View = { ...call, ...cost }
  const result = executeDocument({
    schema,
    document,
    rootValue: {},
    contextValue: view,
    variableValues: query.variables,
    operationName: query.operationName ?? null,
    fieldResolver: resolverWith(new WeakMap())
  })
  // No resolver is asynchronous.
  if (result instanceof Promise) throw new Error("A field of GraphQL was resolved asynchronously")
  const { data, errors = [] } = result
  return json(200, {
    ...(data === undefined ? {} : { data }),
    ...(errors.length === 0 ? {} : { errors: errors.map(formatted) })
  })
}
