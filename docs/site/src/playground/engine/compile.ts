/** Turns a program into JavaScript that asks for its modules. Lines stay where they are. */
import { transform } from "sucrase"
import { mainFile } from "../protocol.ts"

/** What is wrong with a program, and where, counted from 1. */
export class ProgramError extends Error {
  readonly line: number | undefined
  readonly column: number | undefined
  readonly file: string
  constructor(message: string, line?: number, column?: number, file = mainFile) {
    super(message)
    this.name = "SyntaxError"
    this.line = line
    this.column = column
    this.file = file
  }
}

export interface Compiled {
  /** The body of an async function of `require` and `exports`. */
  readonly body: string
  /** The modules that it asks for, and what it uses of each. Comments and strings may look like more. */
  readonly imports: ReadonlyMap<string, Members>
}

/** The names of what is used of a module. */
export type Members = ReadonlySet<string> | "all"

interface Located {
  readonly loc: { readonly line: number; readonly column: number }
}

const isLocated = (error: object): error is Located =>
  "loc" in error && typeof error.loc === "object" && error.loc !== null && "line" in error.loc

const located = (error: unknown, file: string): ProgramError => {
  const text = error instanceof Error ? error.message : String(error)
  const message = text.replace(/^Error transforming [^:]*: /, "").replace(/ \(\d+:\d+\)$/, "")
  if (!(error instanceof Error) || !isLocated(error)) return new ProgramError(message, undefined, undefined, file)
  return new ProgramError(message, error.loc.line, error.loc.column, file)
}

/** Throws a `ProgramError`, which names the file. */
export const compile = (program: string, file = mainFile): Compiled => {
  let body: string
  try {
    body = transform(program, {
      transforms: ["typescript", "imports"],
      // The browsers that can run the page know the language.
      disableESTransforms: true,
      production: true
    }).code
  } catch (error) {
    throw located(error, file)
  }
  const imports = new Map<string, Members>()
  for (const [, name, , specifier = ""] of body.matchAll(/(?:var (\w+) = )?\brequire\((["'])([^"'\n]+)\2\)/g)) {
    const found = name === undefined ? "all" : membersOf(body, name)
    const known = imports.get(specifier) ?? []
    imports.set(specifier, found === "all" || known === "all" ? "all" : new Set([...known, ...found]))
  }
  return { body, imports }
}

/** What is used of a module that a variable has. */
const membersOf = (body: string, name: string): Members => {
  const uses = body.split(new RegExp(`(?<![\\w$])${name}(?![\\w$])(?! = require)`)).slice(1)
  const members = uses.map((after) => /^\.(\w+)/.exec(after)?.[1])
  return members.length > 0 && members.every((member) => member !== undefined) ? new Set(members) : "all"
}

/** The function of a module that a URL leads to. */
export interface Evaluate {
  (require: (specifier: string) => unknown, exports: Record<string, unknown>): Promise<void>
}

/** The module of a compiled program, which exports an `Evaluate`. */
export const toModule = ({ body }: Compiled): string => `export default async (require, exports) => {${body}\n}`
