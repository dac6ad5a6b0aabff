/** A program that handles an error. */
import type { Export } from "../library/model.ts"
import type { Service } from "../operations/list.ts"
import type { Sketch } from "../../src/playground/protocol.ts"

/** An example of an operation. */
export interface Candidate {
  readonly name: string
  readonly service: Service
  /** A module that exports an effect as its default. */
  readonly module: string
  /** Whether the effect returns something. */
  readonly returns: boolean
  /** What it runs on. */
  readonly sketch: Sketch
}

/** The fields of most errors, which say nothing of one in particular. */
const common = new Set("_tag operation message method url status requestId serviceMessage documentationUrl".split(" "))

/** The program of an example with the error handled. The handler shows two of its fields, those in `advice` first. */
const handling = (
  { module, name }: Pick<Candidate, "module" | "name">,
  { members, name: tag }: Export,
  advice: string
): string => {
  const own = members.map((field) => field.name).filter((field) => /^\w+$/.test(field) && !common.has(field))
  const named = own.filter((field) => advice.includes(`\`${field}\``))
  const fields = [...named, ...own.filter((field) => !named.includes(field))].slice(0, 2)
  const handler =
    fields.length === 0
      ? "({ message }) => Effect.logWarning(message)"
      : `({ ${["message", ...fields].toSorted().join(", ")} }) =>\n  Effect.logWarning(message, { ${fields.join(", ")} })\n`
  const effect = 'import * as Effect from "effect/Effect"'
  const declared = module.trimEnd().replace(/^export default /m, `const ${name} = `)
  const imported = declared.includes(effect) ? declared : declared.replace("\n\n", `\n${effect}\n\n`)
  return `${imported}\n\nexport default Effect.catchTag(${name}, "${tag}", ${handler})`
}

/** The shortest of the examples that handle the error, else the shortest of all with the error handled. */
export const handlerOf = (
  candidates: ReadonlyArray<Candidate>,
  error: Export,
  advice: string
): Candidate | undefined => {
  const sorted = candidates.toSorted((a, b) => a.module.length - b.module.length)
  const handled = sorted.find(({ module }) => module.includes(`catchTag("${error.name}"`))
  if (handled !== undefined) return handled
  const [shortest] = sorted
  return shortest === undefined ? undefined : { ...shortest, module: handling(shortest, error, advice) }
}
