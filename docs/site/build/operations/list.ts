/** The operations: their declarations and their docstrings. */
import * as forge from "../../../../src/forge/index.ts"
import { described } from "../../../../src/forge/internal/described.ts"
import type { AnyDeclaration } from "../../../../src/rest/Operation.ts"
import * as weather from "../../../../src/weather/index.ts"
import { hosts } from "../../../../src/weather/internal/hosts.ts"
import { declarationsOf } from "../../../../.build/docs/declarations.ts"
import type { Callable, Export, Field, Library } from "../library/model.ts"

export type Service = "forge" | "weather"

export interface Operation {
  readonly service: Service
  /** The path of its module, such as `forge/Issues`. */
  readonly module: string
  readonly name: string
  readonly declaration: AnyDeclaration
  /** Its docstring, without the line of the request. */
  readonly docs: string
  /** What the line of the request adds: the permission that it needs, the representation … */
  readonly notes: ReadonlyArray<string>
  readonly callable: Callable
}

const roots: Readonly<Record<Service, Readonly<Record<string, string | undefined>>>> = {
  forge: described({}).hosts,
  weather: hosts(false, undefined)
}

/** The URL that the paths of its requests follow. */
export const rootOf = ({ declaration: { host }, service }: Operation): string => roots[service][host] ?? ""

/** The URL of its requests, with the parameters of the path. */
export const urlOf = (operation: Operation): string =>
  rootOf(operation) + operation.declaration.template.slice(operation.declaration.template.indexOf(" ") + 1)

/** An export, or the one that it is another name of. */
const resolved = (library: Library, module: string, name: string): Export | undefined => {
  const found = library.get(module)?.exports.find((each) => each.name === name)
  return found?.of?.name === undefined ? found : resolved(library, found.of.module, found.of.name)
}

const wire = /^(?:GET|POST|PUT|PATCH|DELETE) \S/

/** Takes the line of the request, which is the last paragraph, off a docstring. */
export const split = (docs: string): { readonly docs: string; readonly notes: ReadonlyArray<string> } => {
  const paragraphs = docs.split(/\n\s*\n/)
  const index = paragraphs.findIndex((paragraph) => wire.test(paragraph))
  const line = (paragraphs[index] ?? "").replace(/\s+/g, " ")
  const [request = "", ...others] = line.split(" · ")
  const [, said] = /^\S+ [^\s,]+, (.+)$/.exec(request) ?? []
  return {
    docs: paragraphs.filter((_, each) => each !== index).join("\n\n"),
    // The page says itself how it is retried.
    notes: [...(said === undefined ? [] : [said]), ...others.filter((note) => !note.startsWith("not retried"))]
  }
}

/** With the parameters of the path first, in their order. */
const inOrder = (callable: Callable, template: string): Callable => {
  const places = new Map(Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = ""], index) => [name, index]))
  const placeOf = ({ name }: Field): number => places.get(name) ?? places.size
  return { ...callable, input: callable.input.toSorted((one, other) => placeOf(one) - placeOf(other)) }
}

/** All operations, module by module. */
export const operationsOf = (library: Library): ReadonlyArray<Operation> =>
  Object.entries({ forge, weather }).flatMap(([service, modules]) =>
    Object.entries(modules).flatMap(([base, exports]: readonly [string, object]) =>
      declarationsOf(exports).map(([name, declaration]) => {
        const module = `${service}/${base}`
        const { docs = "", operation } = resolved(library, module, name) ?? {}
        if (operation === undefined) throw new Error(`${module} has no operation ${name}`)
        // The keys of the object are the names of the services.
        const callable = inOrder(operation, declaration.template)
        return { service: service as Service, module, name, declaration, callable, ...split(docs) }
      })
    )
  )
