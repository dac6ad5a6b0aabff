/** The parts of an operation: where each goes, and what to paste there. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { described } from "../../test/forge/description/official.ts"
import { routes } from "../../src/testing/internal/forge/routes.ts"
import { root } from "../docs/snippets.ts"
import * as Stubs from "./stubs.ts"
import { best, common, type Wanted, wantedOf } from "./wanted.ts"

export const rowsOf = (module: string): string => `test/forge/operations/${module}.ts`

export const examplesOf = (module: string): string => `docs/examples/operations/forge/${module}.ts`

/** The file of the simulator that the operation belongs to: its handlers, and their routes below them. */
export const servedIn = ({ module, path }: Pick<Wanted, "module" | "path">): string => {
  const nearness = ({ operation, template }: (typeof routes)[number]) =>
    2 * common(path, `/${template.join("/")}`) + Number(operation.startsWith(`${module}.`))
  const most = Math.max(...routes.map(nearness))
  const nearest = routes.filter((each) => nearness(each) === most)
  // Of the files that have such routes, the one with most of them.
  const countIn = (file: string) => {
    const source = Fs.readFileSync(Path.join(root, file), "utf8")
    const count = nearest.filter(({ operation }) => source.includes(`"${operation}"`)).length
    // That of the module comes first.
    return Path.basename(file, ".ts") === module.toLowerCase() ? count * routes.length : count
  }
  const files = Fs.globSync("src/testing/internal/forge/handlers/*.ts", { cwd: root })
  const file = best(
    files.filter((each) => countIn(each) > 0),
    countIn
  )
  if (file === undefined) throw new Error(`No routes of the simulator begin like ${path}`)
  return file
}

/** What is known of an operation that is declared. */
const declared = (name: string): Wanted => {
  const template = described.find((each) => each.name === name)?.call.declaration.template
  if (template === undefined) throw new Error(`${name} is not declared`)
  return wantedOf(template.replace("{base}...{head}", "{basehead}").replace(/\/zip$/, "/{archive_format}"), name)
}

const missing = (file: string, what: string, text: string): string => `${file} has no ${what}. Paste:\n\n${text}\n`

/** For tests that miss the row of an operation. */
export const missingRow = async (name: string): Promise<string> => {
  const wanted = declared(name)
  return missing(rowsOf(wanted.module), `row for ${wanted.operation}`, (await Stubs.row(wanted)).text)
}

/** For tests that miss an operation in the simulator. */
export const unserved = (name: string): string => {
  const wanted = declared(name)
  const file = servedIn(wanted)
  const route = missing(file, `endpoint of ${name}`, `${Stubs.endpoint(wanted)},`)
  return `${route}\n${missing(file, `handler ${wanted.operation}`, Stubs.handler(wanted).text)}`
}

/** For tests that miss an example. */
export const missingExample = (name: string): string => {
  const wanted = declared(name)
  return missing(examplesOf(wanted.module), `example of ${wanted.operation}`, Stubs.example(wanted).text)
}
