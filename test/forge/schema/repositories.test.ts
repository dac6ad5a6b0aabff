import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Languages } from "../../../src/forge/schema/Languages.ts"
import { ListedRepo, Repo } from "../../../src/forge/schema/Repo.ts"
import { Tag } from "../../../src/forge/schema/Tag.ts"
import { User } from "../../../src/forge/schema/User.ts"
import * as Decoder from "../../../src/rest/Decoder.ts"
import { fullRepository, minimalRepository, tag, user, userProfile } from "../support/repositories.ts"
import { decode } from "./support.ts"

describe("records of repositories and their owners", () => {
  it("have one shape in every listing, and more alone", () => {
    const names = Object.keys(ListedRepo.fields)
    for (const wire of [fullRepository, minimalRepository, { ...minimalRepository, license: null }]) {
      assert.deepStrictEqual(Object.keys(decode(ListedRepo, wire)), names)
    }
    assert.includeMembers(Object.keys(decode(Repo, fullRepository)), [...names, "parent", "subscribers_count"])
  })

  it("have permissions, or null without them", () => {
    const permissions = (wire: unknown) => decode(ListedRepo, { ...minimalRepository, permissions: wire }).permissions
    assert.deepStrictEqual(permissions({ admin: false, push: false, pull: true }), {
      admin: false,
      maintain: false,
      push: false,
      triage: false,
      pull: true
    })
    assert.isNull(permissions(undefined))
  })

  it("accept unknown values", () => {
    assert.strictEqual(decode(ListedRepo, { ...minimalRepository, visibility: "shared" }).visibility, "shared")
    assert.strictEqual(decode(User, { ...userProfile, type: "Agent" }).type, "Agent")
  })

  it("don't accept each other's data", () => {
    assert.isTrue(Result.isFailure(Decoder.make(Repo)(user)))
    assert.isTrue(Result.isFailure(Decoder.make(Tag)({ ...tag, commit: null })))
    assert.isTrue(Result.isFailure(Decoder.make(Languages)([1, 2])))
    assert.isTrue(Result.isFailure(Decoder.make(Languages)({ C: "1" })))
  })

  it("drop the temporary clone token", () => {
    assert.isString(fullRepository.temp_clone_token)
    assert.notInclude(JSON.stringify(decode(Repo, fullRepository)), String(fullRepository.temp_clone_token))
  })

  it("keep the order of the languages", () => {
    const names = Object.keys(decode(Languages, { TypeScript: 78_769, C: 7_769, "C++": 7_000, "4D": 1 }))
    assert.deepStrictEqual(names, ["TypeScript", "C", "C++", "4D"])
  })
})

describe("Tag", () => {
  it("has the commit's sha, which is not a field of the wire", () => {
    const found = decode(Tag, { ...tag, sha: "something else" })
    assert.strictEqual(found.sha, tag.commit.sha)
    assert.deepStrictEqual(Schema.encodeSync(Tag)(found), tag)
  })
})
