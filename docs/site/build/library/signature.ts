/** Declarations, as pages show them: without docstrings, and without what stands in the tables below them. */
import ts from "typescript"
import { withoutImports } from "./scope.ts"

/** Longer declarations lose the fields inside them. */
const most = 640

const printer = ts.createPrinter({ removeComments: true })

const print = (node: ts.Node): string => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())

const omitted = "{ … }"

/** Types of schemas and operations, whose fields stand in a table. */
const tabled = /^(?:Schema|Wire)\.|(?:^|\.)(?:Operation|Listing|Read|Findable|Download|Upload)$/

const nameOf = (node: ts.Node): string =>
  ts.isTypeReferenceNode(node)
    ? node.typeName.getText()
    : ts.isImportTypeNode(node)
      ? (node.qualifier?.getText() ?? "")
      : ""

/** The text of a node, with `{ … }` for the object types inside schemas and operations. */
const brief = (node: ts.Node): string => {
  const spans: Array<readonly [number, number]> = []
  const visit = (each: ts.Node, isTabled: boolean): void => {
    if (isTabled && ts.isTypeLiteralNode(each) && each.members.length > 0) spans.push([each.getStart(), each.end])
    else ts.forEachChild(each, (child) => visit(child, isTabled || tabled.test(nameOf(each))))
  }
  visit(node, false)
  if (spans.length === 0) return print(node)
  let text = node.getSourceFile().text.slice(node.getStart(), node.end)
  for (const [start, end] of spans.toReversed()) {
    text = text.slice(0, start - node.getStart()) + "{ readonly omitted: never }" + text.slice(end - node.getStart())
  }
  return text
}

const typeOf = (type: ts.TypeNode): string => {
  const whole = withoutImports(print(type))
  return whole.length > 120 && /\{\s/.test(whole) ? withoutImports(brief(type)) : whole
}

/** `Schema.Opaque<Issue>()(Schema.Struct(…))` is `Schema.Opaque<Issue>` to readers. */
const superclassOf = (source: ts.SourceFile, name: string): string => {
  const declared = source.statements.find((each) => ts.isClassDeclaration(each) && each.name?.text === name)
  const [clause] = declared !== undefined && ts.isClassDeclaration(declared) ? (declared.heritageClauses ?? []) : []
  let called: ts.Expression | undefined = clause?.types[0]?.expression
  let types: ReadonlyArray<ts.TypeNode> = clause?.types[0]?.typeArguments ?? []
  while (called !== undefined && ts.isCallExpression(called)) {
    types = called.typeArguments ?? types
    called = called.expression
  }
  if (called === undefined) return ""
  return ` extends ${called.getText()}${types.length > 0 ? `<${types.map((type) => type.getText()).join(", ")}>` : ""}`
}

const headOf = (node: ts.InterfaceDeclaration): string => {
  const parameters = node.typeParameters?.map(print).join(", ")
  const parents = node.heritageClauses?.map(print).join(" ") ?? ""
  return `interface ${node.name.text}${parameters === undefined ? "" : `<${parameters}>`} ${parents} {}`
}

/** What a constant is in its source, if that is a short call: `Operation.operation(Forge, dialect)`. */
const callOf = (source: ts.SourceFile, name: string): string | undefined => {
  const { initializer, type } =
    source.statements
      .flatMap((each) => (ts.isVariableStatement(each) ? each.declarationList.declarations : []))
      .find((each) => each.name.getText() === name) ?? {}
  const isCall = initializer !== undefined && ts.isCallExpression(initializer) && type === undefined
  return isCall && initializer.getText().length < 80 ? initializer.getText() : undefined
}

/** The declaration of an export, in the syntax of declaration files. Undefined for a statement that declares none. */
export const declarationOf = (source: ts.SourceFile, statement: ts.Statement, name: string): string | undefined => {
  if (ts.isVariableStatement(statement)) {
    const declared = statement.declarationList.declarations.find((each) => each.name.getText() === name)
    if (declared === undefined) return undefined
    const { initializer, type } = declared
    if (type !== undefined) {
      const text = typeOf(type)
      const call = text.length > most ? callOf(source, name) : undefined
      return call === undefined ? `declare const ${name}: ${text}` : `declare const ${name} = ${call}`
    }
    return `declare const ${name} = ${initializer?.getText()}`
  }
  if (ts.isClassDeclaration(statement)) {
    return statement.name?.text === name ? `declare class ${name}${superclassOf(source, name)} {}` : undefined
  }
  if (ts.isInterfaceDeclaration(statement)) {
    return statement.name.text === name ? withoutImports(headOf(statement)) : undefined
  }
  if (ts.isTypeAliasDeclaration(statement)) {
    if (statement.name.text !== name) return undefined
    const parameters = statement.typeParameters?.map(print).join(", ")
    const body = print(statement.type).length > most ? typeOf(statement.type) : print(statement.type)
    return `type ${name}${parameters === undefined ? "" : `<${parameters}>`} = ${withoutImports(body)}`
  }
  if (ts.isFunctionDeclaration(statement)) {
    return statement.name?.text === name
      ? `declare ${withoutImports(print(statement)).replace(/^(?:export |declare )+/, "")}`
      : undefined
  }
  return undefined
}

/** What the compiler needs, and readers do not. */
export const tidy = (declaration: string): string =>
  declaration
    .replace(/^declare /gm, "")
    .replaceAll("{ readonly omitted: never }", omitted)
    // The names of variables and models fill pages of their own.
    .replace(/(readonly \[(?:\s*"[^"]*",){20})(?:\s*"[^"]*",?){5,}(?=\s*\])/g, '$1\n  "…"')
    .replace(/\{\s*readonly omitted: never\s*\}/g, omitted)
    .replace(/^((?:class|interface)[^]*) \{\}$/gm, "$1")
