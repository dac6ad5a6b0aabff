/** Describes JSON Schemas with the docstrings of the types that they are of. */

const textOf = (docstring: string): string =>
  docstring
    .replace(/^\/\*\*|\*\/$/g, "")
    .replace(/^\s*\*/gm, "")
    .replace(/\s+/g, " ")
    .trim()

export interface Documented {
  readonly description: string | undefined
  readonly fields: Readonly<Record<string, string>>
}

/** The docstrings of the interfaces in a module, and of the fields of their schemas. */
export const documentedIn = (source: string): ReadonlyArray<readonly [name: string, Documented]> => {
  const known = new Map<string, Documented["fields"]>()
  for (const [, constant = "", body = ""] of source.matchAll(/const (\w+) = \{\n([^]*?)\n\}/g)) {
    const own = [...body.matchAll(/(\/\*\*(?:(?!\*\/)[^])*\*\/)\n +([\w$]+)/g)].map(
      ([, text = "", field = ""]) => [field, textOf(text)] as const
    )
    known.set(constant, Object.fromEntries(own))
  }
  const types = /(\/\*\*(?:(?!\*\/)[^])*\*\/)\nexport interface (\w+) extends ([^{]*)/g
  return [...source.matchAll(types)].map(([, text = "", name = "", parents = ""]) => {
    const fields = [...parents.matchAll(/<typeof (\w+)>/g)].map(([, constant = ""]) => known.get(constant))
    return [name, { description: textOf(text), fields: Object.assign({}, ...fields) as Documented["fields"] }]
  })
}

export type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** A JSON Schema whose descriptions are the docstrings of the type of a name. */
export const described = (documented: ReadonlyMap<string, Documented>, name: string, schema: Json): Json => {
  const { description, fields = {} } = documented.get(name) ?? {}
  const properties = isJson(schema["properties"]) ? schema["properties"] : undefined
  return {
    ...(description === undefined ? {} : { description }),
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, property]) => [
              key,
              isJson(property) && fields[key] !== undefined ? { description: fields[key], ...property } : property
            ])
          )
        })
  }
}
