/** The members of types. */
import ts from "typescript"
import type { Compiler } from "./compiler.ts"
import type { Field } from "./model.ts"
import { root } from "../site.ts"
import { codeOf, type Scope, withoutImports } from "./scope.ts"

/** A longer type is cut. Unions of some ten names, such as the rules of a ruleset, are whole. */
const most = 800

const flags =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.OmitParameterModifiers

/** Whether the library declares it, rather than a library that it builds on. */
const isOurs = (symbol: ts.Symbol): boolean =>
  symbol.declarations?.some((each) => each.getSourceFile().fileName.startsWith(`${root}/src/`)) === true

/** Symbols, what only marks a type, and the private members of classes. */
const isInternal = ({ declarations = [], name }: ts.Symbol): boolean =>
  name.startsWith("__@") ||
  name.startsWith("~") ||
  declarations.some((each) => (ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Private) !== 0)

/** The type as its source writes it, if that is all there is to know. */
const writtenType = (symbol: ts.Symbol): string | undefined => {
  const node = symbol.valueDeclaration
  return node !== undefined && (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node))
    ? node.type?.getText()
    : undefined
}

/** The compiler has an order of its own for the members of a union. */
const ordered = (type: string): string => {
  const open = "(string & {})"
  const members = type.split(" | ")
  // A bracket that spans members is no union of literals.
  const isFlat = members.every((each) => each === open || each === "null" || /^"[^"]*"$/.test(each))
  if (!isFlat) return type
  const literals = members.filter((each) => each.startsWith('"')).toSorted()
  return [...literals, ...[open, "null"].filter((each) => members.includes(each))].join(" | ")
}

const short = (type: string): string => {
  const line = type.replace(/\s+/g, " ")
  if (line.length <= most) return line
  const end = line.lastIndexOf(" ", most)
  return `${line.slice(0, end > 0 ? end : most)} …`
}

export const fieldsOf =
  ({ checker }: Compiler, at: ts.Node, scope: Scope) =>
  (type: ts.Type, keep: (symbol: ts.Symbol) => boolean = isOurs): ReadonlyArray<Field> =>
    checker
      .getPropertiesOfType(type)
      .filter((symbol) => keep(symbol) && !isInternal(symbol))
      .map((symbol) => {
        const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
        const text = writtenType(symbol) ?? ordered(checker.typeToString(checker.getTypeOfSymbol(symbol), at, flags))
        const shown = withoutImports(isOptional ? text.replace(/ \| undefined$|^undefined \| /, "") : text)
        return {
          name: symbol.name,
          isOptional,
          type: codeOf(short(shown), scope),
          docs: ts.displayPartsToString(symbol.getDocumentationComment(checker))
        }
      })
