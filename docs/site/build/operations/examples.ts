/** The examples of operations: programs of `docs/examples/operations`, and what they have printed. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { inspect } from "node:util"
import { pathToFileURL } from "node:url"
import { root } from "../site.ts"
import type { Sketch } from "../../src/playground/protocol.ts"
import type { Operation, Service } from "./list.ts"
import { partOf } from "./program.ts"
import { runnable } from "./runnable.ts"

const folder = Path.join(root, "docs/examples/operations")

export interface Example {
  /** One sentence. */
  readonly caption: string
  /** The module that exports the effect of the example as its default. */
  readonly module: string
  /** Whether the effect returns something. */
  readonly returns: boolean
  /** What the program prints: what the effect returns, or that it is done. */
  readonly output: string
  /** What the effect returns; undefined if it returns nothing. */
  readonly value: unknown
  /** The program, which prints when it is copied and run, and what it runs on. */
  readonly sketch: Sketch
}

/** What the examples run on. */
interface Seeds {
  readonly seedOf: (name: string) => object
  readonly weatherSeed: object
}

const load = async (): Promise<Seeds> => {
  // The compiler has checked both in their own folder.
  const read = (file: string): Promise<Seeds> => import(pathToFileURL(Path.join(folder, file)).href) as Promise<Seeds>
  return { ...(await read("seed.ts")), ...(await read("weatherSeed.ts")) }
}

const readOutput = (): Readonly<Record<string, unknown>> =>
  JSON.parse(Fs.readFileSync(Path.join(folder, "output.json"), "utf8")) as Readonly<Record<string, unknown>>

const seedOf = (seeds: Seeds, name: string, service: Service): Pick<Sketch, "forge" | "weather"> =>
  service === "weather" ? { weather: JSON.stringify(seeds.weatherSeed) } : { forge: JSON.stringify(seeds.seedOf(name)) }

/** What `console.log` prints. */
const printed = (value: unknown): string => (typeof value === "string" ? value : inspect(value))

/** Finds the example of an operation; undefined if it has none. */
export const readExamples = async (): Promise<(operation: Operation) => Example | undefined> => {
  if (!Fs.existsSync(folder)) return () => undefined
  const seeds = await load()
  const outputs = readOutput()
  const sources = new Map<string, string>()
  const sourceOf = (file: string): string => {
    const source = sources.get(file) ?? (Fs.existsSync(file) ? Fs.readFileSync(file, "utf8") : "")
    sources.set(file, source)
    return source
  }
  return ({ declaration, module, name, service }) => {
    const part = partOf(sourceOf(Path.join(folder, `${module}.ts`)), name)
    if (part === undefined) return undefined
    // An effect that returns nothing is recorded as null.
    const output = outputs[declaration.name] ?? undefined
    return {
      caption: part.caption,
      module: part.program,
      returns: output !== undefined,
      output: output === undefined ? "Done" : printed(output),
      value: output,
      sketch: {
        program: runnable(part.program, service, output !== undefined),
        ...seedOf(seeds, declaration.name, service)
      }
    }
  }
}
