/** The parts of a repository's releases: its packages, their changes, and what is released next. */
import { NotAcceptable } from "../forge/ForgeError.ts"
import type { PullRequest } from "../forge/schema/PullRequest.ts"
import { Conflict, Gone, IntegrityFailed, NotFound, ValidationFailed } from "../rest/RestError.ts"
import { failureOf } from "./internal/failures.ts"

/** What a release changes in a version. */
export type Bump = "major" | "minor" | "patch"

/** A file that names the version of a package. */
export interface VersionFile {
  /** Path of the file from the root of the repository. */
  readonly path: string
  /**
   * Makes its new text. Default: the first `"version"` of a file that ends in `.json` becomes the new one; any other file is
   * the version, and nothing else.
   */
  readonly update?: ((text: string, version: string) => string) | undefined
}

/** What is released separately. */
export interface Package {
  /** Name of the package, for people. */
  readonly name: string
  /** Its directory, from the root of the repository: changes of other files don't release it. Default: the repository. */
  readonly path?: string | undefined
  /** What its tags begin with. Default: the name and `-v` if it has a path, otherwise `v`. */
  readonly tagPrefix?: string | undefined
  /** Files with its version, which `propose` updates. Default: none. */
  readonly versionFiles?: ReadonlyArray<VersionFile> | undefined
  /** Path of its changelog, which `propose` updates; null for none. Default: `CHANGELOG.md` in its directory. */
  readonly changelog?: string | null | undefined
}

/** Which labels of a merged pull request mean what. A pull request with none of them is a patch. */
export interface Labels {
  /** For breaking changes. Default: `breaking` and `major`. */
  readonly major?: ReadonlyArray<string> | undefined
  /** For features. Default: `feature`, `enhancement` and `minor`. */
  readonly minor?: ReadonlyArray<string> | undefined
  /** For changes that are neither released nor in the notes. Default: `skip-changelog`. */
  readonly skip?: ReadonlyArray<string> | undefined
}

/** A part of the notes. A change is in the first category that it belongs to, and in no other one. */
export interface Category {
  /** Its heading. */
  readonly title: string
  /** Whether changes that break something belong to it. Default: false. */
  readonly breaking?: boolean | undefined
  /** Types of commits that belong to it. Default: none. */
  readonly types?: ReadonlyArray<string> | undefined
  /** Labels of pull requests that belong to it. Default: none. */
  readonly labels?: ReadonlyArray<string> | undefined
}

/** What is released, and from where. */
export interface Input {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** The branch that is released. Default: the default branch. */
  readonly branch?: string | undefined
  /** What is released separately. Default: the repository, as one package with its name. */
  readonly packages?: ReadonlyArray<Package> | undefined
  /** Name of prereleases, such as `beta` for `1.1.0-beta.1`. Default: none, so that the releases are stable. */
  readonly prerelease?: string | undefined
  /** The version of a package that has no tag yet. Default: `1.0.0`. */
  readonly initialVersion?: string | undefined
  /**
   * What says how much has changed: the messages of commits (conventionalcommits.org), or the labels of merged pull requests.
   * Default: commits.
   */
  readonly by?: "commits" | "labels" | undefined
  /** Which labels mean what, with `by: "labels"`. */
  readonly labels?: Labels | undefined
  /**
   * The parts of the notes. Default: breaking changes, features, bug fixes, performance and reverts for commits; breaking
   * changes, features and fixes for labels.
   */
  readonly categories?: ReadonlyArray<Category> | undefined
}

/** What is released, and at which commit. */
export interface CommitInput extends Input {
  /** The full sha of the commit of the branch that is released, such as one whose checks have passed. Default: its head. */
  readonly sha?: string | undefined
}

/** A commit, or a merged pull request. */
export interface Change {
  /** The commit; that of the merge for a pull request. */
  readonly sha: string
  /** Number of the pull request; null for a commit. */
  readonly number: number | null
  /** Type of the commit, such as `feat`; null for a pull request. */
  readonly type: string | null
  /** What the commit says that it concerns; null if it does not. */
  readonly scope: string | null
  /** What has changed, in one line. */
  readonly description: string
  /** What breaks; null if nothing does. */
  readonly breaking: string | null
  /** Names of the labels of the pull request; empty for a commit. */
  readonly labels: ReadonlyArray<string>
  /** What it changes in the version; null if it is not released for. */
  readonly bump: Bump | null
}

/** A release of a package. */
export interface Planned {
  /** Name of the package. */
  readonly name: string
  /** The version. */
  readonly version: string
  /** Name of the tag. */
  readonly tag: string
  /** The commit that is released. */
  readonly sha: string
  /** Whether it is not ready for production. */
  readonly prerelease: boolean
  /** The notes, as Markdown. */
  readonly notes: string
}

/** What is released next, and why. */
export interface Next extends Planned {
  /** Tag of the last release before it, whose changes are not in the notes; null if there is none. */
  readonly previous: string | null
  /** What the changes since the last stable version ask for. */
  readonly bump: Bump
  /** The changes since `previous`, the oldest first. */
  readonly changes: ReadonlyArray<Change>
}

/** The pull request that collects what is released. */
export interface Proposed {
  /** `pending`: the last one was merged and is not published yet: nothing was written. */
  readonly action: "created" | "updated" | "unchanged" | "pending"
  /** The pull request as it is now. */
  readonly pull: Pick<PullRequest, "number" | "title" | "body" | "html_url">
  /** What it releases; empty while it is `pending`. */
  readonly releases: ReadonlyArray<Next>
}

/** What `next` and `draft` can fail with. */
export const Failure = failureOf([NotFound, Conflict, ValidationFailed])
export type Failure = typeof Failure.Type

/** What `propose` can fail with. */
export const ProposeFailure = failureOf([NotFound, Gone, Conflict, ValidationFailed, NotAcceptable, IntegrityFailed])
export type ProposeFailure = typeof ProposeFailure.Type
