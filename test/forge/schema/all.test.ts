/** All records: each is equal after a round trip through JSON. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { stored, through } from "./support.ts"

const directory = Path.resolve(import.meta.dirname, "../../../src/forge/schema")

type Codec = Schema.Codec<object>

const isCodec = (value: unknown): value is Codec => Schema.isSchema(value)

const records: Array<readonly [name: string, record: Codec]> = []
for (const file of Fs.readdirSync(directory)) {
  const exports = (await import(Path.join(directory, file))) as Readonly<Record<string, unknown>>
  for (const [name, record] of Object.entries(exports)) if (isCodec(record)) records.push([name, record])
}

/** Fields that follow from others, which random ones contradict. */
const derived: Readonly<Record<string, string>> = {
  File: "text",
  FoundIssue: "is_pull_request",
  GitBlob: "text",
  Issue: "is_pull_request",
  ListedPullRequest: "merged",
  PullRequest: "merged",
  Tag: "sha"
}

/** Records that have such records in them, or whole seconds. So are inputs, whose fields are not sent when they are null. */
const settling = new Set([
  "CheckRequirement",
  "CheckRequirements",
  "Content",
  "CrossReferenceEvent",
  "DraftReviewComment",
  "Mention",
  "RateLimitResources",
  "RateLimitStatus",
  "RateLimits",
  "TimelineEvent"
])

/** Their fields exclude each other: no random record is one. */
const inexpressible = ["NewTreeEntry", "GivenOrgConditions"]

const fieldOf = (record: object, name: string): unknown => Reflect.get(record, name)

/** V8 13.6 (Node 24) may parse a key that JSON escapes, such as "\t", as a backslash. */
const hasEscapedKey = (value: unknown): boolean => /"(?:[^"\\]|\\.)*\\(?:[^"\\]|\\.)*":/.test(JSON.stringify(value))

describe("a record is equal after a round trip through JSON", () => {
  for (const [name, record] of records.filter(([name]) => !inexpressible.includes(name))) {
    const field = derived[name]
    it.prop(name, { value: record }, ({ value }) => {
      if (hasEscapedKey(value)) return
      if (settling.has(name) || name.startsWith("Given")) through(record, stored(record, value))
      else if (field === undefined) through(record, value)
      else through(record, { ...value, [field]: fieldOf(stored(record, value), field) })
    })
  }
})
