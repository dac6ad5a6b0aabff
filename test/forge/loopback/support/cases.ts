/** The loopback test of one operation. */
import * as Effect from "effect/Effect"
import type * as Forge from "../../../../src/forge/Forge.ts"
import type { AnyDeclaration, Listing } from "../../../../src/rest/Operation.ts"
import type { Payload, Upload } from "../../../../src/rest/Upload.ts"
import type { Download } from "../../../../src/rest/Download.ts"
import type { ForgeError } from "../../../../src/forge/ForgeError.ts"
import type { Sent } from "../../support/wire.ts"

export interface Case {
  readonly name: string
  readonly declaration: AnyDeclaration
  /** The names of the parameters in the call: all that the operation has. */
  readonly parameters: ReadonlyArray<string>
  readonly call: Effect.Effect<unknown, ForgeError, Forge.Forge>
  readonly sends: Sent
  /** The main fields of the result, for the response in the contract. */
  readonly gives: unknown
}

const make = (
  { declaration }: { readonly declaration: AnyDeclaration },
  input: object,
  call: Case["call"],
  sends: Sent,
  gives: unknown
): Case => ({ name: declaration.name, declaration, parameters: Object.keys(input), call, sends, gives })

interface Callable<in Input> {
  (input: Input): Case["call"]
  readonly declaration: AnyDeclaration
}

/** A call with one response. */
export const one = <Input extends object>(
  operation: Callable<Input>,
  input: NoInfer<Input>,
  sends: Sent,
  gives: unknown
): Case => make(operation, input, operation(input), sends, gives)

type Paged<Input> = Input & { readonly per_page: number; readonly page: number }

/** A page of a listing, with one item. */
export const page = <Input extends object>(
  listing: Listing<Input, unknown, ForgeError, Forge.Forge>,
  input: NoInfer<Paged<Input>>,
  sends: Sent,
  item: unknown
): Case => {
  const call = Effect.map(listing.page(input), ({ items }) => items)
  return make(listing, input, call, sends, [item])
}

export const upload = <Input extends object>(
  operation: Upload<Input, unknown, ForgeError, Forge.Forge>,
  input: NoInfer<Input & Payload>,
  sends: Sent,
  gives: unknown
): Case => make(operation, input, operation(input), sends, gives)

/** A download of text. */
export const download = <Input extends object>(
  operation: Download<Input, ForgeError, Forge.Forge>,
  input: NoInfer<Input>,
  sends: Sent,
  gives: string
): Case => make(operation, input, operation.text(input), sends, gives)

/** The third page of ten items, where a case is about a listing. */
export const third = { per_page: 10, page: 3 } as const

/** The same in a query. */
export const thirdSent = { per_page: "10", page: "3" } as const
