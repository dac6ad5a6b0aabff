/** What the names in a file stand for. */
import * as Path from "node:path"
import ts from "typescript"
import type { Code, Target } from "./model.ts"
import { publicModules } from "./modules.ts"

/** Looks a name up: `Issue`, or `Transport.Parts`. Undefined for a name that is not the library's. */
export type Scope = (name: string) => Target | undefined

const paths = new Map(publicModules.map(({ file, path }) => [file, path]))

/** The public module that a file imports. */
const moduleOf = (from: string, specifier: string): string | undefined =>
  specifier.startsWith(".") ? paths.get(Path.resolve(Path.dirname(from), specifier.replace(/\.js$/, ".ts"))) : undefined

/** The public modules that a source imports, by their paths. */
export const importsOf = ({ fileName, statements }: ts.SourceFile): ReadonlyArray<string> =>
  statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)
      ? (moduleOf(fileName, statement.moduleSpecifier.text) ?? [])
      : []
  )

/** `import("../rest/Operation.ts").Read`, as declaration files name what the source does not import. */
const inline = /import\("([^"]+)"\)\.(\w+)/g

/** The names that only the file itself knows: of other packages, of what it does not export, of type parameters. */
const ownNames = (source: ts.SourceFile): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    const isNamed =
      ts.isTypeParameterDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isImportSpecifier(node) ||
      ts.isNamespaceImport(node)
    if (isNamed) names.add(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

/** The scope of a source and its declaration file. */
export const scopeOf = (
  source: ts.SourceFile,
  declarations: ts.SourceFile,
  exported: ReadonlySet<string>,
  elsewhere: Scope
): Scope => {
  const names = new Map<string, Target>()
  const namespaces = new Map<string, string>()
  for (const [, specifier = "", name = ""] of declarations.text.matchAll(inline)) {
    const module = moduleOf(source.fileName, specifier)
    if (module !== undefined) names.set(name, { module, name })
  }
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const module = moduleOf(source.fileName, statement.moduleSpecifier.text)
    const bindings = statement.importClause?.namedBindings
    if (module === undefined || bindings === undefined) continue
    if (ts.isNamespaceImport(bindings)) namespaces.set(bindings.name.text, module)
    else {
      for (const { name, propertyName } of bindings.elements) {
        names.set(name.text, { module, name: (propertyName ?? name).text })
      }
    }
  }
  const own = ownNames(source)
  const here = paths.get(source.fileName)
  return (name) => {
    const [first = "", second] = name.split(".")
    const namespace = namespaces.get(first)
    if (namespace !== undefined) return { module: namespace, name: second }
    if (here !== undefined && exported.has(first)) return { module: here, name: first }
    // Other names are too common to say whose they are.
    return names.get(first) ?? (/^[A-Z]/.test(first) && !own.has(first) ? elsewhere(first) : undefined)
  }
}

/** Names, as declaration files write them, without the paths of their modules. */
export const withoutImports = (text: string): string =>
  text
    .replace(/import\("effect\/(?:\w+\/)*(\w+)"\)\.(\w+)/g, (_, module: string, name: string) =>
      module === name ? name : `${module}.${name}`
    )
    .replace(inline, "$2")
    // What effect's own modules call them.
    .replace(/(?<![.\w])Utc\b/g, "DateTime.Utc")
    .replace(/(?<![.\w"])Duration\b(?![.\w"])/g, "Duration.Duration")
    .replace(/typeof import\("([^"]+)"\)/g, (_, path: string) => `typeof ${Path.posix.basename(path, ".ts")}`)

const token = /"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?/g

/** Says of each name in a text what it stands for. */
export const codeOf = (text: string, scope: Scope): Code => {
  const code: Array<Code[number]> = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const [name] = match
    const isMember =
      text[match.index - 1] === "." ||
      /^\??:/.test(text.slice(match.index + name.length, match.index + name.length + 2))
    const to = /^["`]/.test(name) || isMember ? undefined : scope(name)
    if (to === undefined) continue
    if (match.index > end) code.push(text.slice(end, match.index))
    code.push({ text: name, to })
    end = match.index + name.length
  }
  if (end < text.length) code.push(text.slice(end))
  return code
}

/** The text of a piece of code. */
export const textOf = (code: Code): string => code.map((part) => (typeof part === "string" ? part : part.text)).join("")
