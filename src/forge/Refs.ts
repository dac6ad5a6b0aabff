/**
 * Refs: branches (`heads/main`), tags (`tags/v1.0`) and other names for git objects. For the protection of branches, see
 * `Branches`.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Look } from "../rest/FoundBy.ts"
import type { Deprecated } from "../rest/Operation.ts"
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Flag, FullSha, inRepo, RepoPath } from "./internal/fields.ts"
import { GitRef } from "./schema/GitRef.ts"

const RefPath = inRepo({
  /** `heads/` or `tags/` and the name, without `refs/`. */
  ref: Schema.String.check(
    Schema.isPattern(/^(?!refs\/)[^/]+\/./s, { expected: "heads/ or tags/ and the name, without refs/" })
  )
})

const FullName = Schema.String.check(
  Schema.isPattern(/^refs\/[^/]+\/./s, { expected: "a full name, such as refs/heads/main" })
)

/** Reads a ref by its name without `refs/`. */
const find = (input: { readonly owner: string; readonly repo: string; readonly ref: string }, look: Look) =>
  look.get("/repos/{owner}/{repo}/git/ref/{ref}", GitRef, { input })

/**
 * Gets a ref. `ref` is `heads/` or `tags/` and the name. Fails with `Conflict` if the repository is empty.
 *
 * GET /repos/{owner}/{repo}/git/ref/{ref}
 */
export const get = Forge.operation("Refs.get", "GET /repos/{owner}/{repo}/git/ref/{ref}", {
  path: RefPath,
  success: GitRef,
  errors: [NotFound, Conflict]
})

/**
 * Lists the refs whose names start with `ref`: `heads/feature` matches `heads/feature-a` and
 * `heads/feature/b`, and `tags/` all tags. Fails with `Conflict` if the repository is empty.
 *
 * The service returns all of them in one response, without pages.
 *
 * GET /repos/{owner}/{repo}/git/matching-refs/{ref}
 */
export const getMatching = Forge.operation("Refs.getMatching", "GET /repos/{owner}/{repo}/git/matching-refs/{ref}", {
  path: inRepo({
    /** What the names start with, without `refs/`: `heads/`, `tags/` or the start of a full name. */
    ref: Schema.String.check(
      Schema.isPattern(/^(?!refs\/)[^/]+(?:\/|$)/, {
        expected: "heads/ or tags/ and the start of a name, without refs/"
      })
    )
  }),
  success: Schema.Array(GitRef),
  errors: [NotFound, Conflict]
})

/**
 * Creates a branch, a tag or another ref. `ref` is the full name (`refs/heads/next`), and `sha` the full sha of its
 * commit, or of an annotated tag (`Git.createTag`). Fails with `ValidationFailed` if the object does not exist, or if the
 * ref does (`alreadyExists` is true then), and with `Conflict` if the repository is empty.
 *
 * POST /repos/{owner}/{repo}/git/refs · needs write access · not retried when the service may have acted
 */
export const create = Forge.operation("Refs.create", "POST /repos/{owner}/{repo}/git/refs", {
  path: RepoPath,
  body: {
    /** The full name, such as `refs/heads/next`. */
    ref: FullName,
    /** The full sha of the commit, or of an annotated tag. */
    sha: FullSha
  },
  success: GitRef,
  errors: [NotFound, Conflict, ValidationFailed],
  foreseen: ({ ref, sha }) => ({ ref, object: { sha } }),
  foundBy: {
    by: "name",
    find: (input, look) =>
      Effect.map(
        find({ ...input, ref: input.ref.slice("refs/".length) }, look),
        Option.filter(({ object }) => object.sha === input.sha.toLowerCase())
      )
  }
})

/**
 * Moves a ref to another commit. `ref` is `heads/` or `tags/` and the name. Without `force`, the commit must follow the
 * current one (`ValidationFailed` otherwise).
 *
 * PATCH /repos/{owner}/{repo}/git/refs/{ref} · needs write access
 */
export const update = Forge.operation("Refs.update", "PATCH /repos/{owner}/{repo}/git/refs/{ref}", {
  path: RefPath,
  body: {
    /** The full sha of the new commit. */
    sha: FullSha,
    /** Whether it may also move to a commit that does not follow the current one. Default: false. */
    force: Flag
  },
  success: GitRef,
  errors: [NotFound, Conflict, ValidationFailed],
  foreseen: ({ ref, sha }) => ({ ref: `refs/${String(ref)}`, object: { sha } }),
  repeatable: true
})

/**
 * Deletes a ref. `ref` is `heads/` or `tags/` and the name. Fails with `ValidationFailed` if there is none, and for the
 * default branch.
 *
 * DELETE /repos/{owner}/{repo}/git/refs/{ref} · needs write access
 */
const delete_ = Forge.operation("Refs.delete", "DELETE /repos/{owner}/{repo}/git/refs/{ref}", {
  path: RefPath,
  errors: [NotFound, Conflict, ValidationFailed],
  foundBy: {
    by: "absence",
    // The service refuses to delete what is not there with a 422, which may mean something else.
    find: (input, look) =>
      Effect.map(find(input, look), (ref) => (Option.isNone(ref) ? Option.some(undefined) : Option.none()))
  }
})

export { delete_ as delete }

/**
 * The earlier name of `delete`.
 *
 * @deprecated Use `delete`.
 */
export const remove: Deprecated<typeof delete_> = delete_

/**
 * The earlier name of `getMatching`.
 *
 * @deprecated Use `getMatching`.
 */
export const listMatching: Deprecated<typeof getMatching> = getMatching
