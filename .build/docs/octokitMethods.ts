/** The methods of Octokit, and the operations that they are. */
import { Octokit } from "@octokit/rest"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import { operationOf } from "../../test/testing/forge/description.ts"

export interface Method {
  readonly scope: string
  readonly name: string
  /** Its route, as GitHub describes it. */
  readonly route: string
}

/** A method of Octokit, as far as the page reads it. */
interface Endpoint {
  readonly endpoint: { readonly DEFAULTS: { readonly method: string; readonly url: string } }
}

/** Routes that a method of Octokit writes in another way than the operation. */
const sameRoute: Readonly<Record<string, string>> = {
  "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}":
    "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip",
  "GET /repos/{owner}/{repo}/compare/{basehead}": "GET /repos/{owner}/{repo}/compare/{base}...{head}"
}

export const methods: ReadonlyArray<Method> = Object.entries(new Octokit().rest).flatMap(([scope, endpoints]) =>
  Object.entries(endpoints as unknown as Readonly<Record<string, Endpoint>>).map(([name, { endpoint }]) => ({
    scope,
    name,
    // Uploads name their host, and the parameters of their query.
    route: `${endpoint.DEFAULTS.method} ${endpoint.DEFAULTS.url.replace(/^https:\/\/[^/]+|\{\?[^}]*\}/g, "")}`
  }))
)

/** A route whose parameters have no names. */
const shapeOf = (route: string): string => route.replace(/\{[^}]*\}/g, "{}")

/** Whether a method calls the route of an operation. */
export const isMethodOf = ({ route }: Method, { template }: AnyDeclaration): boolean =>
  shapeOf(sameRoute[route] ?? route) === shapeOf(template)

/** The methods that no operation calls. */
export const withoutOperation = (declarations: ReadonlyArray<AnyDeclaration>): ReadonlyArray<Method> =>
  methods.filter((method) => declarations.every((declaration) => !isMethodOf(method, declaration)))

/** Whether GitHub's description of its API has the route of a method, so that `Routes` has it, too. */
export const isDescribed = ({ route }: Method): boolean => {
  const [method = "", path = ""] = route.split(" ")
  return operationOf(method, path) !== undefined
}
