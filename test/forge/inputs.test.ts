/** What tools that are made of schemas know of inputs. */
import { assert, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Issues from "../../src/forge/Issues.ts"

it("the JSON Schema of an input states the bounds of owner, repo and numbers", () => {
  const { schema } = Schema.toJsonSchemaDocument(Schema.Struct(Issues.get.declaration.path))
  assert.deepInclude(schema["properties"], {
    owner: { type: "string", minLength: 1 },
    repo: { type: "string", minLength: 1 },
    issue_number: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
  })
})
