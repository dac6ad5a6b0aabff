/** The members of types. */
import {
  ModifierFlags,
  type NodeHandle,
  type Symbol,
  SymbolFlags,
  SyntaxKind,
  isClassDeclaration,
  isMethodDeclaration,
  isPropertyDeclaration,
  isPropertySignatureDeclaration,
  type Type
} from "../../../../.build/docs/compilerApi.ts"
import type { Compiler } from "./compiler.ts"
import type { Field } from "./model.ts"
import { root } from "../site.ts"
import { codeOf, type Scope, withoutImports } from "./scope.ts"
import { pathIn } from "./modules.ts"

/** A longer type is cut. Unions of some ten names, such as the rules of a ruleset, are whole. */
const most = 800

/** Whether the library declares it, rather than a library that it builds on. */
const isOurs = ({ declarations }: Symbol): boolean => declarations.some(({ path }) => path.startsWith(`${root}/src/`))

const isPrivate = (declaration: NodeHandle): boolean => {
  if (declaration.kind !== SyntaxKind.PropertyDeclaration && declaration.kind !== SyntaxKind.MethodDeclaration)
    return false
  const node = declaration.resolve()
  return (
    node !== undefined &&
    (isPropertyDeclaration(node) || isMethodDeclaration(node)) &&
    (node.modifierFlags & ModifierFlags.Private) !== 0
  )
}

/** Symbols, what only marks a type, and the private members of classes. */
const isInternal = ({ declarations, name }: Symbol): boolean =>
  name.startsWith("__@") || name.startsWith("~") || declarations.some(isPrivate)

/** The type as its source writes it, if that is all there is to know. */
const writtenType = ({ valueDeclaration }: Symbol): string | undefined => {
  const { kind } = valueDeclaration ?? {}
  if (kind !== SyntaxKind.PropertySignature && kind !== SyntaxKind.PropertyDeclaration) return undefined
  const node = valueDeclaration?.resolve()
  return node !== undefined && (isPropertySignatureDeclaration(node) || isPropertyDeclaration(node))
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

/** The docstring of a symbol. A member of a class without one has that of an interface of the class. */
const docsOf = ({ checker, docsOf: own }: Compiler, symbol: Symbol): string => {
  const docs = own(symbol)
  const declared = docs === "" ? symbol.valueDeclaration?.resolve() : undefined
  if (declared === undefined || !isClassDeclaration(declared.parent)) return docs
  const parents = (declared.parent.heritageClauses ?? []).flatMap(({ types }) => [...types])
  const inherited = parents.flatMap((parent) => {
    const type = checker.getTypeAtLocation(parent)
    const member = type && checker.getPropertyOfType(type, symbol.name)
    return member === undefined ? [] : [own(member)]
  })
  return inherited.find((each) => each !== "") ?? ""
}

/** `scope` is that of the file, and `scopeAt` that of another one: a type that is written there has the names of there. */
export const fieldsOf =
  (compiler: Compiler, file: string, scope: Scope, scopeAt: (file: string) => Scope) =>
  (type: Type, keep: (symbol: Symbol) => boolean = isOurs): ReadonlyArray<Field> => {
    const { checker, textIn } = compiler
    const typeText = (symbol: Symbol): string => {
      const found = checker.getTypeOfSymbol(symbol)
      return found === undefined ? "" : textIn(file)(found)
    }
    return checker
      .getPropertiesOfType(type)
      .filter((symbol) => keep(symbol) && !isInternal(symbol))
      .map((symbol) => {
        const isOptional = (symbol.flags & SymbolFlags.Optional) !== 0
        const written = writtenType(symbol)
        const text = written ?? ordered(typeText(symbol))
        const declared = symbol.valueDeclaration?.path ?? file
        const isElsewhere = declared !== file && declared.startsWith(`${root}/src/`)
        const shown = withoutImports(isOptional ? text.replace(/ \| undefined$|^undefined \| /, "") : text)
        return {
          name: symbol.name,
          isOptional,
          type: codeOf(short(shown), written !== undefined && isElsewhere ? scopeAt(declared) : scope),
          docs: docsOf(compiler, symbol),
          ...(isElsewhere && { home: pathIn(declared) })
        }
      })
  }
