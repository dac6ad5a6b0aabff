/** Reads the public modules. */
import ts from "typescript"
import { compile, type Compiler, wrapped } from "./compiler.ts"
import { docstringOf, docstringOfModule } from "./docstring.ts"
import { fieldsOf } from "./fields.ts"
import type { Callable, Export, Field, Library, Module, Target } from "./model.ts"
import { type PublicModule, publicModules } from "./modules.ts"
import { codeOf, type Scope, scopeOf, withoutImports } from "./scope.ts"
import { declarationOf, tidy } from "./signature.ts"

const paths = new Map(publicModules.map(({ file, path }) => [file, path]))

/** What a symbol is another name of: an export of another module, or a whole module. */
const originOf = (symbol: ts.Symbol, file: string): Target | undefined => {
  const declared = symbol.declarations?.[0]
  const module = paths.get(declared?.getSourceFile().fileName ?? "")
  if (declared === undefined || module === undefined || declared.getSourceFile().fileName === file) return undefined
  return ts.isSourceFile(declared) ? { module } : { module, name: symbol.name }
}

/** Types follow what programs call and provide. Both keep the order of the source. */
const typesLast = <A extends { readonly symbol: ts.Symbol }>(exported: ReadonlyArray<A>): ReadonlyArray<A> => {
  const isValue = ({ symbol }: A): boolean => (symbol.flags & ts.SymbolFlags.Value) !== 0
  return [...exported.filter(isValue), ...exported.filter((each) => !isValue(each))]
}

/** The exports of a name: the only one of the same part of the library, or of all. */
const namesOf = (compiler: Compiler): ((path: string) => Scope) => {
  const found = new Map<string, ReadonlyArray<Target>>()
  for (const { file, path } of publicModules) {
    for (const { name, origin } of exportsOf(compiler, file)) {
      if (origin === undefined) found.set(name, [...(found.get(name) ?? []), { module: path, name }])
    }
  }
  return (path) => (name) => {
    const all = found.get(name) ?? []
    const near = all.filter(({ module }) => module.split("/")[0] === path.split("/")[0])
    return near.length === 1 ? near[0] : all.length === 1 ? all[0] : undefined
  }
}

const exportsOf = ({ checker, sourceOf }: Compiler, file: string) => {
  const module = checker.getSymbolAtLocation(sourceOf(file))
  return (module === undefined ? [] : checker.getExportsOfModule(module)).map((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    return { name: exported.name, symbol, origin: originOf(symbol, file) }
  })
}

/** What a schema of fields decodes to. */
const decodedType = (checker: ts.TypeChecker, symbol: ts.Symbol): ts.Type | undefined => {
  if ((symbol.flags & ts.SymbolFlags.Variable) === 0) return undefined
  const type = checker.getTypeOfSymbol(symbol)
  const decoded = checker.getPropertyOfType(type, "Type")
  const isStruct = checker.getPropertyOfType(type, "fields") !== undefined
  return decoded === undefined || !isStruct ? undefined : checker.getTypeOfSymbol(decoded)
}

/** The members of the types that a symbol stands for. */
const membersOf = (
  { checker }: Compiler,
  symbol: ts.Symbol,
  read: ReturnType<typeof fieldsOf>
): ReadonlyArray<Field> => {
  const statics = symbol.flags & ts.SymbolFlags.Class ? staticsOf(checker, symbol) : undefined
  const ofClass = statics === undefined ? [] : read(statics.type, (each) => statics.own.has(each.name))
  const declared = symbol.declarations?.find(
    (each) => ts.isClassDeclaration(each) || ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each)
  )
  const type = declared === undefined ? decodedType(checker, symbol) : checker.getDeclaredTypeOfSymbol(symbol)
  if (type === undefined) return []
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0 || type.isIntersection()
  const isList = checker.isArrayLikeType(type)
  return isObject && !isList
    ? [...read(type), ...ofClass.map((each) => ({ ...each, name: `static ${each.name}` }))]
    : []
}

/** The static members of a class, except for the `of` of errors, which is the same for all of them. */
const staticsOf = (checker: ts.TypeChecker, symbol: ts.Symbol) => {
  const own = new Set(
    symbol.declarations?.flatMap((each) =>
      ts.isClassDeclaration(each)
        ? each.members.flatMap((member) =>
            ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static ? [member.name?.getText() ?? ""] : []
          )
        : []
    )
  )
  own.delete("of")
  return { type: checker.getTypeOfSymbol(symbol), own }
}

/** The operation that a symbol is, if it is one: a function with a declaration. */
const callableOf = (
  { checker }: Compiler,
  symbol: ts.Symbol,
  at: ts.Node,
  read: ReturnType<typeof fieldsOf>,
  scope: Scope
): Callable | undefined => {
  if ((symbol.flags & ts.SymbolFlags.Value) === 0) return undefined
  const type = checker.getTypeOfSymbol(symbol)
  const [signature] = checker.getSignaturesOfType(type, ts.SignatureKind.Call)
  if (signature === undefined || checker.getPropertyOfType(type, "declaration") === undefined) return undefined
  // An earlier name has no page.
  if (checker.getPropertyOfType(type, "deprecated") !== undefined) return undefined
  const [input] = signature.getParameters()
  const taken = input === undefined ? undefined : checker.getTypeOfSymbol(input)
  // An input that may be left out is a union with void.
  const isVoid = ({ flags }: ts.Type) => (flags & ts.TypeFlags.Void) !== 0
  const given =
    taken?.isUnion() === true && taken.types.some(isVoid) ? taken.types.find((each) => !isVoid(each)) : taken
  const full = checker.typeToString(signature.getReturnType(), at, ts.TypeFormatFlags.NoTruncation)
  const returned = / extends /.test(full) ? (signature.getDeclaration().type?.getText() ?? full) : full
  return {
    input: given === undefined ? [] : read(checker.getBaseConstraintOfType(given) ?? given, () => true),
    returns: codeOf(withoutImports(returned).replace(/^(Effect|Stream)\.\1\b/, "$1"), scope),
    variants: read(type).filter(({ name }) => name !== "declaration" && name !== "finding")
  }
}

const exportOf = async (
  compiler: Compiler,
  { name, origin, symbol }: ReturnType<typeof exportsOf>[number],
  source: ts.SourceFile,
  scopeIn: (source: ts.SourceFile) => Scope
): Promise<Export> => {
  const documented = ts.displayPartsToString(symbol.getDocumentationComment(compiler.checker))
  if (origin !== undefined) return { name, docs: documented, signature: [], members: [], of: origin }
  // What a module exports may stand in a file that is not public.
  const home = symbol.declarations?.[0]?.getSourceFile() ?? source
  const scope = scopeIn(home)
  const read = fieldsOf(compiler, home, scope)
  const found = compiler.declarationsOf(home).statements.flatMap((statement) => {
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
    members: membersOf(compiler, symbol, read),
    operation: callableOf(compiler, symbol, home, read, scope)
  }
}

const moduleOf = async (compiler: Compiler, module: PublicModule, elsewhere: Scope): Promise<Module> => {
  const { file, path, specifier } = module
  const source = compiler.sourceOf(file)
  const exported = exportsOf(compiler, file)
  const names = new Set(exported.map(({ name }) => name))
  const scopes = new Map<ts.SourceFile, Scope>()
  const scopeIn = (home: ts.SourceFile): Scope => {
    const scope = scopes.get(home) ?? scopeOf(home, compiler.declarationsOf(home), names, elsewhere)
    scopes.set(home, scope)
    return scope
  }
  return {
    path,
    specifier,
    docs: docstringOfModule(source),
    exports: await Promise.all(typesLast(exported).map((each) => exportOf(compiler, each, source, scopeIn)))
  }
}

const extract = async (): Promise<Library> => {
  const compiler = compile(publicModules.map(({ file }) => file))
  const elsewhere = namesOf(compiler)
  const modules: Array<Module> = []
  for (const module of publicModules) modules.push(await moduleOf(compiler, module, elsewhere(module.path)))
  return new Map(modules.map((module) => [module.path, module]))
}

let extracted: Promise<Library> | undefined

/** All public modules. They are read once. */
export const library = (): Promise<Library> => (extracted ??= extract())
