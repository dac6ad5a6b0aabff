/** Gists: files that are shared without a repository, each of them with its revisions, forks, stars and comments. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, Flag, Ordinal, Removed, Since, Text } from "./internal/fields.ts"
import { Gist, GistCommit, ListedGist } from "./schema/Gist.ts"
import { GistComment } from "./schema/GistComment.ts"

const GistPath = {
  /** The `id` of the gist: hexadecimal digits, as in its URL. */
  gist_id: Schema.NonEmptyString
}

const CommentPath = both(GistPath, {
  /** The `id` of the comment. */
  comment_id: Ordinal
})

const Filter = {
  /** Only the gists updated at or after it, in whole seconds. */
  since: Since
}

/** Names of files have no slash. */
const named = Schema.makeFilter((files: object) => Object.keys(files).every((name) => /^[^/]+$/.test(name)), {
  expected: "names of files without a slash"
})

/** The text of a comment. */
const Comment = {
  /** The text, as Markdown: at most 65,535 characters. */
  body: Schema.NonEmptyString.check(Schema.isMaxLength(65_535, { expected: "at most 65535 characters" }))
}

/**
 * Lists your gists, most recently updated first. Without a token, it lists all public ones.
 *
 * GET /gists
 */
export const listForMe = Forge.listing("Gists.listForMe", "GET /gists", { query: Filter, item: ListedGist })

/**
 * Lists the public gists of a user, most recently created first.
 *
 * GET /users/{username}/gists
 */
export const listForUser = Forge.listing("Gists.listForUser", "GET /users/{username}/gists", {
  path: {
    /** Login of the user. */
    username: Schema.NonEmptyString
  },
  query: Filter,
  item: ListedGist,
  errors: [NotFound, ValidationFailed]
})

/**
 * Lists all public gists, most recently updated first. The service returns at most 3,000 of them.
 *
 * GET /gists/public
 */
export const listPublic = Forge.listing("Gists.listPublic", "GET /gists/public", {
  query: Filter,
  item: ListedGist,
  errors: [ValidationFailed]
})

/**
 * Lists the gists that you have starred. Needs a token.
 *
 * GET /gists/starred
 */
export const listStarred = Forge.listing("Gists.listStarred", "GET /gists/starred", { query: Filter, item: ListedGist })

/**
 * Gets a gist with the contents of its files: up to 300 files, and of each its first megabyte.
 *
 * GET /gists/{gist_id}
 */
export const get = Forge.operation("Gists.get", "GET /gists/{gist_id}", {
  path: GistPath,
  success: Gist,
  errors: [NotFound]
})

/**
 * Gets a gist as it was at a revision. `listCommits` has their shas.
 *
 * GET /gists/{gist_id}/{sha}
 */
export const getRevision = Forge.operation("Gists.getRevision", "GET /gists/{gist_id}/{sha}", {
  path: both(GistPath, {
    /** The sha of the revision: the `version` of a `GistCommit`. */
    sha: Schema.NonEmptyString
  }),
  success: Gist,
  errors: [NotFound, ValidationFailed]
})

/**
 * Creates a gist. It is secret by default: nobody finds it, but anyone who knows its URL can read it.
 *
 * Names such as `gistfile1` are those that the service gives to files without one.
 *
 * POST /gists · needs the scope gist · not retried when the service may have acted
 */
export const create = Forge.operation("Gists.create", "POST /gists", {
  body: {
    /** The files by name: at least one. */
    files: Schema.Record(
      Schema.String,
      Schema.Struct({
        /** The text of the file. */
        content: Schema.NonEmptyString
      })
    ).check(named),
    /** What the gist is about. */
    description: Text,
    /** Whether everybody finds it. Default: false. */
    public: Flag
  },
  success: Gist,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "content",
    find: ({ description, files, public: isPublic }, look) =>
      Effect.gen(function* () {
        const names = Object.keys(files)
        const isAlike = (gist: ListedGist): boolean =>
          (gist.description ?? "") === (description ?? "") &&
          gist.public === (isPublic ?? false) &&
          Object.keys(gist.files).length === names.length &&
          names.every((name) => name in gist.files)
        const found = yield* look.first("/gists", ListedGist, isAlike, { input: {}, query: { since: look.since } })
        if (Option.isNone(found)) return Option.none()
        const input = { gist_id: found.value.id }
        return Option.filter(yield* look.get("/gists/{gist_id}", Gist, { input }), (gist) =>
          names.every((name) => gist.files[name]?.content === files[name]?.content)
        )
      })
  }
})

/**
 * Changes a gist: its description, and the files that are named. The others stay as they are.
 *
 * PATCH /gists/{gist_id} · only its owner
 */
export const update = Forge.operation("Gists.update", "PATCH /gists/{gist_id}", {
  path: GistPath,
  body: {
    /** What the gist is about. */
    description: Text,
    /** The files to write, by their present name. Null deletes a file. */
    files: Schema.optional(
      Schema.Record(
        Schema.String,
        Schema.NullOr(
          Schema.Struct({
            /** The new text. */
            content: Schema.optional(Schema.NonEmptyString),
            /** The new name. */
            filename: Schema.optional(
              Schema.String.check(Schema.isPattern(/^[^/]+$/, { expected: "a name without a slash" }))
            )
          })
        )
      ).check(named)
    )
  },
  success: Gist,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Deletes a gist permanently.
 *
 * DELETE /gists/{gist_id} · only its owner
 */
const delete_ = Forge.operation("Gists.delete", "DELETE /gists/{gist_id}", {
  path: GistPath,
  errors: [NotFound],
  foundBy: Removed
})

export { delete_ as delete }

/**
 * Lists the revisions of a gist, newest first.
 *
 * GET /gists/{gist_id}/commits
 */
export const listCommits = Forge.listing("Gists.listCommits", "GET /gists/{gist_id}/commits", {
  path: GistPath,
  item: GistCommit,
  errors: [NotFound]
})

/**
 * Lists the forks of a gist.
 *
 * GET /gists/{gist_id}/forks
 */
export const listForks = Forge.listing("Gists.listForks", "GET /gists/{gist_id}/forks", {
  path: GistPath,
  item: ListedGist,
  errors: [NotFound]
})

/**
 * Forks a gist: you get a gist with its files. Fails with `ValidationFailed` if it is your own.
 *
 * POST /gists/{gist_id}/forks · needs the scope gist · not retried when the service may have acted
 */
export const fork = Forge.operation("Gists.fork", "POST /gists/{gist_id}/forks", {
  path: GistPath,
  success: ListedGist,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "content",
    find: (input, look) =>
      Effect.gen(function* () {
        const isNew = ({ created_at }: ListedGist): boolean => !look.isEarlier(created_at)
        const found = yield* look.first("/gists", ListedGist, isNew, { input: {}, query: { since: look.since } })
        if (Option.isNone(found)) return Option.none()
        const made = yield* look.get("/gists/{gist_id}", Gist, { input: { gist_id: found.value.id } })
        const isFork = Option.isSome(made) && made.value.fork_of?.id === input.gist_id
        return isFork ? found : Option.none()
      })
  }
})

/**
 * Stars a gist.
 *
 * PUT /gists/{gist_id}/star
 */
export const star = Forge.operation("Gists.star", "PUT /gists/{gist_id}/star", {
  path: GistPath,
  errors: [NotFound],
  repeatable: true
})

/**
 * Removes your star from a gist.
 *
 * DELETE /gists/{gist_id}/star
 */
export const unstar = Forge.operation("Gists.unstar", "DELETE /gists/{gist_id}/star", {
  path: GistPath,
  errors: [NotFound],
  repeatable: true
})

/**
 * Says whether you have starred a gist. It is also false if there is no such gist.
 *
 * GET /gists/{gist_id}/star
 */
export const isStarred = Forge.question("Gists.isStarred", "GET /gists/{gist_id}/star", { path: GistPath })

/**
 * Lists the comments on a gist, oldest first.
 *
 * GET /gists/{gist_id}/comments
 */
export const listComments = Forge.listing("Gists.listComments", "GET /gists/{gist_id}/comments", {
  path: GistPath,
  item: GistComment,
  errors: [NotFound]
})

/**
 * Gets a comment on a gist.
 *
 * GET /gists/{gist_id}/comments/{comment_id}
 */
export const getComment = Forge.operation("Gists.getComment", "GET /gists/{gist_id}/comments/{comment_id}", {
  path: CommentPath,
  success: GistComment,
  errors: [NotFound]
})

/**
 * Comments on a gist.
 *
 * POST /gists/{gist_id}/comments · needs the scope gist · not retried when the service may have acted
 */
export const createComment = Forge.operation("Gists.createComment", "POST /gists/{gist_id}/comments", {
  path: GistPath,
  body: Comment,
  success: GistComment,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "mark",
    mark: "body",
    find: (input, look) =>
      look.first("/gists/{gist_id}/comments", GistComment, ({ body }) => look.isMarked(body), { input })
  }
})

/**
 * Replaces the text of a comment on a gist.
 *
 * PATCH /gists/{gist_id}/comments/{comment_id} · only its author
 */
export const updateComment = Forge.operation("Gists.updateComment", "PATCH /gists/{gist_id}/comments/{comment_id}", {
  path: CommentPath,
  body: Comment,
  success: GistComment,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Deletes a comment on a gist permanently.
 *
 * DELETE /gists/{gist_id}/comments/{comment_id} · its author, or the owner of the gist
 */
export const deleteComment = Forge.operation("Gists.deleteComment", "DELETE /gists/{gist_id}/comments/{comment_id}", {
  path: CommentPath,
  errors: [NotFound],
  foundBy: Removed
})
