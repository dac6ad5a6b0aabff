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
  /** How often guides and recipes name the operation. */
  readonly uses: number
  /** What it runs on. */
  readonly sketch: Sketch
}

/** The fields of most errors, which say nothing of one in particular. */
const common = new Set("_tag operation message method url status requestId serviceMessage documentationUrl".split(" "))

/**
 * The program of an example with the error handled. The handler shows two of its fields, those in `advice` first. An error
 * that has no fields of its own says that there is nothing, so a value takes the place of the answer.
 */
const handling = (
  { module, name, returns }: Pick<Candidate, "module" | "name" | "returns">,
  { members, name: tag }: Export,
  advice: string
): string => {
  const own = members.map((field) => field.name).filter((field) => /^\w+$/.test(field) && !common.has(field))
  const named = own.filter((field) => advice.includes(`\`${field}\``))
  const fields = [...named, ...own.filter((field) => !named.includes(field))].slice(0, 2)
  const handler =
    fields.length === 0
      ? `() => ${returns ? "Effect.succeed(null)" : "Effect.void"}`
      : `({ ${["message", ...fields].toSorted().join(", ")} }) =>\n  Effect.logWarning(message, { ${fields.join(", ")} })\n`
  const effect = 'import * as Effect from "effect/Effect"'
  const declared = module.trimEnd().replace(/^export default /m, `const ${name} = `)
  const imported = declared.includes(effect) ? declared : declared.replace("\n\n", `\n${effect}\n\n`)
  return `${imported}\n\nexport default Effect.catchTag(${name}, "${tag}", ${handler})`
}

/** An example that handles the error itself is worth as much as one of an operation that is used so many times more. */
const handled = 3

/** The example of the commonest operation, with the error handled. Of those that are as common, it is the shortest. */
export const handlerOf = (
  candidates: ReadonlyArray<Candidate>,
  error: Export,
  advice: string
): Candidate | undefined => {
  // One handler may be for several errors.
  const tag = new RegExp(`catchTag\\((?:\\w+, )?(?:\\[[^\\]]*)?"${error.name}"`)
  const handles = ({ module }: Candidate): boolean => tag.test(module)
  const scoreOf = (each: Candidate): number => each.uses * (handles(each) ? handled : 1)
  const [best] = candidates.toSorted(
    (a, b) => scoreOf(b) - scoreOf(a) || Number(handles(b)) - Number(handles(a)) || a.module.length - b.module.length
  )
  return best === undefined || handles(best) ? best : { ...best, module: handling(best, error, advice) }
}
