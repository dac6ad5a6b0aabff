/** Names of new and renamed repositories. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { Call } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { type Fault, invalid, refusal } from "../../http/refusals.ts"
import { type Repository, repositoryNamed } from "../../state/model.ts"

const rule = { resource: "Repository", maximum: 100 }

/** Characters that names cannot have become hyphens. */
const cleaned = (name: string): string => name.trim().replace(/[^\w.-]+/g, "-")

const taken: Fault = {
  resource: "Repository",
  code: "custom",
  field: "name",
  message: "name already exists on this account"
}

/** Refuses a name that another repository of the owner has. */
export const isFree = (call: Call, owner: string, name: string, except?: Repository): Result.Result<void, Answer> => {
  const found = repositoryNamed(call.world, `${owner}/${name}`)
  return found === undefined || found.id === except?.id ? Result.void : Result.fail(invalid(call, taken))
}

/** Reads the new name of a repository; undefined if it was not sent. */
export const freeName = (call: Call, fields: Input.Fields, owner: string, of: Repository) =>
  Result.gen(function* () {
    const wanted = yield* Input.boundedText(call, fields, "name", rule)
    if (wanted === undefined || wanted === null) return undefined
    const name = cleaned(wanted)
    yield* isFree(call, owner, name, of)
    return name
  })

/** Reads the name of a repository to create, for which the service has a message of its own. */
export const newName = (call: Call, fields: Input.Fields, owner: string) =>
  Result.gen(function* () {
    const name = cleaned(yield* Input.requiredText(call, fields, "name", rule))
    if (repositoryNamed(call.world, `${owner}/${name}`) !== undefined) {
      const message = "Repository creation failed."
      return yield* Result.fail(refusal(422, message, call.documentation, { errors: [taken] }))
    }
    return name
  })
