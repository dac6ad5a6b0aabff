/** What tools say of operations: the docstrings, as the build has written them into tables. */

/** What is said of an operation. */
export interface OperationDocs {
  readonly about: string
  readonly fields: Readonly<Record<string, string>>
}

/** The texts of a module, and by operation the numbers of that on itself and of those on its fields. */
type Module = readonly [
  texts: ReadonlyArray<string>,
  operations: Readonly<Record<string, readonly [about: number, fields: Readonly<Record<string, number>>]>>
]

/** Looks up what is said of an operation, by its name; undefined for one of a program's own. A module is read when it is needed. */
export const docsOf = (table: Readonly<Record<string, string>>) => {
  const modules = new Map<string, Module>()
  return (operation: string): OperationDocs | undefined => {
    const [module = "", name = ""] = operation.split(".", 2)
    const text = table[module]
    if (text === undefined) return undefined
    // The build has written it.
    const [texts, operations] = modules.get(module) ?? (JSON.parse(text) as Module)
    modules.set(module, [texts, operations])
    const found = operations[name]
    if (found === undefined) return undefined
    const [about, fields] = found
    return {
      about: texts[about] ?? "",
      fields: Object.fromEntries(Object.entries(fields).map(([field, number]) => [field, texts[number] ?? ""]))
    }
  }
}
