/** Takes one constant of a module, with all that it needs, as a program of its own. */
import ts from "typescript"
import { docstringOf } from "../library/docstring.ts"

/** Whether an identifier is a name in an object, which is no variable. */
const isMember = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  (ts.isBindingElement(node.parent) && node.parent.propertyName === node)

/** The names of the variables that a node mentions. */
const namesIn = (node: ts.Node): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (each: ts.Node): void => {
    if (ts.isIdentifier(each) && !isMember(each)) names.add(each.text)
    ts.forEachChild(each, visit)
  }
  visit(node)
  return names
}

const declaredBy = (statement: ts.Statement): ReadonlyArray<string> => {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return isNamed && statement.name !== undefined ? [statement.name.text] : []
}

/** An import of the names that are needed; undefined if none is. */
const importOf = (statement: ts.ImportDeclaration, needed: ReadonlySet<string>): string | undefined => {
  const { importClause, moduleSpecifier } = statement
  const bindings = importClause?.namedBindings
  if (importClause === undefined || bindings === undefined) return statement.getText()
  if (ts.isNamespaceImport(bindings)) return needed.has(bindings.name.text) ? statement.getText() : undefined
  const names = bindings.elements.filter(({ name }) => needed.has(name.text)).map((each) => each.getText())
  const type = importClause.phaseModifier === ts.SyntaxKind.TypeKeyword ? "type " : ""
  return names.length === 0 ? undefined : `import ${type}{ ${names.join(", ")} } from ${moduleSpecifier.getText()}`
}

/** The comment of the constant, and the module that exports it as its default. Undefined if there is no such constant. */
export const partOf = (
  source: string,
  name: string
): { readonly caption: string; readonly program: string } | undefined => {
  const { statements } = ts.createSourceFile("example.ts", source, ts.ScriptTarget.Latest, true)
  // A reserved word has an underscore: `delete_`.
  const target = statements.find((statement) =>
    declaredBy(statement).some((each) => each === name || each === `${name}_`)
  )
  if (target === undefined || !ts.isVariableStatement(target)) return undefined
  const [declared] = target.declarationList.declarations
  if (declared?.initializer === undefined) return undefined
  const needed = new Set(namesIn(declared.initializer))
  const kept = new Set<ts.Statement>()
  for (let size = -1; size < needed.size;) {
    size = needed.size
    for (const statement of statements) {
      if (statement === target || kept.has(statement) || !declaredBy(statement).some((each) => needed.has(each)))
        continue
      kept.add(statement)
      for (const each of namesIn(statement)) needed.add(each)
    }
  }
  const imports = statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) ? (importOf(statement, needed) ?? []) : []
  )
  const helpers = statements
    .filter((statement) => kept.has(statement))
    .map((statement) =>
      statement
        .getFullText()
        .trim()
        .replace(/^export /m, "")
    )
  const program = [imports.join("\n"), ...helpers, `export default ${declared.initializer.getText()}`]
  return { caption: docstringOf(target), program: `${program.join("\n\n").trim()}\n` }
}
