/** An operation: what it is, what it can fail with, and whether a repeat is harmless. */
import type * as Effect from "effect/Effect"
import type { Octokit } from "octokit"
import type * as Forge from "../../../src/forge/Forge.ts"
import type { AnyDeclaration } from "../../../src/rest/Operation.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import type { RequestError } from "../../../src/rest/RestError.ts"

type Official = Octokit["rest"]

/** A call of the service's own client, such as `issues.get`. */
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
  readonly resource?: "search"
  /** Its name in the service's own client. */
  readonly official: OfficialName
  readonly declaration: AnyDeclaration
  /** The call with the least that it needs. */
  readonly call: Effect.Effect<unknown, ForgeError, Forge.Forge>
  /** A body of success. */
  readonly body: unknown
  /** Its media type, if it is not JSON. */
  readonly type?: string
  /** The media type that is asked for, if it is not the service's JSON. */
  readonly accept?: string
}
