/** The modules that programs import. */
import type { Compiled } from "./compile.ts"
import { namespaces } from "./namespaces.ts"
import { modules } from "./table.ts"

/** The exports of a module, by name. */
export type Exports = Readonly<Record<string, unknown>>

const shared = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && a[length]?.toLowerCase() === b[length]?.toLowerCase()) length++
  return length
}

/** Why a program cannot import a module. */
export const whyNot = (specifier: string, known: ReadonlyArray<string> = Object.keys(modules)): string => {
  if (/^[./]/.test(specifier)) return `The program has no file "${specifier}"`
  if (/^https?:/.test(specifier)) return `"${specifier}": the playground loads nothing from other hosts`
  if (/^(node:|forgecast\/(testing\/node|node|testing\/SimulatorSeed)$|@effect\/platform-node)/.test(specifier)) {
    return `"${specifier}" needs Node. The playground runs in the browser`
  }
  if (/vitest/.test(specifier)) return `"${specifier}": tests of the playground import "@effect/vitest"`
  const [name = ""] = specifier.split("/")
  const siblings = known.filter((each) => each === name || each.startsWith(`${name}/`))
  const [nearest] = siblings.toSorted((a, b) => shared(b, specifier) - shared(a, specifier))
  return nearest === undefined
    ? `"${specifier}": the playground has the modules of effect and forgecast only`
    : `"${specifier}" is unknown. The nearest module is "${nearest}"`
}

/** Modules that are here in part. */
const partial: Readonly<Record<string, string>> = {
  "@effect/vitest":
    ". The playground has tests, suites, hooks, assert and expect, but no mocks, snapshots and benchmarks"
}

/** Says which export is missing, where it would be undefined otherwise. */
export const strict = (specifier: string, exports: Exports): object =>
  new Proxy(Object.defineProperty({ ...exports }, "__esModule", { value: true }), {
    get: (target, key, receiver): unknown => {
      // Code that awaits a module asks for that.
      if (typeof key === "string" && key !== "then" && !(key in target)) {
        throw new TypeError(`"${specifier}" has no export "${key}"${partial[specifier] ?? ""}`)
      }
      return Reflect.get(target, key, receiver)
    }
  })

/** The modules that a program takes from another one by name, if that is all that it takes from there. */
const takenOf = (
  imports: Compiled["imports"],
  specifier: string
): ReadonlyArray<readonly [string, string]> | undefined => {
  const members = imports.get(specifier) ?? "all"
  if (members === "all") return undefined
  const taken = [...members].flatMap((name) => {
    const module = namespaces[specifier]?.[name]
    return module === undefined ? [] : [[name, module] as const]
  })
  return taken.length === members.size ? taken : undefined
}

/** The modules that a program needs. Of one that exports others, those that it uses are enough. */
export const neededBy = (imports: Compiled["imports"]): ReadonlyArray<string> =>
  [...imports.keys()].flatMap((specifier) => takenOf(imports, specifier)?.map(([, module]) => module) ?? [specifier])

/**
 * Loads modules. `replaced` has the exports that the playground has its own of, by module. Unknown modules are not an error
 * until the program asks for them.
 */
export const load = async (
  imports: Compiled["imports"],
  replaced: Readonly<Record<string, Exports>>
): Promise<(specifier: string) => unknown> => {
  const loaded = new Map<string, object>()
  const exportsOf = async (specifier: string): Promise<Exports | undefined> => {
    const own = replaced[specifier]
    const known = modules[specifier]
    if (known === undefined) return own
    return { ...(await known()), ...own }
  }
  const membersOf = async (members: ReadonlyArray<readonly [string, string]>): Promise<Exports> =>
    Object.fromEntries<unknown>(
      await Promise.all(members.map(async ([name, module]) => [name, await exportsOf(module)] as const))
    )
  const load = async (specifier: string) => {
    const taken = takenOf(imports, specifier)
    const exports = taken === undefined ? await exportsOf(specifier) : await membersOf(taken)
    if (exports === undefined) return
    const members = Object.entries(namespaces[specifier] ?? {}).filter(([, module]) => module in replaced)
    const own = taken === undefined ? await membersOf(members) : {}
    loaded.set(specifier, strict(specifier, { ...exports, ...own }))
  }
  await Promise.all([...imports.keys()].map(load))
  return (specifier) => {
    const found = loaded.get(specifier)
    if (found === undefined) throw new TypeError(whyNot(specifier))
    return found
  }
}
