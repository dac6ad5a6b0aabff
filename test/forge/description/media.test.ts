/** The media types that we ask for, beside those that the service's description has. */
import { assert, describe, it } from "@effect/vitest"
import * as MediaTypes from "../../../src/forge/MediaTypes.ts"
import { isJson, resolved, under } from "../../testing/forge/description.ts"
import { operations } from "../operations/all.ts"
import { type Described, described, successesOf } from "./official.ts"

/** Whether our record, or what it is derived from, has a field. */
const hasField = ({ call: { declaration } }: Described, name: string): boolean => {
  const fieldsOf = (schema: unknown): ReadonlyArray<string> => {
    if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return []
    if ("fields" in schema && typeof schema.fields === "object") return Object.keys(schema.fields ?? {})
    return "from" in schema ? fieldsOf(schema.from) : []
  }
  return fieldsOf(declaration.result).includes(name)
}

/** The fields of a response, or of its items. */
const fieldsOf = (schema: unknown): ReadonlyArray<string> => {
  const whole = isJson(schema) ? resolved(schema) : {}
  const fields = under(whole, "properties")
  const items = whole["items"] ?? fields["items"]
  return items === undefined ? Object.keys(fields) : fieldsOf(items)
}

/** Whether the description says that the operation has a media type. */
const says = ({ official }: Described, type: string): boolean => String(official["description"]).includes(`\`${type}\``)

const bodied = described.filter((operation) => hasField(operation, "body_html"))

/** What the description forgets: they return the same record as `PullRequests.get`. */
const forgotten = ["Commits.listPullRequests", "PullRequests.removeRequestedReviewers", "PullRequests.requestReviewers"]

describe("the description has the representations of a body", () => {
  it.each(bodied)("of $name", (operation) => {
    const fields = successesOf(operation).flatMap(({ schema }) => fieldsOf(schema))
    const isTyped = ["body", "body_html", "body_text"].every((name) => fields.includes(name))
    const isSaid = [MediaTypes.html, MediaTypes.text, MediaTypes.full].every((type) => says(operation, type))
    assert.strictEqual(isTyped || isSaid, !forgotten.includes(operation.name))
  })

  it("of more than 20 operations", () => {
    assert.isAbove(bodied.length, 20)
  })
})

describe("the description has the media type", () => {
  it.each(operations.filter(({ row }) => row.media !== undefined))("of $name", ({ accept, described, name }) => {
    const inWords =
      name === "PullRequests.getPatch" && String(described.official["description"]).includes("patch formats")
    assert.isTrue(inWords || says(described, accept))
  })

  it.each(described.filter(({ name }) => name.startsWith("Search.")))("of text matches of $name", (operation) => {
    const fields = successesOf(operation).flatMap(({ schema }) => fieldsOf(schema))
    assert.include(fields, "text_matches")
    assert.include(String(operation.official["description"]), "text-match")
  })
})
