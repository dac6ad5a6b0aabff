/** All recorded exchanges, raw and normalized: those of our operations are replayed, and our records are decoded. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Forge } from "../../../src/forge/Forge.ts"
import * as modules from "../../../src/forge/index.ts"
import { CombinedStatus } from "../../../src/forge/schema/CombinedStatus.ts"
import { CommitStatus } from "../../../src/forge/schema/CommitStatus.ts"
import { DirectoryEntry } from "../../../src/forge/schema/DirectoryEntry.ts"
import { FileCommit } from "../../../src/forge/schema/FileCommit.ts"
import { Issue } from "../../../src/forge/schema/Issue.ts"
import { Label } from "../../../src/forge/schema/Label.ts"
import { Organization } from "../../../src/forge/schema/Organization.ts"
import { Reactions } from "../../../src/forge/schema/Reactions.ts"
import { Release } from "../../../src/forge/schema/Release.ts"
import { ReleaseAsset } from "../../../src/forge/schema/ReleaseAsset.ts"
import { ListedRepo, MinimalRepo, Repo } from "../../../src/forge/schema/Repo.ts"
import { SimpleUser } from "../../../src/forge/schema/SimpleUser.ts"
import * as Decoder from "../../../src/rest/Decoder.ts"
import type { AnyDeclaration, Listing, Operation } from "../../../src/rest/Operation.ts"
import type { RestError } from "../../../src/rest/RestError.ts"
import { untyped } from "../support/proof.ts"
import { type Exchange, kinds, play, recording, scenarios } from "./recording.ts"

const recorded = kinds.flatMap((kind) =>
  scenarios.flatMap((scenario) =>
    recording(scenario, kind).map((exchange, index) => ({ name: `${kind} ${scenario} ${index}`, exchange }))
  )
)

type AnyOperation = Operation<never, unknown, RestError, Forge>
type AnyListing = Listing<never, unknown, RestError, Forge>

/** Files are replayed in `files.test.ts`, because the recorded bodies differ from our input and output. */
const { Contents: _, ...others } = modules

const isOperation = (exported: unknown): exported is AnyOperation | AnyListing => {
  if (typeof exported !== "function" || !("declaration" in exported)) return false
  const { kind } = (exported as AnyOperation).declaration
  return kind === "operation" || kind === "listing"
}

const operations: ReadonlyArray<AnyOperation> = Object.values<object>(others)
  // A deprecated name is the same operation.
  .flatMap((module) => [...new Set(Object.values<unknown>({ ...module }).filter(isOperation))])
  .map((operation) => ("page" in operation ? operation.page : operation))

const escaped = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)

/** The parameters of a path, or null if it does not match the template. */
const parametersOf = ({ template }: AnyDeclaration, { method, url }: Exchange["request"]) => {
  const pattern = escaped(template).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")
  const match = new RegExp(`^${pattern}$`).exec(`${method} ${new URL(url).pathname}`)
  const groups = match && (match.groups ?? {})
  return groups && Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, parsed(name, text)]))
}

const parsed = (name: string, text: string) =>
  /_(?:number|id)$|^(?:per_)?page$/.test(name) ? Number(text) : decodeURIComponent(text)

interface Replay {
  readonly name: string
  readonly exchange: Exchange
  /** The exchange at the target of a redirect. */
  readonly redirected: ReadonlyArray<Exchange>
  readonly operation: AnyOperation
  readonly input: Readonly<Record<string, unknown>>
}

const replays: ReadonlyArray<Replay> = recorded.flatMap(({ exchange, name }, index) =>
  operations.flatMap((operation): ReadonlyArray<Replay> => {
    const parameters = parametersOf(operation.declaration, exchange.request)
    if (parameters === null) return []
    const { body, query } = exchange.request
    const asked = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, parsed(key, value)]))
    const input = { ...parameters, ...asked, ...(typeof body === "object" ? body : {}) }
    const isRedirect = exchange.answer.status === 301 || exchange.answer.status === 307
    const redirected = isRedirect ? recorded.slice(index + 1, index + 2).map(({ exchange }) => exchange) : []
    return [{ name: `${name}: ${operation.declaration.name}`, exchange, redirected, operation, input }]
  })
)

describe("the recorded exchanges of our operations", () => {
  it("are all of these", () => {
    const counted: Record<string, number> = {}
    for (const { operation } of replays) {
      counted[operation.declaration.name] = (counted[operation.declaration.name] ?? 0) + 1
    }
    assert.deepStrictEqual(counted, {
      "BranchProtection.delete": 2,
      "BranchProtection.update": 4,
      "Branches.getProtection": 2,
      "Collaborators.add": 2,
      "Collaborators.list": 4,
      "Collaborators.remove": 2,
      "Invitations.accept": 2,
      "Invitations.list": 2,
      "Issues.create": 18,
      "Issues.list": 2,
      "Issues.lock": 2,
      "Issues.unlock": 2,
      "Labels.addToIssue": 2,
      "Labels.create": 4,
      "Labels.get": 2,
      "Labels.list": 2,
      "Labels.delete": 2,
      "Labels.update": 2,
      "Notifications.markAsRead": 2,
      "Organizations.get": 2,
      "Refs.create": 2,
      "Releases.create": 2,
      "Releases.getAsset": 2,
      "Releases.getByTag": 4,
      "Releases.listAssets": 4,
      "Releases.deleteAsset": 4,
      "Releases.updateAsset": 2,
      "Repositories.createForOrg": 16,
      "Repositories.get": 4,
      "Repositories.update": 4,
      "Search.issues": 2,
      "Statuses.create": 4,
      "Statuses.getCombined": 2,
      "Statuses.list": 2
    })
  })

  it.effect.each(replays)("$name", ({ exchange, input, operation, redirected }) =>
    Effect.gen(function* () {
      const { left, sent, service } = play([exchange, ...redirected])
      const result = yield* operation(untyped(input)).pipe(Effect.result, Effect.provide(service))
      if (exchange.answer.status === 422) {
        // A request that breaks a rule of ours is not even sent.
        assert.containSubset(result, { _tag: "Failure", failure: { _tag: "InvalidInput", path: "color" } })
        assert.lengthOf(sent, 0)
        return
      }
      assert.lengthOf(left(), 0)
      if (exchange.answer.status === 404) {
        assert.containSubset(result, {
          _tag: "Failure",
          failure: { _tag: "NotFound", serviceMessage: "Branch not protected" }
        })
        return
      }
      if (Result.isFailure(result)) assert.fail(`${result.failure._tag}: ${result.failure.message}`)
    })
  )
})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Every object in a response, at any depth. */
const objectsIn = (value: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : []
}

/** Records with the fields that identify them, and how many there are. None is a comment, milestone, license or tag. */
const records = [
  { kind: "SimpleUser", schema: SimpleUser, sign: ["login", "site_admin"], count: 160 },
  { kind: "Label", schema: Label, sign: ["color", "default"], count: 30 },
  { kind: "Issue", schema: Issue, sign: ["comments_url", "labels_url", "number"], count: 48 },
  {
    kind: "Organization",
    schema: Organization,
    sign: ["login", "public_repos", "has_organization_projects"],
    count: 2
  },
  { kind: "MinimalRepo", schema: MinimalRepo, sign: ["full_name", "private"], count: 30 },
  { kind: "ListedRepo", schema: ListedRepo, sign: ["full_name", "clone_url"], count: 24 },
  { kind: "Repo", schema: Repo, sign: ["full_name", "network_count"], count: 24 },
  { kind: "Reactions", schema: Reactions, sign: ["+1", "-1"], count: 48 },
  { kind: "Release", schema: Release, sign: ["tag_name", "assets"], count: 6 },
  { kind: "ReleaseAsset", schema: ReleaseAsset, sign: ["browser_download_url"], count: 13 },
  { kind: "DirectoryEntry", schema: DirectoryEntry, sign: ["download_url", "sha"], count: 11 },
  { kind: "FileCommit", schema: FileCommit, sign: ["content", "commit"], count: 9 },
  { kind: "CommitStatus", schema: CommitStatus, sign: ["context", "state"], count: 12 },
  { kind: "CombinedStatus", schema: CombinedStatus, sign: ["statuses", "total_count"], count: 2 }
] as const

/** Asserts that no field of a record is lost or changed. */
const assertKept = (encoded: unknown, wire: unknown, path: string): void => {
  if (Array.isArray(encoded) && Array.isArray(wire)) {
    assert.lengthOf(encoded, wire.length, path)
    for (const [index, item] of encoded.entries()) assertKept(item, wire[index], `${path}[${index}]`)
  } else if (isObject(encoded) && isObject(wire)) {
    for (const [name, value] of Object.entries(encoded)) {
      if (name in wire) assertKept(value, wire[name], `${path}.${name}`)
    }
  } else {
    assert.deepStrictEqual(encoded, wire, path)
  }
}

describe("the recorded records", () => {
  const answers = recorded.filter(({ exchange }) => exchange.answer.status < 300)

  it.each(records)("$kind", ({ count, kind, schema, sign }) => {
    const decode = Decoder.make<unknown>(schema)
    const encode = Schema.encodeUnknownSync(schema)
    let found = 0
    for (const { exchange, name } of answers) {
      for (const wire of objectsIn(exchange.answer.body)) {
        if (!sign.every((field) => field in wire)) continue
        found++
        const result = decode(wire)
        if (Result.isFailure(result)) assert.fail(`${name}: ${kind}: ${result.failure.path}: ${result.failure.found}`)
        assertKept(encode(result.success), wire, `${name}: ${kind}`)
      }
    }
    assert.strictEqual(found, count)
  })
})
