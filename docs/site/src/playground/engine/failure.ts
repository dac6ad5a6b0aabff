/** Says why a program failed. */
import { ProgramError } from "./compile.ts"
import { inspect } from "./inspect.ts"

/** The line of the program that a stack leads to. `url` is the program's. */
export const lineOf = (stack: string | undefined, url: string): number | undefined => {
  const index = stack?.indexOf(`${url}:`) ?? -1
  const [, line] = /^(\d+):\d+/.exec(stack?.slice(index + url.length + 1) ?? "") ?? []
  return index === -1 || line === undefined ? undefined : Number(line)
}

/** The place as the page links it. */
const at = (line: number | undefined, column?: number): string =>
  line === undefined ? "" : ` (main.ts:${line}${column === undefined ? "" : `:${column}`})`

const longest = 4_000

/** An error's tag, or its name without the module. */
const nameOf = (error: Error): string =>
  "_tag" in error && typeof error._tag === "string" ? error._tag : (error.name.split("/").at(-1) ?? "Error")

/** The name of an error and what it says, with those that caused it. */
const textOf = (error: Error, depth = 0): string => {
  const text = error.message === "" ? nameOf(error) : `${nameOf(error)}: ${error.message}`
  return error.cause instanceof Error && depth < 3 ? `${text}\n  caused by ${textOf(error.cause, depth + 1)}` : text
}

export const describe = (error: unknown, url: string): string => {
  if (error instanceof ProgramError) return `${error.name}: ${error.message}${at(error.line, error.column)}`
  if (!(error instanceof Error)) return inspect(error).slice(0, longest)
  return `${textOf(error).slice(0, longest)}${at(lineOf(error.stack, url))}`
}
