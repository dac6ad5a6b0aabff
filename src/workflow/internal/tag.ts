/** Compares a tag with the commit that it should be at. */
import * as Effect from "effect/Effect"
import * as Commits from "../../forge/Commits.ts"
import type { Forge } from "../../forge/Forge.ts"
import * as Git from "../../forge/Git.ts"
import * as Refs from "../../forge/Refs.ts"
import { Conflict, type NotFound, type RequestError, type ValidationFailed } from "../../rest/RestError.ts"

interface RepoInput {
  readonly owner: string
  readonly repo: string
}

type Failure = RequestError | NotFound | ValidationFailed | Conflict

/** Whether a text names one commit for good. A branch moves on. */
export const isSha = (text: string): boolean => /^(?:[\da-f]{40}|[\da-f]{64})$/i.test(text)

/** Fails with `Conflict` if there is such a tag, and it is at another commit than the branch or commit. */
export const refuseElsewhere = Effect.fnUntraced(function* (
  { owner, repo }: RepoInput,
  tag: string,
  target: string
): Effect.fn.Return<void, Failure, Forge> {
  const ref = `tags/${tag}`
  const found = yield* Refs.get({ owner, repo, ref }).pipe(
    Effect.flatMap(({ object }) => peeled({ owner, repo }, object)),
    Effect.catchTag("NotFound", () => Effect.undefined)
  )
  if (found === undefined) return
  const wanted = yield* commitOf({ owner, repo }, target)
  if (found === wanted) return
  return yield* new Conflict({
    operation: "Publish.release",
    method: "GET",
    url: `/repos/${owner}/${repo}/git/ref/${ref}`,
    status: null,
    requestId: null,
    serviceMessage: null,
    documentationUrl: null,
    message: `The tag ${tag} is at ${found}, and ${target} at ${wanted}`
  })
})

/** What an annotated tag names in the end. */
const peeled = (
  place: RepoInput,
  { sha, type }: { readonly sha: string; readonly type: string }
): Effect.Effect<string, Failure, Forge> =>
  type === "tag"
    ? Effect.flatMap(Git.getTag({ ...place, tag_sha: sha }), ({ object }) => peeled(place, object))
    : Effect.succeed(sha)

const commitOf = (place: RepoInput, target: string): Effect.Effect<string, Failure, Forge> =>
  isSha(target)
    ? Effect.succeed(target.toLowerCase())
    : Refs.get({ ...place, ref: `heads/${target}` }).pipe(
        Effect.map(({ object }) => object.sha),
        // It may be a short sha. A tag of the same name as the branch would come first here.
        Effect.catchTag("NotFound", () => Effect.map(Commits.get({ ...place, ref: target }), ({ sha }) => sha))
      )
