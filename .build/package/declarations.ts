/** What declaration files must not have, such as references to modules that the exports map closes. */

/** A path to a closed module, as declarations write it. */
const internalPath = /(?:\bfrom |\bimport\()\s*"([^"]*\/internal\/[^"]*)"/g

const declared = /^export declare (?:abstract )?(?:const|function|class|namespace) ([\w$]+)/

export interface Leak {
  readonly line: number
  /** The export that contains it; undefined for an import. */
  readonly name: string | undefined
  readonly path: string
}

/** Every path to a closed module. */
export const leaksOf = (text: string): ReadonlyArray<Leak> => {
  let name: string | undefined
  return text.split("\n").flatMap((line, index) => {
    name = declared.exec(line)?.[1] ?? name
    const paths = new Set([...line.matchAll(internalPath)].map(([, path = ""]) => path))
    return [...paths].map((path) => ({ line: index + 1, name, path }))
  })
}

/** The lines of docstrings that are opened twice, which editors show with the second opening. */
export const openedTwice = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(/\/\*\*\s*\/\*\*/g)].map(({ index }) => text.slice(0, index).split("\n").length)

/** What a public declaration file must not contain. */
export const complaintsOf = (file: string, text: string): ReadonlyArray<string> => [
  ...leaksOf(text).map(({ line, path }) => `${file}:${line} leads into ${path}`),
  ...openedTwice(text).map((line) => `${file}:${line} opens a docstring twice`),
  ...text
    .split("\n")
    .flatMap((line, index) => (line.includes("@internal") ? [`${file}:${index + 1} is marked @internal`] : []))
]
