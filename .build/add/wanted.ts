/** What the service's description says about an operation that is to be added, and what the house has for it. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { described } from "../../test/forge/description/official.ts"
import * as Description from "../../src/command/add/description.ts"
import { type Field, type Model, Models, pascal } from "../../src/command/add/model.ts"
import { recordOf, type Records } from "../../src/command/add/records.ts"
import { type Declared, declaredOf } from "../../src/command/add/route.ts"
import { routes } from "../../src/testing/internal/forge/routes.ts"
import { root } from "../docs/snippets.ts"

export const description: Description.Description = Description.make(
  JSON.parse(
    Fs.readFileSync(Path.join(root, "node_modules/@octokit/openapi/generated/api.github.com.json"), "utf8")
  ) as Description.Json
)

/** A record that an operation returns. */
export interface Returned {
  /** Its name in the description, such as `simple-user`; undefined if it has none. */
  readonly ref: string | undefined
  /** The name of its class, if it has fields. */
  readonly name: string
  readonly fields: ReadonlyArray<Field>
  /** The first of them that the description has as an example. */
  readonly example: unknown
}

export interface Wanted {
  readonly module: string
  readonly operation: string
  readonly method: string
  readonly path: string
  /** What the description says, under the name that the operation has here. */
  readonly declared: Declared
  /** The page of the documentation, without its host. */
  readonly page: string
  readonly kind: "list" | "one" | "nothing"
  readonly returns: Returned | undefined
}

/** How many segments two paths have in common at their beginning. */
export const common = (a: string, b: string): number => {
  const other = b.split("/")
  const index = a.split("/").findIndex((segment, index) => segment !== other[index])
  return index < 0 ? a.split("/").length : index
}

/** The item of the list that is largest by a number. */
export const best = <A>(all: ReadonlyArray<A>, by: (item: A) => number): A | undefined =>
  all.toSorted((a, b) => by(b) - by(a))[0]

const verbs: Readonly<Record<string, string>> = { POST: "create", PUT: "replace", PATCH: "update", DELETE: "delete" }

const singular = (word: string): string => word.replace(/ies$/, "y").replace(/s$/, "")

const lastOf = (path: string): string => path.split("/").findLast((segment) => !segment.startsWith("{")) ?? ""

/** The name that the simulator has, or one by the rules of the house: the module of the nearest path, and what the last segment is about. */
const nameOf = (method: string, path: string, isList: boolean): string => {
  const served = routes.find((route) => route.method === method && `/${route.template.join("/")}` === path)
  if (served !== undefined) return served.operation
  // Of those that are equally near, the shortest is the resource itself.
  const nearest = best(described, ({ call }) => {
    const [, other = ""] = call.declaration.template.split(" ")
    return common(path, other) - other.length / 1_000
  })
  const plural = pascal(lastOf(path))
  const thing = isList ? plural : singular(plural)
  return `${nearest?.name.split(".")[0]}.${isList ? "list" : (verbs[method] ?? "get")}${thing}`
}

/** The name of a component that a model is of; of a choice, the first one. */
const refIn = (model: Declared["result"]): string | undefined => {
  if (model === undefined || model === "text") return undefined
  if (model._tag === "Union") return model.of.map(refIn).find((ref) => ref !== undefined)
  return model._tag === "Class" ? model.ref : undefined
}

/** Reads the description of a route such as `GET /repos/{owner}/{repo}/subscribers`. */
export const wantedOf = (route: string, name?: string): Wanted => {
  const found = Description.find(description, route)
  if (found === undefined) {
    throw new Error(`GitHub describes no ${route}. Near are ${Description.closest(description, route).join(", ")}`)
  }
  const { method, path } = found
  // Records that operations return here come before those that only have the same name.
  // What is written by hand knows better than the examples of the description, which may not fit it.
  const records: Records = (ref) => {
    const known = knownOf(ref)
    return known === undefined ? recordOf(ref) : { name: known.record, file: known.file.replace(/\.ts$/, "") }
  }
  const read = declaredOf(description, found, records, true)
  const isList = read.kind === "listing"
  const [module = "", operation = ""] = (name ?? nameOf(method, path, isList)).split(".")
  const { envelope, examples, page, result } = read
  const first = examples[0]?.value
  const items = envelope === undefined ? first : Description.under({ first }, "first")[envelope]
  const ref = refIn(result)
  return {
    module,
    operation,
    method,
    path,
    declared: { ...read, category: module, operation },
    page: page.replace(/^https:\/\/[^/]+\/rest\//, ""),
    kind: isList ? "list" : result === undefined ? "nothing" : "one",
    returns:
      result === undefined || result === "text"
        ? undefined
        : {
            ref,
            name: nameOfRecord(ref, module, path),
            fields: new Models(description, "read").structOf(bare(result, read))?.fields ?? [],
            example: isList && Array.isArray(items) ? (items[0] as unknown) : first
          }
  }
}

/** An object with its fields. */
const bare = (model: Model, { classes }: Declared): Model => {
  const own = model._tag === "Nullable" ? model.of : model
  return (own._tag === "Class" ? classes.get(own.name)?.struct : undefined) ?? own
}

/** A class of records, and the file that has it. */
export interface Known {
  readonly record: string
  readonly file: string
  readonly source: string
  /** The operations that return it. */
  readonly operations: ReadonlyArray<string>
}

const filesOfRecords = (): ReadonlyArray<readonly [file: string, source: string]> =>
  Fs.globSync("src/forge/schema/*.ts", { cwd: root }).map((file) => [
    Path.basename(file),
    Fs.readFileSync(Path.join(root, file), "utf8")
  ])

/** The components that our operations return, each with the class. They are read with the names of the description alone. */
let returned: ReadonlyArray<{ readonly name: string; readonly record: string; readonly ref: string }> | undefined

const readReturned = () =>
  described.flatMap(({ call: { declaration }, name }) => {
    const route = Description.find(description, declaration.template)
    const record: unknown = declaration.result
    if (route === undefined || typeof record !== "function") return []
    const { kind, result } = declaredOf(description, route, () => undefined)
    const ref = refIn(result)
    return ref !== undefined && (kind === "listing") === (declaration.kind === "listing")
      ? [{ name, record: record.name, ref }]
      : []
  })

/** Whether a file declares a class of records, or a constant in its place. */
const declares = (source: string, name: string): boolean =>
  new RegExp(`^export (?:class|const) ${name}\\b`, "m").test(source)

/** The class that operations of ours return for a component of the description. */
export const knownOf = (ref: string | undefined): Known | undefined => {
  if (ref === undefined) return undefined
  returned ??= readReturned()
  const returning = returned.filter((each) => each.ref === ref)
  // One that no operation returns by itself may be there under its own name.
  const record = returning[0]?.record ?? pascal(ref)
  const found = filesOfRecords().find(([, source]) => declares(source, record))
  if (found === undefined) return undefined
  return { record, file: found[0], source: found[1], operations: returning.map(({ name }) => name) }
}

/** The name of the class of a record: that of the description, or what the path is about. */
const nameOfRecord = (ref: string | undefined, module: string, path: string): string => {
  if (ref !== undefined) return knownOf(ref)?.record ?? pascal(ref)
  const name = singular(pascal(lastOf(path)))
  const isTaken = filesOfRecords().some(([, source]) => declares(source, name))
  return isTaken || name in globalThis ? `${singular(module)}${name}` : name
}
