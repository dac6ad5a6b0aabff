/** The names in a program that pages can say more about. */
import ts from "typescript"
import { docstringOf } from "../library/docstring.ts"
import type { Export, Library, Module, Target } from "../library/model.ts"

/** A name in a text: from its first letter to behind its last one. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What has the name of an import, perhaps with a member of that. It stands for it if their symbols are the same. */
export interface Use extends Span {
  readonly target: Target
  /** Where the name itself is, and the import. */
  readonly at: number
  readonly imported: number
}

/** What the program itself declares. */
export interface Declared extends Span {
  /** `const`, `let`, or nothing for functions and parameters. */
  readonly word: string
  readonly docs: string
  /** Whether it is a statement of the program itself, rather than part of one. */
  readonly isMain: boolean
}

/** The tag of an error, where a program handles it. */
export interface Tag extends Span {
  readonly tag: string
}

export interface Names {
  readonly uses: ReadonlyArray<Use>
  readonly declared: ReadonlyArray<Declared>
  readonly tags: ReadonlyArray<Tag>
}

export const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile("program.ts", text, ts.ScriptTarget.Latest, true)

const spanOf = (node: ts.Node): Span => ({ start: node.getStart(), end: node.end })

const exportOf = (module: Module | undefined, name: string): Export | undefined =>
  module?.exports.find((each) => each.name === name)

/** What a module exports under a name: a module, or what a module declares. */
const memberOf = (library: Library, module: string, name: string): Target | undefined => {
  const found = exportOf(library.get(module), name)
  return found === undefined ? undefined : (found.of ?? { module, name })
}

interface Import {
  readonly target: Target
  readonly at: number
}

/** The module that a specifier names: `forge` of `forgecast/forge`. Undefined for those of other packages. */
const moduleOf = (library: Library, specifier: ts.Expression): Module | undefined => {
  const [whole, path = "index"] = /^"forgecast(?:\/(.+))?"$/.exec(specifier.getText()) ?? []
  return whole === undefined ? undefined : library.get(path)
}

/** What a program imports of the library, by the names that it uses. */
const importsOf = (library: Library, { statements }: ts.SourceFile): ReadonlyMap<string, Import> => {
  const imports = new Map<string, Import>()
  for (const statement of statements.filter(ts.isImportDeclaration)) {
    const module = moduleOf(library, statement.moduleSpecifier)
    const bindings = statement.importClause?.namedBindings
    if (module === undefined || bindings === undefined) continue
    for (const element of ts.isNamespaceImport(bindings) ? [bindings] : bindings.elements) {
      const { name } = element
      const target = ts.isImportSpecifier(element)
        ? memberOf(library, module.path, (element.propertyName ?? name).text)
        : { module: module.path }
      if (target !== undefined) imports.set(name.text, { target, at: name.getStart() })
    }
  }
  return imports
}

/** The name of a member that follows a name: `list` of `Issues.list`. */
const memberAfter = (node: ts.Identifier): ts.Identifier | undefined => {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node && ts.isIdentifier(parent.name))
    return parent.name
  return ts.isQualifiedName(parent) && parent.left === node ? parent.right : undefined
}

/** Whether an identifier is the name of a member, which no import is. */
const isMember = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isQualifiedName(node.parent) && node.parent.right === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node)

const useOf = (library: Library, node: ts.Identifier, { at, target }: Import): Use => {
  const member = target.name === undefined ? memberAfter(node) : undefined
  const found = member === undefined ? undefined : memberOf(library, target.module, member.text)
  if (member === undefined || found === undefined) return { ...spanOf(node), at: node.getStart(), target, imported: at }
  // A link is on one line.
  const isOnLine = !node.getSourceFile().text.slice(node.end, member.end).includes("\n")
  return { ...spanOf(isOnLine ? member.parent : member), at: node.getStart(), target: found, imported: at }
}

/** What the names in a pattern are declared with. */
const wordOf = (node: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement): string => {
  if (ts.isBindingElement(node)) return wordOf(node.parent.parent)
  if (ts.isParameter(node) || !ts.isVariableDeclarationList(node.parent)) return ""
  return node.parent.flags & ts.NodeFlags.Const ? "const" : "let"
}

const declaredBy = (node: ts.Node): Declared | undefined => {
  const isFunction = ts.isFunctionDeclaration(node)
  const isVariable = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)
  if ((!isFunction && !isVariable) || node.name === undefined || !ts.isIdentifier(node.name)) return undefined
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : isFunction ? node : undefined
  return {
    ...spanOf(node.name),
    word: isFunction ? "" : wordOf(node),
    docs: statement === undefined ? "" : docstringOf(statement),
    isMain: statement !== undefined && ts.isSourceFile(statement.parent)
  }
}

const calls = (node: ts.Node, name: string): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === name

const isTag = (node: ts.Expression): boolean => ts.isPropertyAccessExpression(node) && node.name.text === "_tag"

/** `Effect.catchTag("NotFound", …)`, `Effect.catchTags({ NotFound: … })`, `error._tag === "NotFound"` */
const tagsIn = (node: ts.Node): ReadonlyArray<ts.Node & { readonly text: string }> => {
  if (calls(node, "catchTag"))
    return node.arguments
      .flatMap((each): ReadonlyArray<ts.Expression> => (ts.isArrayLiteralExpression(each) ? each.elements : [each]))
      .filter(ts.isStringLiteral)
  if (calls(node, "catchTags"))
    return node.arguments
      .filter(ts.isObjectLiteralExpression)
      .flatMap(({ properties }) => properties.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name] : [])))
  return ts.isBinaryExpression(node) && isTag(node.left) && ts.isStringLiteral(node.right) ? [node.right] : []
}

/** The name without its quotes. */
const tagOf = (node: ts.Node & { readonly text: string }): Tag => {
  const quote = ts.isStringLiteral(node) ? 1 : 0
  return { start: node.getStart() + quote, end: node.end - quote, tag: node.text }
}

/** The names in a program, each list in the order of the text. */
export const namesIn = (library: Library, source: ts.SourceFile): Names => {
  const imports = importsOf(library, source)
  const uses: Array<Use> = []
  const declared: Array<Declared> = []
  const tags: Array<Tag> = []
  const classes = new Set<string | undefined>()
  const visit = (node: ts.Node): void => {
    const imported = ts.isIdentifier(node) && !isMember(node) ? imports.get(node.text) : undefined
    if (ts.isIdentifier(node) && imported !== undefined) uses.push(useOf(library, node, imported))
    const own = declaredBy(node)
    if (own !== undefined) declared.push(own)
    tags.push(...tagsIn(node).map(tagOf))
    if (ts.isClassDeclaration(node)) classes.add(node.name?.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  // A program may have errors of its own.
  return { uses, declared, tags: tags.filter(({ tag }) => !classes.has(tag)) }
}
