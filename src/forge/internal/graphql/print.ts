/** Prints parsed documents: typed documents come without their text. */

/** A node of a parsed document, with the fields that it may have. */
interface Node {
  readonly kind: string
  readonly alias?: Named | undefined
  readonly arguments?: ReadonlyArray<Node> | undefined
  readonly defaultValue?: Node | undefined
  readonly definitions?: ReadonlyArray<Node> | undefined
  readonly directives?: ReadonlyArray<Node> | undefined
  readonly fields?: ReadonlyArray<Node> | undefined
  readonly name?: Named | undefined
  readonly operation?: string | undefined
  readonly selectionSet?: Node | undefined
  readonly selections?: ReadonlyArray<Node> | undefined
  readonly type?: Node | undefined
  readonly typeCondition?: Node | undefined
  /** A node of an argument, the text of a literal, or the nodes of a list. */
  readonly value?: unknown
  readonly values?: ReadonlyArray<Node> | undefined
  readonly variable?: Node | undefined
  readonly variableDefinitions?: ReadonlyArray<Node> | undefined
}

interface Named {
  readonly value: string
}

const all = (nodes: ReadonlyArray<Node> = [], before = "", after = "", between = " "): string =>
  nodes.length === 0 ? "" : before + nodes.map(print).join(between) + after

const maybe = (node: Node | undefined, before = ""): string => (node === undefined ? "" : before + print(node))

const words = (...parts: ReadonlyArray<string | undefined>): string => parts.filter((part) => part).join(" ")

/** Prints a node of a document that can be executed. */
export const print = (node: Node): string => {
  const { kind, selectionSet } = node
  const name = node.name?.value ?? ""
  const directives = all(node.directives)
  const selections = maybe(selectionSet)
  const condition = maybe(node.typeCondition, "on ")
  switch (kind) {
    case "Document":
      return all(node.definitions, "", "", "\n")
    case "OperationDefinition":
      return words(node.operation, name + all(node.variableDefinitions, "(", ")", ", "), directives, selections)
    case "FragmentDefinition":
      return words("fragment", name, condition, directives, selections)
    case "SelectionSet":
      return all(node.selections, "{ ", " }")
    case "Field":
      return words(
        node.alias && `${node.alias.value}:`,
        name + all(node.arguments, "(", ")", ", "),
        directives,
        selections
      )
    case "FragmentSpread":
    case "InlineFragment":
      return words(`...${name}`, condition, directives, selections)
    case "Directive":
      return `@${name}${all(node.arguments, "(", ")", ", ")}`
    case "VariableDefinition":
      return words(`${maybe(node.variable)}: ${maybe(node.type)}`, maybe(node.defaultValue, "= "), directives)
    case "Variable":
      return `$${name}`
    case "Argument":
    case "ObjectField":
      // The value of these nodes is a node.
      return `${name}: ${print(node.value as Node)}`
    case "NamedType":
      return name
    case "ListType":
      return `[${maybe(node.type)}]`
    case "NonNullType":
      return `${maybe(node.type)}!`
    case "ListValue":
      return `[${all(node.values, "", "", ", ")}]`
    case "ObjectValue":
      return `{${all(node.fields, "", "", ", ")}}`
    case "StringValue":
      return JSON.stringify(node.value)
    case "NullValue":
      return "null"
    default:
      return String(node.value)
  }
}
