/** The errors: classes with a tag. */
import type { Code, Export, Library, Target } from "../library/model.ts"
import { textOf } from "../library/scope.ts"
import type { Operation } from "../operations/list.ts"
import { once } from "../once.ts"
import { slugOf } from "../reference/links.ts"

export interface ErrorClass {
  readonly module: string
  readonly exported: Export
}

export const errorPath = (tag: string): string => `errors/${slugOf(tag)}`

const targetsIn = (code: Code): ReadonlyArray<Target> =>
  code.flatMap((part) => (typeof part === "string" ? [] : [part.to]))

const keyOf = ({ module, name }: Target): string => `${module}.${name ?? ""}`

export const isError = ({ signature }: Export): boolean =>
  /^class \w+ extends \w+\.TaggedError\b/.test(textOf(signature))

/** Every class of errors, in the order of the modules. */
export const errorsOf = (library: Library): ReadonlyArray<ErrorClass> =>
  [...library.values()].flatMap(({ exports, path }) =>
    exports.filter(isError).map((exported) => ({ module: path, exported }))
  )

const membersIn = once((library: Library) => once((union: Target) => findMembers(library, union), keyOf))

/** The members of a union of errors, through the unions in it. */
export const membersOf = (library: Library, union: Target): ReadonlySet<string> => membersIn(library)(union)

const findMembers = (library: Library, union: Target): ReadonlySet<string> => {
  const names = new Set<string>()
  const seen = new Set<string>()
  const visit = (target: Target): void => {
    if (seen.has(keyOf(target))) return
    seen.add(keyOf(target))
    const found = library.get(target.module)?.exports.find(({ name }) => name === target.name)
    if (found === undefined) return
    const text = textOf(found.signature)
    if (text.startsWith("class ")) names.add(keyOf(target))
    // A union may be a schema, whose name is that of its type, too.
    else if (/^(?:type |const \w+: (?:Schema\.Union|(?:\w+\.)?FailureSchema)<)/.test(text))
      targetsIn(found.signature).forEach(visit)
  }
  visit(union)
  return names
}

/** The functions with an error in their type, which are not operations. */
export const functionsWith = (library: Library, error: Target): ReadonlyArray<Target> =>
  [...library.values()].flatMap(({ exports, path }) =>
    exports
      .filter(({ operation, signature }) => operation === undefined && /^const \w+: .*=>/s.test(textOf(signature)))
      .filter(({ signature }) => targetsIn(signature).some((target) => membersOf(library, target).has(keyOf(error))))
      .map(({ name }) => ({ module: path, name }))
  )

/** The operations that declare an error. */
export const operationsWith = (operations: ReadonlyArray<Operation>, tag: string): ReadonlyArray<Operation> =>
  operations.filter(({ declaration }) => declaration.errors.includes(tag))
