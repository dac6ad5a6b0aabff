/** What is shown of a name in code: its type, and a sentence about it. */
import ts from "typescript"
import { wrapped } from "../library/compiler.ts"
import type { Export, Library, Target } from "../library/model.ts"
import { textOf, withoutImports } from "../library/scope.ts"
import { plain } from "../markdown.ts"
import { baseOf } from "../reference/links.ts"
import { importOf, sentenceOf } from "../reference/page.ts"
import { parse } from "./names.ts"

export interface Shown {
  /** A declaration, in lines. */
  readonly code: string
  /** A sentence, as text; empty if there is none. */
  readonly docs: string
}

/** As many characters as a line has. */
const width = 84

/** A longer declaration is shortened. */
const most = 700

/** A longer value, or what is required, gives way to the errors. */
const mostOfPart = 160

/** Stands for what is left out, as a type that can be formatted. */
const omitted = "Omitted__"

const effects = new Set(["Effect", "Stream", "Layer"])

/** The text with some of its nodes left out. */
const without = (source: ts.SourceFile, isLeftOut: (node: ts.Node) => boolean, mark: string): string => {
  const spans: Array<readonly [number, number]> = []
  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) spans.push([node.getStart(), node.end])
    else ts.forEachChild(node, visit)
  }
  visit(source)
  return spans.reduceRight((text, [start, end]) => text.slice(0, start) + mark + text.slice(end), source.text)
}

/** An object type within another type. */
const isObject = (node: ts.Node): boolean =>
  ts.isTypeLiteralNode(node) && node.members.length > 0 && !ts.isVariableDeclaration(node.parent)

/** Whether a node is a long part of an effect, but not its errors. */
const isPart = (node: ts.Node): boolean => {
  const { parent } = node
  if (parent === undefined || !ts.isTypeReferenceNode(parent) || node === parent.typeName) return false
  const name = ts.isQualifiedName(parent.typeName) ? parent.typeName.right.text : parent.typeName.text
  return effects.has(name) && parent.typeArguments?.[1] !== node && node.end - node.getStart() > mostOfPart
}

/** Leaves out fields of objects, then values and requirements, so that errors are whole. */
const shortened = (declaration: string): string => {
  if (declaration.length <= most) return declaration
  const flat = without(parse(declaration), isObject, `{ readonly ${omitted}: never }`)
  return flat.length <= most ? flat : without(parse(flat), isPart, omitted)
}

const marked = (text: string): string =>
  text.replaceAll(new RegExp(`\\{\\s*readonly ${omitted}: never;?\\s*\\}`, "g"), "{ … }").replaceAll(omitted, "…")

/** One whose errors alone are too long is cut. */
const cut = (lines: string): string =>
  lines.length <= 2 * most ? lines : `${lines.slice(0, lines.lastIndexOf("\n", 2 * most))}\n…`

/** The lines of a type, behind what has it. */
const linesOf = async (head: string, type: string): Promise<string> => {
  const declaration = shortened(`declare const x: ${type}`)
  const lines = declaration.length > width ? await wrapped(declaration) : declaration
  return cut(marked(lines).replace("declare const x:", head))
}

/** Of a name that a program declares, by its type. */
export const shownOfType = async (word: string, name: string, type: string, docs: string): Promise<Shown> => ({
  code: await linesOf(word === "" ? `${name}:` : `${word} ${name}:`, withoutImports(type)),
  docs: sentenceIn(docs)
})

const sentenceIn = (docs: string): string => plain(sentenceOf(docs))

const ofExport = async (module: string, { docs, name, operation, signature }: Export): Promise<Shown> => ({
  code:
    operation === undefined
      ? // Its lines have been wrapped.
        cut(marked(shortened(textOf(signature))))
      : await linesOf(
          `${baseOf(module)}.${name}(${operation.input.length === 0 ? "" : "input"}):`,
          textOf(operation.returns)
        ),
  docs: sentenceIn(docs)
})

/** Of a name of the library. Undefined if there is no such name. */
export const shownOf = async (library: Library, { module, name }: Target): Promise<Shown | undefined> => {
  const found = library.get(module)
  if (found === undefined) return undefined
  if (name === undefined) return { code: importOf(library, found), docs: sentenceIn(found.docs) }
  const exported = found.exports.find((each) => each.name === name)
  return exported === undefined ? undefined : ofExport(module, exported)
}
