/** The service's description, as OpenAPI 3.0 says it: routes, what they refer to, and their examples. */

export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The field of an object; an empty object if it has none. */
export const under = (value: unknown, ...path: ReadonlyArray<string>): Json => {
  const found = path.reduce<unknown>((at, name) => (isJson(at) ? at[name] : undefined), value)
  return isJson(found) ? found : {}
}

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** A route of the description, such as `GET /zen`, and what is said about it. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly official: Json
}

export interface Description {
  /** Of the package that it comes from. */
  readonly version: string
  readonly routes: ReadonlyArray<Route>
  /** What a part refers to, however often, or the part itself. */
  readonly resolved: (part: unknown) => Json
  /** A component that is a schema; undefined if there is none. */
  readonly component: (name: string) => Json | undefined
}

const methods = ["get", "post", "put", "patch", "delete"]

/** The name of a component that a schema refers to. */
export const refOf = (schema: unknown): string | undefined =>
  /^#\/components\/schemas\/(.+)$/.exec(textOf(under({ schema }, "schema")["$ref"]))?.[1]

export const make = (document: Json): Description => {
  const resolved = (part: unknown): Json => {
    const seen = new Set<unknown>()
    let at: unknown = part
    while (isJson(at) && typeof at["$ref"] === "string" && !seen.has(at)) {
      seen.add(at)
      const names = at["$ref"].slice("#/".length).split("/")
      at = under(document, ...names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~")))
    }
    return isJson(at) ? at : {}
  }
  return {
    version: textOf(under(document, "info")["version"]),
    resolved,
    component: (name) => {
      const schema = under(document, "components", "schemas")[name]
      return isJson(schema) ? schema : undefined
    },
    routes: Object.entries(under(document, "paths")).flatMap(([path, item]) => {
      const shared = listOf(under({ item }, "item")["parameters"])
      return methods.flatMap((method) => {
        const official = under({ item }, "item", method)
        if (Object.keys(official).length === 0) return []
        const parameters = [...shared, ...listOf(official["parameters"])]
        return [{ method: method.toUpperCase(), path, official: { ...official, parameters } }]
      })
    })
  }
}

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** Names of parameters do not matter. */
const shapeOf = (path: string): string => path.replace(/\{[^}]*\}/g, "{}").replace(/\/$/, "")

/** Whether two texts are the same route. */
export const isAlike = (one: string, other: string): boolean => shapeOf(one) === shapeOf(other)

/** Finds a route by its text, such as `GET /repos/{owner}/{repo}/traffic/views`. */
export const find = ({ routes }: Description, text: string): Route | undefined => {
  const [method = "", path = ""] = text.trim().split(/\s+/)
  const like = routes.filter((each) => each.method === method.toUpperCase() && shapeOf(each.path) === shapeOf(path))
  return like.find((each) => each.path === path) ?? like[0]
}

/** How many segments of one text the other lacks, each way; a method counts as one. */
const distance = (one: string, other: string): number => {
  const words = (text: string) =>
    shapeOf(text)
      .toLowerCase()
      .split(/[\s/]+/)
  const [a, b] = [words(one), words(other)]
  // Segments that are nearly equal count by their letters.
  const missing = (all: ReadonlyArray<string>, from: ReadonlyArray<string>) =>
    all.reduce(
      (sum, word) => sum + (from.includes(word) ? 0 : Math.min(1, ...from.map((each) => edits(word, each)))),
      0
    )
  return missing(a, b) + missing(b, a)
}

/** The share of letters that differ, by pairs of letters. */
const edits = (one: string, other: string): number => {
  const pairs = (text: string) => Array.from({ length: text.length + 1 }, (_, at) => ` ${text} `.slice(at, at + 2))
  const [a, b] = [pairs(one), pairs(other)]
  return 1 - (2 * a.filter((pair) => b.includes(pair)).length) / (a.length + b.length)
}

/** The routes whose text is nearest. */
export const closest = ({ routes }: Description, text: string): ReadonlyArray<string> =>
  routes
    .map((route) => ({ name: nameOf(route), far: distance(text, nameOf(route)) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, 5)
    .map(({ name }) => name)
