import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Git from "../../src/forge/Git.ts"
import { CommitObject } from "../../src/forge/schema/CommitObject.ts"
import { GitBlob } from "../../src/forge/schema/GitBlob.ts"
import { GitTag } from "../../src/forge/schema/GitTag.ts"
import { GitTree } from "../../src/forge/schema/GitTree.ts"
import { blob, blobText, createdBlob, gitCommit, gitTag, gitTree } from "./support/git.ts"
import { fails, proves, refuses, untyped } from "./support/proof.ts"
import { mergedSha, sha } from "./support/pulls.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking, exchange, sending } from "./support/wire.ts"

const readBlob = Schema.decodeUnknownSync(GitBlob)
const readCommit = Schema.decodeUnknownSync(CommitObject)
const readTag = Schema.decodeUnknownSync(GitTag)
const readTree = Schema.decodeUnknownSync(GitTree)

const wrongShas = ["main", "", sha.slice(0, 7), `${sha}0`, sha.replace(/.$/, "g")] as const

describe("objects by their sha", () => {
  it.effect.each(wrongShas)("are not read by %j", (wrong) =>
    Effect.gen(function* () {
      yield* refuses("commit_sha", Git.getCommit({ ...repo, commit_sha: wrong }))
      yield* refuses("file_sha", Git.getBlob({ ...repo, file_sha: wrong }))
      yield* refuses("tag_sha", Git.getTag({ ...repo, tag_sha: wrong }))
    })
  )

  it.effect("fail with Conflict if the repository is empty", () =>
    Effect.gen(function* () {
      const empty = answer(409, { message: "Git Repository is empty." })
      const failure = yield* fails(Git.getCommit({ ...repo, commit_sha: sha }), empty)
      assert.containSubset(failure, { _tag: "Conflict", serviceMessage: "Git Repository is empty." })
    })
  )
})

describe("Git.createCommit", () => {
  it.effect("sends its dates, parents and signature", () =>
    proves(
      Git.createCommit({
        ...repo,
        message: "",
        tree: sha,
        parents: [],
        author: { name: "Octo", email: "octo@example.com", date: new Date("2026-04-14T16:00:49Z") },
        signature: "-----BEGIN PGP SIGNATURE-----"
      }),
      {
        sends: sending("POST", `${root}/git/commits`, {
          message: "",
          tree: sha,
          parents: [],
          author: { name: "Octo", email: "octo@example.com", date: "2026-04-14T16:00:49Z" },
          signature: "-----BEGIN PGP SIGNATURE-----"
        }),
        answer: answer(201, gitCommit),
        gives: readCommit(gitCommit)
      }
    )
  )

  it.effect.each([
    ...wrongShas.flatMap((wrong) => [
      ["tree", { tree: wrong }] as const,
      ["parents[1]", { parents: [sha, wrong] }] as const
    ]),
    ["message", { message: undefined }],
    ["author.name", { author: { name: "", email: "octo@example.com" } }],
    ["committer.email", { committer: { email: "" } }],
    ["author.date", { author: { name: "Octo", email: "octo@example.com", date: "yesterday" } }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Git.createCommit(untyped({ ...repo, message: "Change", tree: sha, ...wrong })))
  )

  it("reads the whole record", () => {
    assert.containSubset(readCommit(gitCommit), {
      sha,
      message: "Read the cache first",
      author: { name: "Octo Cat" },
      tree: { sha: mergedSha },
      parents: [{ sha: mergedSha }],
      verification: { verified: false, reason: "unsigned", verified_at: null }
    })
  })
})

describe("Git.getTree", () => {
  it.effect.each([
    [{}, {}],
    [{ recursive: undefined }, {}],
    // Any value means true to the service.
    [{ recursive: false }, {}],
    [{ recursive: true }, { recursive: "true" }]
  ] as const)("sends %j as %j", ([input, query]) =>
    proves(Git.getTree({ ...repo, tree_sha: "heads/größe", ...input }), {
      sends: asking(`${root}/git/trees/heads%2Fgr%C3%B6%C3%9Fe`, query),
      answer: answer(200, gitTree),
      gives: readTree(gitTree)
    })
  )

  it("reads entries without a size or a URL", () => {
    assert.containSubset(readTree({ ...gitTree, truncated: true }), {
      truncated: true,
      tree: [
        { path: "README.md", mode: "100644", type: "blob", size: 6 },
        { path: "src", mode: "040000", type: "tree", size: null },
        { path: "vendor/lib", mode: "160000", type: "commit", size: null, url: null }
      ]
    })
  })

  it.effect.each(["", "..", undefined])("refuses the tree %j", (tree_sha) =>
    refuses("tree_sha", Git.getTree(untyped({ ...repo, tree_sha })))
  )
})

describe("Git.createTree", () => {
  const entry = { path: "a.txt", mode: "100644" } as const

  it.effect.each([
    { tree: [] },
    { tree: [{ ...entry, content: "" }], base_tree: mergedSha },
    { tree: [{ ...entry, sha }] },
    { tree: [{ ...entry, type: "blob", sha: null }], base_tree: mergedSha },
    { tree: [{ path: "src", mode: "040000", type: "tree", sha }] }
  ] as const)("sends %j", (body) =>
    proves(Git.createTree({ ...repo, ...body }), {
      sends: sending("POST", `${root}/git/trees`, body),
      answer: answer(201, gitTree),
      gives: readTree(gitTree)
    })
  )

  it.effect.each([
    ["tree[0]", { tree: [{ ...entry, sha, content: "a" }] }],
    [
      "tree[1]",
      {
        tree: [
          { ...entry, sha },
          { ...entry, sha: null, content: "a" }
        ]
      }
    ],
    ["tree[0]", { tree: [entry] }],
    ["tree[0].path", { tree: [{ ...entry, path: "", sha }] }],
    ["tree[0].mode", { tree: [{ ...entry, mode: "100600", sha }] }],
    ["tree[0].sha", { tree: [{ ...entry, sha: "main" }] }],
    ["base_tree", { base_tree: "main" }],
    ["base_tree", { base_tree: null }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Git.createTree(untyped({ ...repo, tree: [], ...wrong })))
  )
})

describe("Git.getBlob", () => {
  const read = (content: string, encoding: string) =>
    Effect.map(
      exchange(Git.getBlob({ ...repo, file_sha: sha }), answer(200, { ...blob, content, encoding })),
      ({ result }) => result
    )

  it("has the bytes, and the text if they are UTF-8", () => {
    const bytes = new TextEncoder().encode(blobText)
    assert.deepStrictEqual(readBlob(blob), {
      sha,
      size: 8,
      node_id: "B_1",
      url: `https://api.github.com${root}/git/blobs/${sha}`,
      bytes,
      text: blobText
    })
    assert.containSubset(readBlob({ ...blob, content: "/w==" }), { bytes: new Uint8Array([255]), text: null })
    assert.containSubset(readBlob({ ...blob, content: "" }), { bytes: new Uint8Array(), text: "" })
    assert.containSubset(readBlob({ ...blob, content: blobText, encoding: "utf-8" }), { bytes, text: blobText })
  })

  it("is written as Base64", () => {
    const written = Schema.encodeSync(GitBlob)(readBlob({ ...blob, content: blobText, encoding: "utf-8" }))
    assert.deepEqual<object>(written, { ...blob, content: "Z3LDtsOfZQo=" })
  })

  it.effect.each([
    ["content", "?", "base64"],
    ["encoding", "a", "latin1"]
  ] as const)("fails with DecodeFailed for another %s", ([path, content, encoding]) =>
    Effect.map(read(content, encoding), (result) =>
      assert.containSubset(result, { _tag: "Failure", failure: { _tag: "DecodeFailed", path } })
    )
  )
})

describe("Git.createBlob", () => {
  it.effect.each([
    [blobText, "Z3LDtsOfZQo="],
    [new Uint8Array([255, 0]), "/wA="],
    ["", ""]
  ] as const)("sends %j as Base64", ([content, sent]) =>
    proves(Git.createBlob({ ...repo, content }), {
      sends: sending("POST", `${root}/git/blobs`, { content: sent, encoding: "base64" }),
      answer: answer(201, createdBlob),
      gives: createdBlob
    })
  )

  it.effect.each([
    ["content", { content: 5 }],
    ["encoding", { encoding: "utf-8" }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Git.createBlob(untyped({ ...repo, content: "a", ...wrong })))
  )
})

describe("Git.createTag", () => {
  const tagged = { tag: "v1.0.0", message: "The first", object: sha, type: "commit" } as const

  it.effect("reads the tag", () =>
    proves(Git.createTag({ ...repo, ...tagged }), {
      sends: sending("POST", `${root}/git/tags`, tagged),
      answer: answer(201, gitTag),
      gives: readTag(gitTag)
    })
  )

  it("may have no tagger, as old tags", () => {
    const { tagger: _, ...old } = gitTag
    assert.containSubset(readTag(old), { tag: "v1.0.0", tagger: null, object: { type: "commit", sha } })
  })

  it.effect.each([
    ...wrongShas.map((object) => ["object", { object }] as const),
    ["tag", { tag: "" }],
    ["type", { type: "tag" }],
    ["tagger.email", { tagger: { name: "Octo", email: "" } }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    refuses(path, Git.createTag(untyped({ ...repo, ...tagged, ...wrong })))
  )
})
