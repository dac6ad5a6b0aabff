/** Which commits the service signs, what verifies of them, and what required signatures make of that. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { emptyObjects, putCommit } from "../../../../src/testing/internal/git/objects.ts"
import { putSigned, verificationOf } from "../../../../src/testing/internal/git/signature.ts"
import { testOn } from "../../../testOn.ts"
import { data } from "../graphql/support.ts"
import { ask } from "../pulls/support.ts"
import { dig, type Options } from "../support.ts"

const bot = {
  login: "builder[bot]",
  installation: 70,
  permissions: { contents: "write", pull_requests: "write" }
} as const

const layerWith = (more: Partial<ForgeSimulator.RepositorySeed> = {}) =>
  ForgeSimulator.layerHttpClient({
    users: [{ login: "octo", name: "Octo Cat" }],
    apps: [{ slug: "builder", public_key: "unused", installations: [{ account: "acme", id: 70 }] }],
    repositories: [
      {
        owner: "acme",
        name: "web",
        collaborators: { octo: "write" },
        files: { "README.md": "# Web" },
        branches: { topic: { files: { "topic.txt": "1" } } },
        pulls: [{ title: "Fix", head: "fix", user: "octo", files: { a: "a" } }],
        ...more
      }
    ],
    tokens: { [ForgeSimulator.token]: "octo", bot }
  })

const test = testOn(layerWith())

const repo = "/repos/acme/web"

const commit = (ref: string) => Effect.map(ask(`GET ${repo}/commits/${ref}`), ({ json }) => json)

const tip = (branch = "main") =>
  Effect.map(ask(`GET ${repo}/git/ref/heads/${branch}`), ({ json }) => String(dig(json, "object", "sha")))

const onMain = Effect.fnUntraced(function* () {
  const oid = yield* tip()
  const input = {
    branch: { repositoryNameWithOwner: "acme/web", branchName: "main" },
    expectedHeadOid: oid,
    message: { headline: "Write" },
    fileChanges: { additions: [{ path: "x", contents: "eA==" }] }
  }
  const mutation =
    "mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }"
  return String(dig(yield* data(mutation, { input }), "createCommitOnBranch", "commit", "oid"))
})

const put = (path: string, more: object = {}, options: Options = {}) =>
  Effect.map(
    ask(`PUT ${repo}/contents/${path}`, { ...options, body: { message: "Write", content: "", ...more } }),
    ({ json }) => String(dig(json, "commit", "sha"))
  )

const made = Effect.fnUntraced(function* (more: object = {}, options: Options = {}) {
  const parent = yield* commit("main")
  const body = { message: "Made", tree: dig(parent, "commit", "tree", "sha"), parents: [dig(parent, "sha")], ...more }
  return dig((yield* ask(`POST ${repo}/git/commits`, { ...options, body })).json, "sha")
})

const merged = (merge_method: string) =>
  Effect.map(ask(`PUT ${repo}/pulls/1/merge`, { body: { merge_method } }), ({ json }) => String(dig(json, "sha")))

/** Each way of making a commit, who commits, and whether it is signed. */
const ways: ReadonlyArray<
  readonly [
    way: string,
    make: Effect.Effect<unknown, unknown, Effect.Services<ReturnType<typeof onMain>>>,
    committer: string,
    isSigned: boolean
  ]
> = [
  ["a merge", merged("merge"), "web-flow", true],
  ["a squash", merged("squash"), "web-flow", true],
  ["a rebase", merged("rebase"), "octo", false],
  [
    "the merge of two branches",
    ask(`POST ${repo}/merges`, { body: { base: "main", head: "topic" } }),
    "web-flow",
    true
  ],
  ["createCommitOnBranch", onMain(), "web-flow", true],
  ["the file of a user", put("b"), "octo", false],
  ["the file of a bot", put("b", {}, { token: "bot" }), "web-flow", true],
  [
    "the file of a bot with an author",
    put("b", { author: { name: "Ada", email: "ada@example.com" } }, { token: "bot" }),
    "builder[bot]",
    false
  ]
]

describe("a commit", () => {
  test.each(ways)(
    "by %s has the committer and the signature of the service or not",
    function* ([, make, committer, isSigned]) {
      yield* make
      const found = yield* commit("main")
      expect(dig(found, "committer", "login")).toBe(committer)
      const { payload, reason, signature, verified, verified_at } = dig(found, "commit", "verification") as {
        readonly [name: string]: unknown
      }
      expect([verified, reason]).toEqual(isSigned ? [true, "valid"] : [false, "unsigned"])
      if (!isSigned) return expect([payload, signature, verified_at]).toEqual([null, null, null])
      expect(dig(found, "commit", "committer")).toMatchObject({ name: "GitHub", email: "noreply@github.com" })
      expect(verified_at).toBe(dig(found, "commit", "committer", "date"))
      expect(String(payload)).toContain(`tree ${String(dig(found, "commit", "tree", "sha"))}\n`)
      expect(String(payload)).toMatch(/\ncommitter GitHub <noreply@github.com> \d+ \+0000\n\n/)
      expect(String(signature)).toMatch(/^-----BEGIN PGP SIGNATURE-----\n\n[^]*\n-----END PGP SIGNATURE-----\n$/)
    }
  )

  test("of the API of git is signed for bots alone, that say nothing of who made it", function* () {
    const author = { name: "Ada", email: "ada@example.com" }
    const found = [
      yield* made({}, { token: "bot" }),
      yield* made({ message: "2", author }, { token: "bot" }),
      yield* made({ message: "3", signature: "-----BEGIN PGP SIGNATURE-----" }, { token: "bot" }),
      yield* made()
    ]
    const replies = yield* Effect.forEach(found, (sha) => ask(`GET ${repo}/git/commits/${String(sha)}`))
    expect(replies.map(({ json }) => dig(json, "verification", "reason"))).toEqual([
      "valid",
      "unsigned",
      "unknown_key",
      "unsigned"
    ])
  })

  test("says the same of its signature by GraphQL", function* () {
    const signature = `signature { __typename email isValid state wasSignedByGitHub verifiedAt payload signature
      signer { login } ... on GpgSignature { keyId } }`
    const of = (sha: string) =>
      Effect.map(
        data(`{ repository(owner: "acme", name: "web") { object(oid: "${sha}") { ... on Commit {
        committedViaWeb committer { user { login } } ${signature}
      } } } }`),
        (found) => dig(found, "repository", "object")
      )
    const sha = yield* onMain()
    const { payload, signature: text } = dig(yield* commit(sha), "commit", "verification") as Record<string, unknown>
    expect(yield* of(sha)).toMatchObject({
      committedViaWeb: true,
      committer: { user: { login: "web-flow" } },
      signature: {
        __typename: "GpgSignature",
        email: "noreply@github.com",
        isValid: true,
        keyId: "B5690EEEBB952194",
        payload,
        signature: text,
        signer: { login: "web-flow" },
        state: "VALID",
        wasSignedByGitHub: true
      }
    })
    expect(yield* of(yield* put("c"))).toMatchObject({ committedViaWeb: false, signature: null })
    const forged = yield* made({ message: "Other", signature: text })
    expect(yield* of(String(forged))).toMatchObject({
      signature: { isValid: false, state: "INVALID", signer: null, verifiedAt: null, wasSignedByGitHub: false }
    })
    const ssh = yield* made({ message: "By SSH", signature: "-----BEGIN SSH SIGNATURE-----" })
    expect(yield* of(String(ssh))).toMatchObject({
      signature: { __typename: "UnknownSignature", state: "UNKNOWN_KEY" }
    })
  })
})

describe("a signature", () => {
  const person = { name: "Octo", email: "octo@example.com", date: 1_700_000_000_000 }
  const content = { tree: "4b825dc642cb6eb9a060e54bf8d69288fbee4904", parents: [], author: person, committer: person }

  test("is a packet of OpenPGP, with the checksum of its armor", function* () {
    const { signature } = verificationOf(putSigned(emptyObjects(), { ...content, message: "One" }))
    const [, body = "", sum = ""] = /\n\n([^=]+={0,2})\n=(.{4})\n-----END/.exec(signature ?? "") ?? []
    const packet = Uint8Array.from(atob(body.replaceAll("\n", "")), (each) => each.charCodeAt(0))
    const [tag = 0, high = 0, low = 0, ...rest] = packet
    expect([tag, ((high - 192) << 8) + low + 192]).toEqual([0xc2, rest.length])
    // Version 4, of a text, by RSA and SHA-256, with 16 bytes of hashed fields.
    expect(rest.slice(0, 6)).toEqual([4, 0, 1, 8, 0, 16])
    const created = rest.slice(8, 12).reduce((time, byte) => time * 256 + byte, 0)
    expect(created * 1000).toBe(person.date)
    // The example of RFC 4880, 6.1, has the same polynomial: `check` is worked out bit by bit here.
    let check = 0xb704ce
    for (const byte of packet) {
      check ^= byte << 16
      for (let bit = 0; bit < 8; bit++) check = (check & 0x800000) === 0 ? check << 1 : (check << 1) ^ 0x1864cfb
    }
    expect(btoa(String.fromCharCode((check >> 16) & 255, (check >> 8) & 255, check & 255))).toBe(sum)
    yield* Effect.void
  })

  test("holds for what it signs, and nothing else", function* () {
    const objects = emptyObjects()
    const signed = putSigned(objects, { ...content, message: "One" })
    expect(verificationOf(signed)).toMatchObject({ verified: true, reason: "valid" })
    const others = [
      { message: "Two" },
      { committer: { ...person, date: person.date + 1000 } },
      { parents: [signed.sha] }
    ]
    for (const change of others) {
      const { sha: _, ...same } = signed
      expect(verificationOf(putCommit(objects, { ...same, ...change }))).toMatchObject({
        verified: false,
        reason: "invalid"
      })
    }
    const { extra = "" } = signed
    const encoded = putCommit(objects, { ...content, message: "One", extra: `encoding latin1\n${extra}` })
    expect(verificationOf(encoded)).toMatchObject({
      reason: "invalid",
      payload: expect.stringContaining("\nencoding latin1\n\nOne") as unknown
    })
    yield* Effect.void
  })
})

describe("required signatures", () => {
  const guarded = testOn(layerWith({ protection: { main: { required_signatures: true } } }))
  const refused = { status: 409 }

  guarded("take what the service signs, and refuse all else", function* () {
    expect(yield* ask(`PUT ${repo}/contents/b`, { body: { message: "b", content: "" } })).toMatchObject(refused)
    yield* onMain()
    yield* put("c", {}, { token: "bot" })
    const signature = dig(yield* commit("main"), "commit", "verification", "signature")
    const forged = yield* made({ signature })
    const push = yield* ask(`PATCH ${repo}/git/refs/heads/main`, { body: { sha: forged } })
    expect([push.status, dig(push.json, "message")]).toEqual([422, "Commits must have verified signatures."])
  })

  guarded("let unsigned pull requests be squashed, and no pull request be rebased", function* () {
    const merge = (merge_method: string) => ask(`PUT ${repo}/pulls/1/merge`, { body: { merge_method } })
    expect((yield* merge("merge")).status).toBe(405)
    expect((yield* merge("rebase")).status).toBe(405)
    expect((yield* merge("squash")).status).toBe(200)
  })

  const ruled = testOn(
    layerWith({
      rulesets: [
        {
          name: "Signed",
          conditions: { ref_name: { include: ["~ALL"], exclude: [] } },
          rules: [{ type: "required_signatures" }]
        }
      ],
      pulls: []
    })
  )

  ruled("of rulesets do not take a rebase of signed commits, but their merge", function* () {
    const ref = "refs/heads/signed"
    yield* ask(`POST ${repo}/git/refs`, { body: { ref, sha: yield* made({}, { token: "bot" }) } })
    yield* ask(`POST ${repo}/pulls`, { body: { title: "Signed", head: "signed", base: "main" } })
    const merge = (merge_method: string) => ask(`PUT ${repo}/pulls/1/merge`, { body: { merge_method } })
    expect((yield* merge("rebase")).status).toBe(405)
    expect((yield* merge("merge")).status).toBe(200)
  })
})
