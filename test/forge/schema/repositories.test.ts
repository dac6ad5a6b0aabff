import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Contributor } from "../../../src/forge/schema/Contributor.ts"
import { Languages } from "../../../src/forge/schema/Languages.ts"
import { License } from "../../../src/forge/schema/License.ts"
import { Organization } from "../../../src/forge/schema/Organization.ts"
import { Repo } from "../../../src/forge/schema/Repo.ts"
import { SimpleOrganization } from "../../../src/forge/schema/SimpleOrganization.ts"
import { Tag } from "../../../src/forge/schema/Tag.ts"
import { Topics } from "../../../src/forge/schema/Topics.ts"
import { User } from "../../../src/forge/schema/User.ts"
import * as Decoder from "../../../src/rest/Decoder.ts"
import { fullRepository, minimalRepository, tag, user } from "../support/repositories.ts"

const decode = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown): S["Type"] => {
  const result = Decoder.make<S["Type"]>(schema)(input)
  return Result.isSuccess(result) ? result.success : assert.fail(`${result.failure.path}: ${result.failure.found}`)
}

const filled = (record: object) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

// V8 13.6 (Node 24) may parse a key of one character that JSON escapes, such as "\t", as a backslash.
const languages = Schema.Record(Schema.String.check(Schema.isPattern(/^[\w #+-]*$/)), Schema.Int)

describe("records of repositories and their owners", () => {
  it.effect.prop(
    "are equal after a round trip through JSON",
    { Contributor, Languages: languages, License, Organization, Repo, SimpleOrganization, Tag, Topics, User },
    (records) =>
      Effect.sync(() => {
        const through = <A>(schema: Schema.Codec<A, unknown>, value: A) => {
          const codec = Schema.toCodecJson(schema)
          const text = JSON.stringify(Schema.encodeSync(codec)(value))
          const back = Schema.decodeUnknownSync(codec)(JSON.parse(text))
          assert.isTrue(Equal.equals(back, value))
        }
        through(Contributor, records.Contributor)
        through(Languages, records.Languages)
        through(License, records.License)
        through(Organization, records.Organization)
        through(Repo, records.Repo)
        through(SimpleOrganization, records.SimpleOrganization)
        through(Topics, records.Topics)
        through(User, records.User)
        // With random values, the two shas of a tag contradict each other.
        through(Tag, Object.assign(records.Tag, { sha: records.Tag.commit.sha }))
      })
  )

  it("require only the fields that every server sends", () => {
    const repo = { id: 1, name: "web", full_name: "acme/web", private: false, fork: false, html_url: "h" }
    const found = decode(Repo, repo)
    assert.deepStrictEqual(filled(found), {
      ...repo,
      is_template: false,
      archived: false,
      disabled: false,
      topics: [],
      size: 0,
      forks_count: 0,
      stargazers_count: 0,
      watchers_count: 0,
      open_issues_count: 0
    })
    assert.deepStrictEqual(found, Repo.make(repo))
    assert.deepStrictEqual(filled(decode(User, { login: "octo", id: 1 })), {
      login: "octo",
      id: 1,
      site_admin: false,
      public_repos: 0,
      public_gists: 0,
      followers: 0,
      following: 0
    })
    assert.deepStrictEqual(filled(decode(Contributor, { contributions: 1 })), { site_admin: false, contributions: 1 })
    assert.deepStrictEqual(filled(decode(SimpleOrganization, { login: "acme", id: 9 })), { login: "acme", id: 9 })
    assert.deepStrictEqual(filled(decode(License, {})), {})
  })

  it("have one shape in every response", () => {
    const names = Object.keys(Repo.fields)
    for (const wire of [fullRepository, minimalRepository, { ...minimalRepository, license: null, owner: null }]) {
      assert.deepStrictEqual(Object.keys(decode(Repo, wire)), names)
    }
  })

  it("have permissions, or null without them", () => {
    const permissions = (wire: unknown) => decode(Repo, { ...minimalRepository, permissions: wire }).permissions
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
    assert.strictEqual(decode(Repo, { ...minimalRepository, visibility: "shared" }).visibility, "shared")
    assert.strictEqual(decode(User, { ...user, type: "Agent" }).type, "Agent")
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
