/** Releases, their notes and their assets. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, Flag, inRepo, Name, ReleasePath, Removed, RepoPath, Text } from "./internal/fields.ts"
import { Release } from "./schema/Release.ts"
import { ReleaseNotes } from "./schema/ReleaseNotes.ts"

export { downloadAsset, getAsset, listAssets, removeAsset, updateAsset, uploadAsset } from "./releases/Assets.ts"

/** Fields for creating and for changing a release. */
const fields = {
  /** The branch or commit for a new tag. Default: the default branch. */
  target_commitish: Name,
  /** Title of the release. */
  name: Text,
  /** The notes, as Markdown. */
  body: Text,
  /** Whether it is unpublished. Default: false. */
  draft: Flag,
  /** Whether it is not ready for production. Default: false. */
  prerelease: Flag,
  /** Whether it becomes the latest release; `legacy` decides by date and version. Default: true. */
  make_latest: Schema.optional(Schema.Literals(["true", "false", "legacy"])),
  /** Opens a discussion in this category, which must exist. */
  discussion_category_name: Name
}

/**
 * Lists the releases of a repository, latest first. Includes drafts for users with push access. Does not include tags
 * without a release.
 *
 * GET /repos/{owner}/{repo}/releases
 */
export const list = Forge.listing("Releases.list", "GET /repos/{owner}/{repo}/releases", {
  path: RepoPath,
  item: Release,
  errors: [NotFound]
})

/**
 * Gets a release by its `id`. Drafts need push access.
 *
 * GET /repos/{owner}/{repo}/releases/{release_id}
 */
export const get = Forge.operation("Releases.get", "GET /repos/{owner}/{repo}/releases/{release_id}", {
  path: ReleasePath,
  success: Release,
  errors: [NotFound]
})

/**
 * Gets the latest release that is neither a draft nor a prerelease. Fails with `NotFound` if there is none.
 *
 * GET /repos/{owner}/{repo}/releases/latest
 */
export const getLatest = Forge.operation("Releases.getLatest", "GET /repos/{owner}/{repo}/releases/latest", {
  path: RepoPath,
  success: Release,
  errors: [NotFound]
})

/**
 * Gets the published release of a tag. The tag may contain slashes.
 *
 * GET /repos/{owner}/{repo}/releases/tags/{tag}
 */
export const getByTag = Forge.operation("Releases.getByTag", "GET /repos/{owner}/{repo}/releases/tags/{tag}", {
  path: inRepo({
    /** Name of the tag. It may contain slashes. */
    tag: Schema.NonEmptyString
  }),
  success: Release,
  errors: [NotFound]
})

/**
 * Creates a release. If the tag does not exist, publishing the release creates it.
 *
 * `target_commitish` is the branch or commit for a new tag (default: the default branch). `draft` and `prerelease`
 * default to false. `generate_release_notes` (default false) generates the notes, below `body` if given, and the name
 * if none is given. `make_latest` is `true` (default), `false`, or `legacy` (by date and version); drafts and
 * prereleases are never the latest. `discussion_category_name` opens a discussion in that category, which must exist
 * (`NotFound`).
 *
 * If the tag already has a release, it fails with `ValidationFailed`, where `alreadyExists` is true.
 *
 * POST /repos/{owner}/{repo}/releases · needs write access · not retried when the service may have acted
 */
export const create = Forge.operation("Releases.create", "POST /repos/{owner}/{repo}/releases", {
  path: RepoPath,
  body: both(
    {
      /** Name of the tag. Publishing the release creates it if it does not exist. */
      tag_name: Schema.NonEmptyString
    },
    both(fields, {
      /** Whether the service writes the notes, below `body`, and the name if there is none. Default: false. */
      generate_release_notes: Flag
    })
  ),
  success: Release,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "mark",
    mark: "body",
    find: ({ draft, owner, repo, tag_name }, look) =>
      // Only the listing has drafts.
      draft === true
        ? look.first("/repos/{owner}/{repo}/releases", Release, ({ body }) => look.isMarked(body), {
            input: { owner, repo }
          })
        : Effect.map(
            look.get("/repos/{owner}/{repo}/releases/tags/{tag}", Release, { input: { owner, repo, tag: tag_name } }),
            Option.filter(({ body }) => look.isMarked(body))
          )
  }
})

/**
 * Changes a release. Only the given fields change. `draft: false` publishes a draft.
 *
 * PATCH /repos/{owner}/{repo}/releases/{release_id} · needs write access
 */
export const update = Forge.operation("Releases.update", "PATCH /repos/{owner}/{repo}/releases/{release_id}", {
  path: ReleasePath,
  body: both(
    {
      /** Name of the tag. */
      tag_name: Name
    },
    fields
  ),
  success: Release,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Deletes a release and its assets. The git tag stays.
 *
 * DELETE /repos/{owner}/{repo}/releases/{release_id} · needs write access
 */
export const remove = Forge.operation("Releases.remove", "DELETE /repos/{owner}/{repo}/releases/{release_id}", {
  path: ReleasePath,
  errors: [NotFound],
  foundBy: Removed
})

/**
 * Generates a name and notes for a release: what was merged since the previous one, and by whom. Creates nothing.
 *
 * `tag_name` need not exist; `target_commitish` then states what would be tagged. `previous_tag_name` is where the
 * notes start (default: the previous release, which the service picks). `configuration_file_path` is the file that
 * configures the notes (default: `.github/release.yml`).
 *
 * POST /repos/{owner}/{repo}/releases/generate-notes · needs write access
 */
export const generateNotes = Forge.operation(
  "Releases.generateNotes",
  "POST /repos/{owner}/{repo}/releases/generate-notes",
  {
    path: RepoPath,
    body: {
      /** Name of the tag, which need not exist. */
      tag_name: Schema.NonEmptyString,
      /** The branch or commit for a tag that does not exist. Default: the default branch. */
      target_commitish: Name,
      /** Where the notes start. Default: the previous release. */
      previous_tag_name: Name,
      /** The file that configures the notes. Default: `.github/release.yml`. */
      configuration_file_path: Name
    },
    success: ReleaseNotes,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)
