/** Turns a program into JavaScript that asks for its modules. Lines stay where they are. */
import { transform } from "sucrase"

/** What is wrong with a program, and where, counted from 1. */
export class ProgramError extends Error {
  readonly line: number | undefined
  readonly column: number | undefined
  constructor(message: string, line?: number, column?: number) {
    super(message)
    this.name = "SyntaxError"
    this.line = line
    this.column = column
  }
}

export interface Compiled {
  /** The body of an async function of `require` and `exports`. */
  readonly body: string
  /** The modules that it asks for. Comments and strings may look like more. */
  readonly specifiers: ReadonlyArray<string>
}

interface Located {
  readonly loc: { readonly line: number; readonly column: number }
}

const isLocated = (error: object): error is Located =>
  "loc" in error && typeof error.loc === "object" && error.loc !== null && "line" in error.loc

const located = (error: unknown): ProgramError => {
  const text = error instanceof Error ? error.message : String(error)
  const message = text.replace(/^Error transforming [^:]*: /, "").replace(/ \(\d+:\d+\)$/, "")
  if (!(error instanceof Error) || !isLocated(error)) return new ProgramError(message)
  return new ProgramError(message, error.loc.line, error.loc.column)
}

/** Throws a `ProgramError`. */
export const compile = (program: string): Compiled => {
  let body: string
  try {
    body = transform(program, {
      transforms: ["typescript", "imports"],
      // The browsers that can run the page know the language.
      disableESTransforms: true,
      production: true
    }).code
  } catch (error) {
    throw located(error)
  }
  const specifiers = [...body.matchAll(/\brequire\((["'])([^"'\n]+)\1\)/g)].flatMap(
    ([, , specifier]) => specifier ?? []
  )
  return { body, specifiers: [...new Set(specifiers)] }
}

/** The function of a module that a URL leads to. */
export interface Evaluate {
  (require: (specifier: string) => unknown, exports: Record<string, unknown>): Promise<void>
}

/** The module of a compiled program, which exports an `Evaluate`. */
export const toModule = ({ body }: Compiled): string => `export default async (require, exports) => {${body}\n}`
