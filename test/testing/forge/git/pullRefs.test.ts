/** The refs of pull requests by REST and by GraphQL, wherever a commit can be named, and who can move them: nobody. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"
import { data } from "../graphql/support.ts"
import { ask } from "../pulls/support.ts"
import { dig, send } from "../support.ts"

const layer = ForgeSimulator.layerHttpClient({
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "admin" },
      files: { "a.txt": "1\n", "b.txt": "1\n" },
      issues: [{ title: "First", number: 1 }],
      pulls: [
        { title: "Fix", number: 2, head: "fix", files: { "b.txt": "2\n" } },
        { title: "Other", number: 3, head: "other", files: { "a.txt": "3\n" } },
        { title: "Third", number: 20, head: "third", files: { "a.txt": "20\n" } }
      ]
    }
  ],
  tokens: { [ForgeSimulator.token]: "octo" }
})

const test = testOn(layer)

const repo = "/repos/acme/web"
const pull = `${repo}/pulls/2`

const refsWith = (prefix: string) =>
  Effect.map(send(`GET ${repo}/git/matching-refs/${prefix}`), ({ json }) => dig(json, "*", "ref"))

const headOf = (number: number) =>
  Effect.map(ask(`GET ${repo}/pulls/${number}`), ({ json }) => String(dig(json, "head", "sha")))

const shaOf = (ref: string) =>
  Effect.map(ask(`GET ${repo}/git/ref/${ref}`), ({ json }) => String(dig(json, "object", "sha")))

describe("the refs of a pull request", () => {
  test("are its head, and a merge of its base and its head", function* () {
    const head = yield* headOf(2)
    const found = yield* ask(`GET ${repo}/git/ref/pull/2/head`)
    expect(found.json).toMatchObject({ ref: "refs/pull/2/head", object: { type: "commit", sha: head } })
    const merge = yield* shaOf("pull/2/merge")
    const commit = (yield* ask(`GET ${repo}/git/commits/${merge}`)).json
    const base = yield* shaOf("heads/main")
    expect(dig(commit, "parents", "*", "sha")).toEqual([base, head])
    expect(commit).toMatchObject({
      message: `Merge ${head} into ${base}`,
      committer: { name: "GitHub" },
      verification: { verified: true }
    })
    yield* ask(`GET ${pull}`)
    expect(dig((yield* ask(`GET ${pull}`)).json, "merge_commit_sha")).toBe(merge)
    expect(yield* shaOf("pull/2/merge")).toBe(merge)
  })

  test("are listed with others that begin as theirs do", function* () {
    const second = ["refs/pull/2/head", "refs/pull/2/merge"]
    const twentieth = ["refs/pull/20/head", "refs/pull/20/merge"]
    expect(yield* refsWith("pull/2/")).toEqual(second)
    expect(yield* refsWith("pull/2")).toEqual([...second, ...twentieth])
    expect(yield* refsWith("pull/20/h")).toEqual(["refs/pull/20/head"])
    const heads = ["fix", "main", "other", "third"].map((name) => `refs/heads/${name}`)
    expect(yield* refsWith("heads/")).toEqual(heads)
    expect(yield* refsWith("")).toEqual([...heads, ...second, ...twentieth, "refs/pull/3/head", "refs/pull/3/merge"])
  })

  test("are those of pull requests alone", function* () {
    for (const name of ["pull/1/head", "pull/9/head", "pull/02/head", "pull/2/base", "pull/2"]) {
      expect([name, (yield* ask(`GET ${repo}/git/ref/${name}`)).status]).toEqual([name, 404])
    }
  })

  test("follow the branches, and lose the merge with a conflict, and when the pull request is closed", function* () {
    const before = yield* shaOf("pull/3/merge")
    yield* ask(`PUT ${repo}/contents/c.txt`, { body: { message: "c", content: "", branch: "other" } })
    const after = yield* shaOf("pull/3/merge")
    expect(after).not.toBe(before)
    expect(yield* shaOf("pull/3/head")).toBe(yield* headOf(3))
    yield* ask(`PUT ${repo}/pulls/20/merge`, { body: {} })
    expect((yield* ask(`GET ${repo}/git/ref/pull/3/merge`)).status).toBe(404)
    expect((yield* ask(`GET ${repo}/commits/refs/pull/3/merge`)).status).toBe(422)
    expect(yield* refsWith("pull/3/")).toEqual(["refs/pull/3/head"])
    yield* ask(`PATCH ${pull}`, { body: { state: "closed" } })
    expect(yield* refsWith("pull/2/")).toEqual(["refs/pull/2/head"])
    yield* ask(`DELETE ${repo}/git/refs/heads/fix`)
    expect(yield* shaOf("pull/2/head")).toBe(yield* headOf(2))
  })

  test("name commits wherever branches do", function* () {
    const head = yield* headOf(2)
    const merge = yield* shaOf("pull/2/merge")
    for (const name of ["pull/2/head", "refs/pull/2/head"]) {
      expect(dig((yield* ask(`GET ${repo}/commits/${name}`)).json, "sha")).toBe(head)
      expect(dig((yield* ask(`GET ${repo}/commits?sha=${name}`)).json, 0, "sha")).toBe(head)
      const file = yield* ask(`GET ${repo}/contents/b.txt?ref=${name}`)
      expect(atob(String(dig(file.json, "content")))).toBe("2\n")
    }
    expect(dig((yield* ask(`GET ${repo}/commits/pull/2/merge`)).json, "sha")).toBe(merge)
    const compared = yield* ask(`GET ${repo}/compare/main...refs/pull/2/merge`)
    expect(compared.json).toMatchObject({ ahead_by: 2, files: [{ filename: "b.txt" }] })
  })

  test("are refs of GraphQL, too", function* () {
    const query = `query ($name: String!) { repository(owner: "acme", name: "web") {
      ref(qualifiedName: $name) { id name prefix target { oid } } object(expression: $name) { oid }
    } }`
    const oid = yield* headOf(2)
    const { json } = yield* ask(`GET ${repo}/git/ref/pull/2/head`)
    const found = dig(yield* data(query, { name: "refs/pull/2/head" }), "repository")
    const id = dig(json, "node_id")
    expect(found).toEqual({ ref: { id, name: "2/head", prefix: "refs/pull/", target: { oid } }, object: { oid } })
    const node = yield* data("query ($id: ID!) { node(id: $id) { ... on Ref { target { oid } } } }", { id })
    expect(dig(node, "node")).toEqual({ target: { oid } })
    expect(dig(yield* data(query, { name: "refs/pull/9/head" }), "repository")).toEqual({ ref: null, object: null })
  })

  test("cannot be made, moved or deleted", function* () {
    const sha = yield* shaOf("heads/main")
    const refused = (message: string) => ({ status: 422, json: { message } })
    const made = (ref: string) => ask(`POST ${repo}/git/refs`, { body: { ref, sha } })
    expect(yield* made("refs/pull/2/head")).toMatchObject(refused("Reference already exists"))
    expect(yield* made("refs/pull/9/head")).toMatchObject(refused("Reference update failed"))
    const ref = `${repo}/git/refs/pull/2/head`
    expect(yield* ask(`PATCH ${ref}`, { body: { sha, force: true } })).toMatchObject(refused("Reference update failed"))
    expect(yield* ask(`DELETE ${ref}`)).toMatchObject(refused("Reference update failed"))
    const missing = `DELETE ${repo}/git/refs/pull/9/head`
    expect(yield* ask(missing)).toMatchObject(refused("Reference does not exist"))
    expect(yield* shaOf("pull/2/head")).toBe(yield* headOf(2))
  })
})
