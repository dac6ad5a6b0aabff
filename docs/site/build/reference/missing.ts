/** What has no docstring. */
import type { Library } from "../library/model.ts"

/** The records of a service, and what seeds them, have the service's names. Many say all there is to say. */
const areRecords = (module: string): boolean =>
  /^(?:forge\/schema\/|testing\/\w*(?:Seed|State|SampleTypes|Answers)$)/.test(module)

/** The names of exports, members and fields of inputs that lack a docstring. */
export const undocumented = (library: Library): ReadonlyArray<string> =>
  [...library.values()].flatMap((module) =>
    module.exports
      // A namespace has the docstring of its module.
      .filter(({ of }) => of === undefined)
      .flatMap(({ docs, members, name, operation }) => {
        const fields = [
          ...(areRecords(module.path) ? [] : members),
          ...(operation?.input ?? []),
          ...(operation?.variants ?? [])
        ]
        return [
          ...(docs === "" ? [`${module.path}.${name}`] : []),
          ...fields
            .filter((field) => field.docs === "" && field.name !== "_tag")
            .map((field) => `${module.path}.${name}: ${field.name}`)
        ]
      })
  )
