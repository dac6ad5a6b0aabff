/** Reads the public modules. */
import * as Path from "node:path"
import { setImmediate } from "node:timers/promises"
import ts from "typescript"
import {
  NodeBuilderFlags,
  type NodeHandle,
  SignatureKind,
  type Symbol,
  SymbolFlags,
  SyntaxKind,
  type Type,
  TypeFlags,
  isCallSignatureDeclaration
} from "../../../../.build/docs/compilerApi.ts"
import type { Queue } from "../beside.ts"
import { compile, type Compiler, wrapped } from "./compiler.ts"
import { emitDeclarations } from "./declarations.ts"
import { docstringOf, docstringOfModule } from "./docstring.ts"
import { fieldsOf } from "./fields.ts"
import type { Callable, Export, Field, Library, Module, Target } from "./model.ts"
import { pathIn, type PublicModule, publicModules } from "./modules.ts"
import { codeOf, importsOf, type Scope, scopeOf, withoutImports } from "./scope.ts"
import { declarationOf, tidy } from "./signature.ts"
import { once } from "../once.ts"
import { root } from "../site.ts"

const paths = new Map(publicModules.map(({ file, path }) => [file, path]))

/** What a symbol is another name of: an export of another module, or a whole module. */
const originOf = (symbol: Symbol, file: string): Target | undefined => {
  const [declared] = symbol.declarations
  const module = paths.get(declared?.path ?? "")
  if (declared === undefined || module === undefined || declared.path === file) return undefined
  return declared.kind === SyntaxKind.SourceFile ? { module } : { module, name: symbol.name }
}

/** Types follow what programs call and provide. Both keep the order of the source. */
const typesLast = <A extends { readonly symbol: Symbol }>(exported: ReadonlyArray<A>): ReadonlyArray<A> => {
  const isValue = ({ symbol }: A): boolean => (symbol.flags & SymbolFlags.Value) !== 0
  return [...exported.filter(isValue), ...exported.filter((each) => !isValue(each))]
}

/** What the public modules export, by their files. */
type Exported = ReadonlyMap<string, ReturnType<typeof exportsOf>>

/** The exports of a name: the only one of the same part of the library, or of all. */
const namesOf = (exported: Exported): ((path: string) => Scope) => {
  const found = new Map<string, ReadonlyArray<Target>>()
  for (const { file, path } of publicModules) {
    for (const { name, origin } of exported.get(file) ?? []) {
      if (origin === undefined) found.set(name, [...(found.get(name) ?? []), { module: path, name }])
    }
  }
  return (path) => (name) => {
    const all = found.get(name) ?? []
    const near = all.filter(({ module }) => module.split("/")[0] === path.split("/")[0])
    return near.length === 1 ? near[0] : all.length === 1 ? all[0] : undefined
  }
}

/** Where the sources say that a name is exported: by a statement of their own, or by one for all names of another file. */
const places = ({ fileName, statements }: ts.SourceFile): ((path: string) => number) => {
  const others = statements
    .filter((each) => ts.isExportDeclaration(each) && each.exportClause === undefined)
    .flatMap((each) => (ts.isExportDeclaration(each) && each.moduleSpecifier ? [each.moduleSpecifier] : []))
    .flatMap((each) => (ts.isStringLiteral(each) ? [Path.resolve(Path.dirname(fileName), each.text)] : []))
  return (path) => others.indexOf(path)
}

const exportsOf = ({ checker, program, sourceOf }: Compiler, file: string) => {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  const placeOf = places(sourceOf(file))
  return (module === undefined ? [] : checker.getExportsOfModule(module))
    .map((exported) => {
      const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const place = placeOf(exported.declarations[0]?.path ?? file)
      return { name: exported.name, symbol, origin: originOf(symbol, file), place }
    })
    .toSorted((one, other) => one.place - other.place)
}

/** What a schema of fields decodes to. */
const decodedType = ({ checker }: Compiler, symbol: Symbol): Type | undefined => {
  if ((symbol.flags & SymbolFlags.Variable) === 0) return undefined
  const type = checker.getTypeOfSymbol(symbol)
  if (type === undefined) return undefined
  const decoded = checker.getPropertyOfType(type, "Type")
  const isStruct = checker.getPropertyOfType(type, "fields") !== undefined
  return decoded === undefined || !isStruct ? undefined : checker.getTypeOfSymbol(decoded)
}

const types: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ClassDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration
])

/** The members of the types that a symbol stands for. */
const membersOf = (
  compiler: Compiler,
  symbol: Symbol,
  source: ts.SourceFile,
  read: ReturnType<typeof fieldsOf>
): ReadonlyArray<Field> => {
  const { checker } = compiler
  const statics = symbol.flags & SymbolFlags.Class ? checker.getTypeOfSymbol(symbol) : undefined
  const own = statics === undefined ? new Set<string>() : staticsOf(source, symbol.name)
  const ofClass = statics === undefined ? [] : read(statics, ({ name }) => own.has(name))
  const isDeclared = symbol.declarations.some(({ kind }) => types.has(kind))
  const type = isDeclared ? checker.getDeclaredTypeOfSymbol(symbol) : decodedType(compiler, symbol)
  if (type === undefined) return []
  const isObject = type.isObjectType() || type.isIntersectionType()
  return isObject && !checker.isArrayLikeType(type)
    ? [...read(type), ...ofClass.map((each) => ({ ...each, name: `static ${each.name}` }))]
    : []
}

/** The static members of a class, except for the `of` of errors, which is the same for all of them. */
const staticsOf = (source: ts.SourceFile, name: string): ReadonlySet<string> =>
  new Set(
    source.statements
      .flatMap((each) => (ts.isClassDeclaration(each) && each.name?.text === name ? [...each.members] : []))
      .filter((member) => ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static)
      .map((member) => member.name?.getText() ?? "")
      .filter((member) => member !== "of")
  )

/** The operation that a symbol is, if it is one: a function with a declaration. */
const callableOf = (
  { checker, program }: Compiler,
  symbol: Symbol,
  file: string,
  read: ReturnType<typeof fieldsOf>,
  scope: Scope
): Callable | undefined => {
  const type = symbol.flags & SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined
  if (type === undefined || checker.getPropertyOfType(type, "declaration") === undefined) return undefined
  // An earlier name has no page.
  if (checker.getPropertyOfType(type, "deprecated") !== undefined) return undefined
  const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call)
  const result = signature && checker.getReturnTypeOfSignature(signature)
  if (signature === undefined || result === undefined) return undefined
  const taken = signature.parameters.length === 0 ? undefined : checker.getParameterType(signature, 0)
  // An input that may be left out is a union with void.
  const isVoid = ({ flags }: Type) => (flags & TypeFlags.Void) !== 0
  const parts = taken?.isUnionType() === true ? taken.getTypes() : []
  const given = parts.some(isVoid) ? parts.find((each) => !isVoid(each)) : taken
  const full = checker.typeToString(result, program.getSourceFile(file), NodeBuilderFlags.NoTruncation)
  const returned = / extends /.test(full) ? (writtenResult(signature.declaration) ?? full) : full
  return {
    input: given === undefined ? [] : inputOf(read, checker.getBaseConstraintOfType(given) ?? given),
    returns: codeOf(withoutImports(returned).replace(/^(Effect|Stream)\.\1\b/, "$1"), scope),
    variants: read(type).filter(({ name }) => name !== "declaration" && name !== "finding")
  }
}

/** What all listings share, such as the size of pages, comes last. */
const inputOf = (read: ReturnType<typeof fieldsOf>, type: Type): ReadonlyArray<Field> => {
  const isShared = ({ declarations }: Symbol) => declarations.some(({ path }) => path.startsWith(`${root}/src/rest/`))
  return [...read(type, (symbol) => !isShared(symbol)), ...read(type, isShared)]
}

/** The type of what a function returns, as its declaration writes it. */
const writtenResult = (declaration: NodeHandle | undefined): string | undefined => {
  const node = declaration?.resolve()
  return node !== undefined && isCallSignatureDeclaration(node) ? node.type?.getText() : undefined
}

const exportOf = async (
  compiler: Compiler,
  { name, origin, symbol }: ReturnType<typeof exportsOf>[number],
  source: ts.SourceFile,
  scopeIn: (file: string) => Scope,
  scopeAt: (file: string) => Scope
): Promise<Export> => {
  const { checker } = compiler
  if (origin !== undefined)
    return { name, docs: checker.getDocumentationCommentOfSymbol(symbol), signature: [], members: [], of: origin }
  // What a module exports may stand in a file that is not public.
  const file = symbol.declarations[0]?.path ?? source.fileName
  const home = compiler.sourceOf(file)
  const scope = scopeIn(file)
  const read = fieldsOf(compiler, file, scope, scopeAt)
  const found = compiler.declarationsOf(file).statements.flatMap((statement) => {
    const declaration = declarationOf(home, statement, symbol.name)
    return declaration === undefined ? [] : [{ declaration, docs: docstringOf(statement) }]
  })
  const declaration = await wrapped(found.map((each) => each.declaration).join("\n"))
  const docs = found.map((each) => each.docs).filter((each) => each !== "")
  return {
    name,
    docs: docs.join("\n\n"),
    // What it declares is no link to itself.
    signature: codeOf(tidy(declaration), (other) => (other === name ? undefined : scope(other))),
    members: membersOf(compiler, symbol, home, read),
    operation: callableOf(compiler, symbol, file, read, scope)
  }
}

const namesIn = (exported: Exported, file: string): ReadonlySet<string> =>
  new Set(exported.get(file)?.map(({ name }) => name))

const moduleOf = async (
  compiler: Compiler,
  { file, path, specifier }: PublicModule,
  exported: Exported,
  elsewhere: Scope,
  scopeAt: (file: string) => Scope
): Promise<Module> => {
  const source = compiler.sourceOf(file)
  const names = namesIn(exported, file)
  const scopeIn = once((home: string) =>
    scopeOf(compiler.sourceOf(home), compiler.declarationsOf(home), names, elsewhere)
  )
  return {
    path,
    specifier,
    docs: docstringOfModule(source),
    exports: await Promise.all(
      typesLast(exported.get(file) ?? []).map((each) => exportOf(compiler, each, source, scopeIn, scopeAt))
    ),
    imports: importsOf(source)
  }
}

/** All public modules, as the compiler reads them. */
export const library = async (beside: Queue): Promise<Library> => {
  const emitted = beside(emitDeclarations)
  // The compiler blocks this process, so the first thing beside it starts before.
  await setImmediate()
  const compiler = compile()
  const exported: Exported = new Map(publicModules.map(({ file }) => [file, exportsOf(compiler, file)]))
  await emitted
  const elsewhere = namesOf(exported)
  const { declarationsOf, sourceOf } = compiler
  const scopeAt = once((file: string) =>
    scopeOf(sourceOf(file), declarationsOf(file), namesIn(exported, file), elsewhere(pathIn(file)))
  )
  const modules: Array<Module> = []
  for (const module of publicModules)
    modules.push(await moduleOf(compiler, module, exported, elsewhere(module.path), scopeAt))
  await compiler.finishDeclarations()
  compiler.close()
  return new Map(modules.map((module) => [module.path, module]))
}
