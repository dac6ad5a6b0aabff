/** Looks up what a tree has at paths. */
import * as Effect from "effect/Effect"
import type { Forge } from "../../forge/Forge.ts"
import * as Git from "../../forge/Git.ts"
import type { TreeEntry } from "../../forge/schema/GitTree.ts"
import type { Conflict, NotFound, RequestError, ValidationFailed } from "../../rest/RestError.ts"

/** A tree. */
export interface Root {
  readonly owner: string
  readonly repo: string
  readonly tree_sha: string
}

/** What a tree has at a path: an entry, nothing, or what the service does not list because there is too much of it. */
export type Found = TreeEntry | "nothing" | "unlisted"

/**
 * Looks up paths of a tree, reading each directory on the way once. A path below something that is no directory has
 * nothing: what is there instead is found, too.
 */
export const entriesAt = (
  { tree_sha, ...place }: Root,
  paths: ReadonlyArray<string>,
  prefix = ""
): Effect.Effect<ReadonlyMap<string, Found>, RequestError | NotFound | Conflict | ValidationFailed, Forge> =>
  Effect.gen(function* () {
    const { tree, truncated } = yield* Git.getTree({ ...place, tree_sha })
    const here = new Map(tree.map((entry) => [entry.path, entry]))
    const missing = truncated ? "unlisted" : "nothing"
    const found = new Map<string, Found>()
    const inside = new Map<string, { readonly tree_sha: string; readonly paths: Array<string> }>()
    for (const path of paths) {
      const [name = "", ...rest] = path.split("/")
      const entry = here.get(name)
      if (rest.length > 0 && entry?.type === "tree") {
        const directory = inside.get(name) ?? { tree_sha: entry.sha, paths: [] }
        directory.paths.push(rest.join("/"))
        inside.set(name, directory)
      } else {
        found.set(`${prefix}${path}`, entry === undefined ? missing : "nothing")
        if (entry !== undefined) found.set(`${prefix}${name}`, entry)
      }
    }
    const below = yield* Effect.forEach(
      inside,
      ([name, { paths, tree_sha }]) => entriesAt({ ...place, tree_sha }, paths, `${prefix}${name}/`),
      { concurrency: 4 }
    )
    return new Map([found, ...below].flatMap((each) => [...each]))
  })
