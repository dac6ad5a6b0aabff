/** What is wrong with a query or its variables, in the service's words: it is not the reference implementation. */
import {
  coerceInputValue,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  print,
  typeFromAST,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule
} from "graphql"

const inWords = (error: GraphQLError, message: string, extensions: Readonly<Record<string, unknown>>): GraphQLError =>
  new GraphQLError(message, { ...(error.nodes === undefined ? {} : { nodes: error.nodes }), extensions })

type Wording = readonly [pattern: RegExp, write: (error: GraphQLError, ...found: ReadonlyArray<string>) => GraphQLError]

const wordings: ReadonlyArray<Wording> = [
  [
    /^Cannot query field "(\w+)" on type "(\w+)"/,
    (error, fieldName = "", typeName = "") => {
      const message = `Field '${fieldName}' doesn't exist on type '${typeName}'`
      return inWords(error, message, { code: "undefinedField", typeName, fieldName })
    }
  ],
  [
    /^Unknown argument "(\w+)" on field "\w+\.(\w+)"/,
    (error, argumentName = "", name = "") => {
      const message = `Field '${name}' doesn't accept argument '${argumentName}'`
      return inWords(error, message, { code: "argumentNotAccepted", name, typeName: "Field", argumentName })
    }
  ],
  [
    /^Field "(\w+)" argument "(\w+)" of type "[^"]+" is required, but it was not provided/,
    (error, name = "", argument = "") => {
      const message = `Field '${name}' is missing required arguments: ${argument}`
      return inWords(error, message, {
        code: "missingRequiredArguments",
        className: "Field",
        name,
        arguments: argument
      })
    }
  ]
]

export const inItsWords = (error: GraphQLError): GraphQLError => {
  for (const [pattern, write] of wordings) {
    const found = pattern.exec(error.message)
    if (found !== null) return write(error, ...found.slice(1))
  }
  return error
}

/** Values of arguments have the right types. Within input objects, the words are those of the reference implementation. */
export const valuesOfCorrectType: ValidationRule = (context) => {
  const reportError = (error: GraphQLError): void => {
    const argument = context.getArgument()
    const field = context.getFieldDef()
    const [node] = error.nodes ?? []
    const isOwn =
      argument !== undefined &&
      argument !== null &&
      getNamedType(argument.type) === getNamedType(context.getInputType())
    if (!isOwn || field === undefined || field === null || node === undefined) return context.reportError(error)
    const message =
      `Argument '${argument.name}' on Field '${field.name}' has an invalid value (${print(node)}). ` +
      `Expected type '${String(argument.type)}'.`
    const extensions = { code: "argumentLiteralsIncompatible", typeName: "Field", argumentName: argument.name }
    context.reportError(inWords(error, message, extensions))
  }
  // `Object.create` has no type of its own: this is the context with another method.
  return ValuesOfCorrectTypeRule(Object.create(context, { reportError: { value: reportError } }) as ValidationContext)
}

interface Problem {
  readonly path: ReadonlyArray<number | string>
  readonly explanation: string
}

const noNull = "Expected value to not be null"

/** What is wrong with a part of a variable's value. */
const problemOf = (
  schema: GraphQLSchema,
  path: Problem["path"],
  value: unknown,
  { message }: GraphQLError
): Problem => {
  const [, missing] = /^Field "(\w+)" of required type/.exec(message) ?? []
  if (missing !== undefined) return { path: [...path, missing], explanation: noNull }
  const [, unknown, owner] = /^Field "(\w+)" is not defined by type "(\w+)"/.exec(message) ?? []
  if (unknown !== undefined) return { path: [...path, unknown], explanation: `Field is not defined on ${owner}` }
  if (message.startsWith("Expected non-nullable type")) return { path, explanation: noNull }
  const [, name = ""] =
    /^Expected type "(\w+)"/.exec(message) ??
    /does not exist in "(\w+)" enum/.exec(message) ??
    /^(?:Enum ")?(\w+)"? cannot represent/.exec(message) ??
    []
  const type = schema.getType(name)
  if (isEnumType(type)) {
    const values = type.getValues().map((each) => each.name)
    return { path, explanation: `Expected ${JSON.stringify(value)} to be one of: ${values.join(", ")}` }
  }
  return { path, explanation: `Could not coerce value ${JSON.stringify(value)} to ${name}` }
}

/** Why the values of variables are refused: an error for each variable. */
export const variableErrors = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>
): ReadonlyArray<GraphQLError> =>
  variableDefinitions.flatMap((definition) => {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type)
    const value = given[name]
    if (!isInputType(type) || (value === undefined && definition.defaultValue !== undefined)) return []
    const problems: Array<Problem> = []
    if (isNonNullType(type) && (value === undefined || value === null)) problems.push({ path: [], explanation: noNull })
    else if (value !== undefined && value !== null) {
      coerceInputValue(value, type, (path, part, error) => problems.push(problemOf(schema, path, part, error)))
    }
    if (problems.length === 0) return []
    const placed = problems.filter(({ path }) => path.length > 0)
    const where = placed.map(({ explanation, path }) => `${path.join(".")} (${explanation})`).join(", ")
    const message = `Variable $${name} of type ${print(definition.type)} was provided invalid value`
    return new GraphQLError(placed.length === 0 ? message : `${message} for ${where}`, {
      nodes: definition,
      extensions: { value: value ?? null, problems }
    })
  })
