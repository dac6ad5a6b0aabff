/** What is wrong with a query or its variables, in the service's words: it is not the reference implementation. */
import {
  type ArgumentNode,
  type ASTVisitor,
  coerceInputValue,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputType,
  isNonNullType,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  print,
  typeFromAST,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  visitInParallel
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

/** An argument, or a field of an input object, within which something is wrong. */
interface Within {
  readonly node: ArgumentNode | ObjectFieldNode
  readonly kind: "Field" | "Directive" | "InputObject"
  /** The name of what has it. */
  readonly owner: string
  readonly type: string
}

const incompatible = ({ kind, node: { name, value }, owner, type }: Within): [string, object] => [
  `Argument '${name.value}' on ${kind} '${owner}' has an invalid value (${print(value)}). Expected type '${type}'.`,
  { code: "argumentLiteralsIncompatible", typeName: kind, argumentName: name.value }
]

/** What is wrong with the fields of an input object; undefined for a value. */
const misfit = (message: string): [string, object] | undefined => {
  const [, owner = "", field = "", type = ""] =
    /^Field "(\w+)\.(\w+)" of required type "([^"]+)" was not provided/.exec(message) ?? []
  if (field !== "") {
    return [
      `Argument '${field}' on InputObject '${owner}' is required. Expected type ${type}`,
      {
        code: "missingRequiredInputObjectAttribute",
        argumentName: field,
        argumentType: type,
        inputObjectType: owner
      }
    ]
  }
  const [, argumentName, name] = /^Field "(\w+)" is not defined by type "(\w+)"/.exec(message) ?? []
  return argumentName === undefined
    ? undefined
    : [
        `InputObject '${name}' doesn't accept argument '${argumentName}'`,
        { code: "argumentNotAccepted", name, typeName: "InputObject", argumentName }
      ]
}

/** Values of arguments, and of the fields of input objects, have the right types. */
export const valuesOfCorrectType: ValidationRule = (context) => {
  const within: Array<Within> = []
  /** What is told already: lists may have several values that are wrong. */
  const told = new Set<Within["node"]>()
  const reportError = (error: GraphQLError): void => {
    const last = within.at(-1)
    const own = misfit(error.message)
    if (own === undefined && last !== undefined && told.has(last.node)) return
    if (own === undefined && last !== undefined) told.add(last.node)
    // The default of a variable is in neither.
    const [message, extensions] = own ?? (last === undefined ? [error.message, {}] : incompatible(last))
    context.reportError(inWords(error, message, { ...extensions }))
  }
  const typeHere = (): string => String(context.getInputType())
  const enter = (node: Within["node"], kind: Within["kind"], owner: string): void =>
    void within.push({ node, kind, owner, type: typeHere() })
  const leave = (): void => void within.pop()
  const places: ASTVisitor = {
    Argument: {
      enter: (node) => {
        const directive = context.getDirective()
        if (directive) enter(node, "Directive", directive.name)
        else enter(node, "Field", context.getFieldDef()?.name ?? "")
      },
      leave
    },
    ObjectField: {
      enter: (node) => enter(node, "InputObject", String(getNamedType(context.getParentInputType()))),
      leave
    }
  }
  // `Object.create` has no type of its own: this is the context with another method.
  const rule = ValuesOfCorrectTypeRule(
    Object.create(context, { reportError: { value: reportError } }) as ValidationContext
  )
  return visitInParallel([places, rule])
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
