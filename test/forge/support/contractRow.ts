/** An operation: its kind, its errors, and whether a repeat is harmless. */
import type * as Effect from "effect/Effect"
import type { Octokit } from "octokit"
import type * as Forge from "../../../src/forge/Forge.ts"
import type { AnyDeclaration } from "../../../src/rest/Operation.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import type { RequestError } from "../../../src/rest/RestError.ts"

type Official = Octokit["rest"]

/** A method of the service's own client, such as `issues.get`. */
export type OfficialName = {
  [Namespace in keyof Official]: `${Namespace}.${keyof Official[Namespace] & string}`
}[keyof Official]

export interface Row {
  readonly name: string
  readonly wire: string
  readonly kind: "one" | "nothing" | "list" | "upload" | "download"
  readonly errors: ReadonlyArray<Exclude<ForgeError, RequestError>["_tag"]>
  readonly repeatable: boolean
  /** The budget, if it is not `core`. */
  readonly resource?: "search" | "rate_limit"
  /** Its name in the service's own client. */
  readonly official: OfficialName
  readonly declaration: AnyDeclaration
  /** The call with only its required input. */
  readonly call: Effect.Effect<unknown, ForgeError, Forge.Forge>
  /** The body of a successful response. */
  readonly body: unknown
  /** Its media type, if it is not JSON. */
  readonly type?: string
  /** The media type of the request, if it is not the service's JSON. */
  readonly accept?: string
}
