import { Git, Refs } from "forgecast/forge"
import * as Effect from "effect/Effect"

const repo = { owner: "acme", repo: "web" }

/** Stores bytes or text as a blob. It shows once a tree, a commit and a branch lead to it. */
export const createBlob = Git.createBlob({ ...repo, content: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) }).pipe(
  Effect.map(({ sha }) => sha)
)

/** Commits a file without a working copy: a tree, a commit of it, and the branch moves. */
export const createCommit = Effect.gen(function* () {
  const { object } = yield* Refs.get({ ...repo, ref: "heads/main" })
  const head = yield* Git.getCommit({ ...repo, commit_sha: object.sha })
  const file = { path: "docs/wind.md", mode: "100644", content: "# Wind\n" } as const
  const tree = yield* Git.createTree({ ...repo, base_tree: head.tree.sha, tree: [file] })
  const commit = yield* Git.createCommit({ ...repo, message: "Explain the wind", tree: tree.sha, parents: [head.sha] })
  yield* Refs.update({ ...repo, ref: "heads/main", sha: commit.sha })
  return commit.message
})

/** Creates an annotated tag. It shows once a ref points to it. */
export const createTag = Effect.gen(function* () {
  const { object } = yield* Refs.get({ ...repo, ref: "heads/main" })
  const { sha, tag } = yield* Git.createTag({
    ...repo,
    tag: "v1.1.0",
    message: "1.1",
    object: object.sha,
    type: "commit"
  })
  const { ref } = yield* Refs.create({ ...repo, ref: `refs/tags/${tag}`, sha })
  return ref
})

/** Creates a tree that differs from that of a branch: one file is changed, another one deleted. */
export const createTree = Effect.gen(function* () {
  const { object } = yield* Refs.get({ ...repo, ref: "heads/main" })
  const head = yield* Git.getCommit({ ...repo, commit_sha: object.sha })
  const readme = { path: "README.md", mode: "100644", content: "# The web\n" } as const
  const wind = { path: "src/wind.ts", mode: "100644", sha: null } as const
  const { tree } = yield* Git.createTree({ ...repo, base_tree: head.tree.sha, tree: [readme, wind] })
  return tree.map(({ path }) => path)
})

/** Reads a file by the sha that a tree has of it. */
export const getBlob = Effect.gen(function* () {
  const { tree } = yield* Git.getTree({ ...repo, tree_sha: "main", recursive: true })
  const entry = tree.find(({ path }) => path === "src/main.ts")
  return entry === undefined ? null : (yield* Git.getBlob({ ...repo, file_sha: entry.sha })).text
})

/** Reads the commit that a branch points to. */
export const getCommit = Refs.get({ ...repo, ref: "heads/main" }).pipe(
  Effect.flatMap(({ object }) => Git.getCommit({ ...repo, commit_sha: object.sha })),
  Effect.map(({ author, message, parents }) => ({ message, author: author.name, parents: parents.length }))
)

/** Reads the message of an annotated tag. A plain tag is a ref to a commit, and has none. */
export const getTag = Effect.gen(function* () {
  const maps = { owner: "acme", repo: "maps" }
  const { object } = yield* Refs.get({ ...maps, ref: "tags/v1" })
  return object.type === "tag" ? (yield* Git.getTag({ ...maps, tag_sha: object.sha })).message : null
})

/** Lists all files of a branch with a single request. */
export const getTree = Git.getTree({ ...repo, tree_sha: "main", recursive: true }).pipe(
  Effect.map(({ tree }) => tree.filter(({ type }) => type === "blob").map(({ path }) => path))
)
