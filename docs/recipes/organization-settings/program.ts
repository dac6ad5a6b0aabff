/** Keeps all repositories of an organization as one file says. */
import { Contents } from "forgecast/forge"
import { Sync } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

/** What is misspelt is refused. */
const read = Schema.decodeUnknownEffect(Schema.fromJsonString(Sync.OrganizationConfig), { onExcessProperty: "error" })

/** The file is in a repository of the organization, where changes of it are reviewed. */
const configOf = (org: string) =>
  Effect.flatMap(Contents.get({ owner: org, repo: "settings", path: "repositories.json" }), (file) =>
    read(file._tag === "File" ? (file.text ?? "") : "")
  )

/** People and other programs with this token keep half of its budget. */
const options = { concurrency: 4, budget: { leave: 0.5 } }

const linesOf = ({ failed, succeeded }: Sync.OrganizationResult): ReadonlyArray<string> => [
  ...succeeded.flatMap(({ value }) => (value.changes.length === 0 ? [] : Sync.show(value))),
  ...failed.map(({ error, item }) => `${item.repo}: ${error.message}`)
]

/** What differs from the file, and would be changed. */
export const plan = Effect.fn("plan")(function* (org: string) {
  return linesOf(yield* Sync.organization.plan({ org, config: yield* configOf(org) }, options))
})

/** Changes what differs, and returns what it has changed. */
export const apply = Effect.fn("apply")(function* (org: string) {
  return linesOf(yield* Sync.organization({ org, config: yield* configOf(org) }, options))
})

/** Tells each time that somebody has changed something by hand. */
export const drift = (org: string) =>
  Stream.unwrap(Effect.map(configOf(org), (config) => Sync.organization.drift({ org, config }, options))).pipe(
    Stream.map(linesOf),
    Stream.filter((lines) => lines.length > 0)
  )

export default Effect.gen(function* () {
  yield* Effect.forEach(yield* plan("acme"), (lines) => Effect.log(lines))
  const changed = yield* apply("acme")
  return { changed: changed.length, left: yield* plan("acme") }
})
