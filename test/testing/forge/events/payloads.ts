/** Payloads of events, and the examples that the service has of them. */
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import { createRequire } from "node:module"
import { decode } from "../../../../src/forge/WebhookDelivery.ts"

interface Definition {
  readonly name: string
  readonly examples: ReadonlyArray<{ readonly action?: string }>
}

const definitions = createRequire(import.meta.url)("@octokit/webhooks-examples") as ReadonlyArray<Definition>

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Fields that only some payloads of an event have. */
const optional = new RegExp(
  [
    // What was not changed, is not simulated, or is not known.
    "^\\.changes\\.",
    "\\.custom_properties$",
    "committer\\.username$",
    // An app has the permissions that it asks for, and alone gets the link to its installation.
    "\\.permissions\\.",
    "^\\.installation$",
    // The example has a team.
    "^\\.reviewers\\[\\]\\.reviewer\\.",
    // Runs of deployments have one, drafts are pull requests, and the example of a milestone is about one.
    "^\\.check_run\\.deployment$",
    "^\\.issue\\.(draft|pull_request)$"
  ].join("|")
)

/** The paths of an example that a payload lacks. Null may stand for any record. */
export const missing = (payload: unknown, example: unknown, path = ""): ReadonlyArray<string> => {
  if (Array.isArray(payload) && Array.isArray(example) && payload.length > 0 && example.length > 0)
    return missing(payload[0], example[0], `${path}[]`)
  if (!isRecord(payload) || !isRecord(example)) return []
  return Object.entries(example).flatMap(([name, value]) => {
    const at = `${path}.${name}`
    return name in payload ? missing(payload[name], value, at) : optional.test(at) ? [] : [at]
  })
}

export const exampleOf = (event: string, action: string | undefined) =>
  definitions.find(({ name }) => name === event)?.examples.find((example) => example.action === action)

/** The delivery of a payload, as a program reads it. */
export const decoded = (event: string, payload: object) =>
  Result.getOrThrow(
    decode({
      id: "1",
      event,
      hook: { id: 1, target_type: "repository", target_id: 1 },
      received_at: DateTime.makeUnsafe(0),
      payload: payload as never
    })
  )
