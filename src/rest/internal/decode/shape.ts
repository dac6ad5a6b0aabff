/** Inspects schemas: the questions that `generate.ts` asks. */
import type * as SchemaAST from "effect/SchemaAST"
import * as Shortcut from "./shortcut.ts"

/** The shortcut of a schema's transformation, if that is the only one between the schema and `from`. */
export const shortcutOf = (ast: SchemaAST.AST) => {
  const [link, ...more] = ast.encoding ?? []
  const shortcut = link && more.length === 0 ? Shortcut.find(link.transformation.decode) : undefined
  return link && shortcut && { ...shortcut, from: link.to }
}

export const isOptional = (ast: SchemaAST.AST): boolean => ast.context?.isOptional === true

/** Whether a schema has only named fields, and each name can be used in code. */
export const isRecord = (ast: SchemaAST.Objects): boolean =>
  ast.propertySignatures.length > 0 &&
  ast.indexSignatures.length === 0 &&
  ast.propertySignatures.every(({ name }) => typeof name === "string" && name !== "__proto__")

/**
 * What happens to a field whose key is absent: it is read as undefined (`read`), left out (`omit`), rejected
 * (`refuse`), or left to the parser (`ask`).
 */
export const whenAbsent = (type: SchemaAST.AST): "read" | "omit" | "refuse" | "ask" => {
  const link = shortcutOf(type)
  if (link?._tag === "Default") return wireTypes(link.from)?.includes("undefined") ? "read" : "ask"
  if (type.encoding && (!link || isOptional(link.from) !== isOptional(type))) return "ask"
  return isOptional(type) ? "omit" : "refuse"
}

/** The members of a union, including those of nested unions. */
export const membersOf = (ast: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> =>
  ast.types.flatMap((member) =>
    member._tag === "Union" && isFirstMatch(member) && !member.encoding && !member.checks ? membersOf(member) : member
  )

/** Whether a union decodes to the first member that matches, without further checks. */
export const isFirstMatch = (ast: SchemaAST.Union): boolean => ast.options?.mode !== "oneOf" && !ast.encodingChecks

/** A condition for types that need no decoding: if it holds, the value is valid. Undefined for other types. */
export const passes = (ast: SchemaAST.AST, value: string): string | undefined =>
  ast.encoding || ast.checks ? undefined : isOfType(ast, value)

/** The condition that a value is of a basic type, without the schema's further checks. Undefined for other types. */
export const isOfType = (ast: SchemaAST.AST, value: string): string | undefined => {
  switch (ast._tag) {
    case "Undefined":
      return `${value}===undefined`
    case "Null":
      return `${value}===null`
    case "String":
    case "Number":
    case "Boolean":
      return `typeof ${value}==="${ast._tag.toLowerCase()}"`
    case "Literal":
      return typeof ast.literal === "string" ? `${value}===${JSON.stringify(ast.literal)}` : undefined
    default:
      return undefined
  }
}

/** The kinds of JSON value that a schema accepts; undefined when that is not known. */
export const wireTypes = (ast: SchemaAST.AST): ReadonlyArray<string> | undefined => {
  if (ast.encoding) {
    const link = shortcutOf(ast)
    return link && wireTypes(link.from)
  }
  switch (ast._tag) {
    case "Undefined":
    case "Null":
    case "String":
    case "Number":
    case "Boolean":
    case "Arrays":
      return [ast._tag.toLowerCase()]
    case "Objects":
      return isRecord(ast) || ast.indexSignatures.length > 0 ? ["object"] : undefined
    case "Literal":
      return [typeof ast.literal]
    case "Union": {
      const types = ast.types.map(wireTypes)
      return types.every((type) => type !== undefined) ? types.flat() : undefined
    }
    default:
      return undefined
  }
}

/** Whether no value can match both schemas. */
export const areApart = (one: SchemaAST.AST, other: SchemaAST.AST): boolean => {
  const types = wireTypes(one)
  return types !== undefined && wireTypes(other)?.some((type) => types.includes(type)) === false
}
