/** Writes what the code of each written page says of its names: the pages about them, and their types. */
import { type Known, typesOf } from "../../../.build/docs/programTypes.ts"
import { type Block, readBlocks } from "./code/blocks.ts"
import { keyOf, type Mark, type Marks, writeMarks } from "./code/marks.ts"
import { type Names, namesIn, parse, type Span } from "./code/names.ts"
import { type Shown, shownOf, shownOfType } from "./code/shown.ts"
import { errorsOf } from "./errors/list.ts"
import type { Library, Target } from "./library/model.ts"
import { writtenLibrary } from "./library/written.ts"
import { pageOf } from "./names.ts"
import { urlOf } from "./site.ts"

/** A block with its names, and what the compiler says of them. */
interface Read {
  readonly block: Block
  readonly names: Names
  readonly known: Known
}

const textOf = ({ code, imports }: Block): string => imports + code

/** Equal for programs that are the same: what they import depends on their folder, if its path is relative. */
const identityOf = (block: Block): string =>
  /\bfrom "\./.test(block.code) ? `${block.folder}\n${textOf(block)}` : textOf(block)

/** Reads the blocks that use the library, or Effect. A program that several pages show is read once. */
const read = (library: Library, blocks: ReadonlyArray<Block>): ReadonlyArray<Read> => {
  const used = blocks.filter((block) => /\bfrom "(?:effect|forgecast)\b/.test(textOf(block)))
  const programs = Array.from(new Map(used.map((block) => [identityOf(block), block])), ([identity, block], index) => {
    const text = textOf(block)
    return {
      identity,
      isPart: block.imports !== "",
      names: namesIn(library, parse(text)),
      path: `${block.folder}/${index}.ts`,
      text
    }
  })
  const known = typesOf(
    programs.map(({ isPart, names: { declared, uses }, path, text }) => ({
      path,
      text,
      named: uses.flatMap(({ at, imported }) => [at, imported]),
      // What a part of a program declares may depend on the rest.
      declared: isPart ? [] : declared.map(({ start }) => start)
    }))
  )
  const answers = new Map(programs.map(({ identity, names }, index) => [identity, { names, known: known[index] }]))
  return used.flatMap((block) => {
    const { known, names } = answers.get(identityOf(block)) ?? {}
    return names === undefined || known === undefined ? [] : [{ block, names, known }]
  })
}

/** What is shown, each text once. */
class Table {
  readonly #indexes = new Map<string, number>()
  readonly shown: Array<Shown> = []

  async add(key: string, make: () => Promise<Shown | undefined>): Promise<number | undefined> {
    const before = this.#indexes.get(key)
    if (before !== undefined) return before
    const made = await make()
    if (made === undefined) return undefined
    this.#indexes.set(key, this.shown.push(made) - 1)
    return this.shown.length - 1
  }
}

/** The names of a block, each with its page and with what is shown of it. */
const marksOf = (library: Library, table: Table): ((read: Read) => Promise<ReadonlyArray<Mark>>) => {
  const pageOfName = pageOf(library)
  const errors = new Map(errorsOf(library).map(({ exported: { name }, module }) => [name, { module, name }]))
  const linked = async (page: string, target: Target) => {
    const url = pageOfName(target)
    const shown = await table.add(`${target.module} ${target.name}`, () => shownOf(library, target))
    // A page does not lead to itself.
    return url === urlOf(page) ? { isStop: true, shown } : { url, shown }
  }
  return async ({ block: { code, imports, page }, known, names }) => {
    const text = imports + code
    const first = imports.split("\n").length - 1
    const placeOf = ({ end, start }: Span) => {
      const before = text.slice(0, start).split("\n")
      const column = before.at(-1)?.length ?? 0
      return { line: before.length - 1 - first, start: column, end: column + end - start }
    }
    const marks: Array<Mark> = []
    for (const [index, use] of names.uses.entries()) {
      const symbol = known.symbols[2 * index]
      if (symbol !== undefined && symbol === known.symbols[2 * index + 1])
        marks.push({ ...placeOf(use), ...(await linked(page, use.target)) })
    }
    for (const tag of names.tags) {
      const target = errors.get(tag.tag)
      if (target !== undefined) marks.push({ ...placeOf(tag), ...(await linked(page, target)) })
    }
    for (const [index, span] of names.declared.entries()) {
      const type = known.types[index]
      if (type === undefined) continue
      const name = text.slice(span.start, span.end)
      const { docs, isMain, word } = span
      const shown = await table.add([word, name, type, docs].join(), () => shownOfType(word, name, type, docs))
      marks.push({ ...placeOf(span), isStop: isMain, shown })
    }
    return marks.filter(({ line }) => line >= 0).toSorted((a, b) => a.line - b.line || a.start - b.start)
  }
}

/** The marks of blocks, by their pages. */
export const marksIn = async (library: Library, blocks: ReadonlyArray<Block>): Promise<Marks> => {
  const table = new Table()
  const pages: Record<string, Record<string, ReadonlyArray<Mark>>> = {}
  const marks = marksOf(library, table)
  for (const each of read(library, blocks)) {
    const { code, page } = each.block
    const ofPage = (pages[page] ??= {})
    ofPage[keyOf(code)] = await marks(each)
  }
  return { shown: table.shown, pages }
}

if (import.meta.main) writeMarks(await marksIn(writtenLibrary(), readBlocks()))
