/** A program that handles an error. */
import type { Export } from "../library/model.ts"

/** An example of an operation. */
export interface Candidate {
  readonly name: string
  readonly program: string
}

/** The fields of most errors, which say nothing of one in particular. */
const common = new Set("_tag operation message method url status requestId serviceMessage documentationUrl".split(" "))

/** The program of an example with the error handled. The handler shows two of its fields, those in `advice` first. */
const handling = ({ name, program }: Candidate, { members, name: tag }: Export, advice: string): string => {
  const own = members.map((field) => field.name).filter((field) => /^\w+$/.test(field) && !common.has(field))
  const named = own.filter((field) => advice.includes(`\`${field}\``))
  const fields = [...named, ...own.filter((field) => !named.includes(field))].slice(0, 2)
  const handler =
    fields.length === 0
      ? "({ message }) => Effect.logWarning(message)"
      : `({ ${["message", ...fields].toSorted().join(", ")} }) =>\n  Effect.logWarning(message, { ${fields.join(", ")} })\n`
  const effect = 'import * as Effect from "effect/Effect"'
  const declared = program.trimEnd().replace(/^export default /m, `const ${name} = `)
  const imported = declared.includes(effect) ? declared : declared.replace("\n\n", `\n${effect}\n\n`)
  return `${imported}\n\nexport default Effect.catchTag(${name}, "${tag}", ${handler})`
}

/** The shortest of the examples that handle the error, else the shortest of all with the error handled. */
export const handlerOf = (candidates: ReadonlyArray<Candidate>, error: Export, advice: string): string | undefined => {
  const sorted = candidates.toSorted((a, b) => a.program.length - b.program.length)
  const handled = sorted.find(({ program }) => program.includes(`catchTag("${error.name}"`))
  if (handled !== undefined) return handled.program.trimEnd()
  const [shortest] = sorted
  return shortest === undefined ? undefined : handling(shortest, error, advice)
}
