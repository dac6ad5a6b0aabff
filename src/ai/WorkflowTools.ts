/**
 * Workflows as tools of a model: the model says what should happen, and the workflow does it correctly.
 *
 * ```ts
 * const tools = WorkflowTools.toolkit({ workflows: { merge_when_green: WorkflowTools.mergeWhenGreen } })
 * ```
 *
 * A workflow is one call of a tool, whatever it sends. The steps of `ToolCalls` see both the call and each request.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Forge } from "../forge/Forge.ts"
import * as Merge from "../workflow/Merge.ts"
import * as Propose from "../workflow/Propose.ts"
import * as Release from "../workflow/Release.ts"
import { toolsOf } from "./internal/workflowTools.ts"
import type { AnyTool, Fields, Tools, Workflow, Workflows } from "./ToolTypes.ts"

/** Makes your own program a workflow that a model can call. */
export const make = <const F extends Fields, View, E, R>(workflow: Workflow<F, View, E, R>): Workflow<F, View, E, R> =>
  workflow

const Text = Schema.optionalKey(Schema.NonEmptyString)
const Names = Schema.optionalKey(Schema.Array(Schema.NonEmptyString))
const Place = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString }

/** How many minutes a tool waits. Default: 10. */
const Minutes = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })))

/** `Merge.whenGreen`: waits for the checks of a pull request, and merges it. */
export const mergeWhenGreen = /* @__PURE__ */ make({
  name: "Merge.whenGreen",
  about:
    "Waits until the checks of a pull request have passed, and merges the head that they have tested. Merges nothing else. " +
    "Fails with ChecksFailed, ChecksTimedOut, HeadMoved, PullRequestClosed, or Unmergeable with its reason.",
  fields: {
    ...Place,
    pull_number: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
    sha: Text,
    merge_method: Schema.optionalKey(Schema.Literals(["merge", "squash", "rebase"])),
    required: Names,
    on_behind: Schema.optionalKey(Schema.Literals(["update", "wait", "fail"])),
    on_review: Schema.optionalKey(Schema.Literals(["wait", "fail"])),
    minutes: Minutes
  },
  docs: {
    pull_number: "Number of the pull request.",
    sha: "The full sha of the head that must be merged. Default: the current one.",
    merge_method: "Default: the repository's.",
    required: "Names of the checks that count. Default: all.",
    on_behind: "What to do if the head must be up to date with the base. Default: fail.",
    on_review: "What to do if a review is missing. Default: fail.",
    minutes: "How long to wait, 1 to 60. Default: 10."
  },
  writes: true,
  destroys: true,
  run: ({ minutes = 10, on_behind, on_review, required, ...input }) =>
    // As it is: a plan ends where it is read whether something was merged.
    Merge.whenGreen(input, { onBehind: on_behind, onReview: on_review, required, timeout: `${minutes} minutes` })
})

/** What a model is shown of a proposal. */
export interface Proposed {
  /** `none`: the base has these files already. */
  readonly action: "created" | "updated" | "unchanged" | "none"
  /** Number of the pull request. Left out with `none`. */
  readonly number?: number
  /** Web page of the pull request. Left out with `none`. */
  readonly html_url?: string
  /** The sha of its head. Left out with `none`. */
  readonly sha?: string
}

/** `Propose.pullRequest`: commits files to a branch, with a pull request for it. */
export const proposePullRequest = /* @__PURE__ */ make({
  name: "Propose.pullRequest",
  about:
    "Commits files to its own branch, and opens a pull request for it, or brings the open one up to date. " +
    "Calling it again does not open a second one.",
  fields: {
    ...Place,
    branch: Schema.NonEmptyString,
    base: Text,
    title: Schema.NonEmptyString,
    body: Schema.optionalKey(Schema.String),
    message: Schema.NonEmptyString,
    files: Schema.Array(Schema.Struct({ path: Schema.NonEmptyString, content: Schema.optionalKey(Schema.String) })),
    draft: Schema.optionalKey(Schema.Boolean),
    labels: Names,
    reviewers: Names
  },
  docs: {
    branch: "The branch of the proposal, which it overwrites: do not name one that people work on.",
    base: "The branch to merge into. Default: the default branch.",
    title: "Title of the pull request.",
    body: "Text of the pull request, as Markdown.",
    message: "Message of the commit.",
    files: "The files that change, with their whole new text. A file without content is deleted.",
    draft: "Whether a new pull request is a draft. Default: false.",
    labels: "Names of labels that it gets.",
    reviewers: "Logins of users who are asked to review it."
  },
  writes: true,
  destroys: false,
  run: ({ files, ...input }) =>
    Effect.map(
      Propose.pullRequest({
        ...input,
        files: Object.fromEntries(files.map(({ content = null, path }) => [path, content]))
      }),
      (proposed): Proposed =>
        proposed === null
          ? { action: "none" }
          : {
              action: proposed.action,
              number: proposed.pull.number,
              html_url: proposed.pull.html_url,
              sha: proposed.pull.head.sha
            }
    )
})

const releaseFields = {
  ...Place,
  branch: Text,
  sha: Text,
  by: Schema.optionalKey(Schema.Literals(["commits", "labels"])),
  prerelease: Text,
  initial_version: Text
}

const releaseDocs = {
  branch: "The branch that is released. Default: the default branch.",
  sha: "The full sha of the commit that is released. Default: the head of the branch.",
  by: "What says how much has changed: messages of commits, or labels of pull requests. Default: commits.",
  prerelease: "Name of prereleases, such as beta. Default: none.",
  initial_version: "The version if there is no tag yet. Default: 1.0.0."
}

const releaseInput = ({
  initial_version: initialVersion,
  ...input
}: Schema.Struct.Type<typeof releaseFields>): Release.CommitInput => ({ ...input, initialVersion })

/** What a model is shown of what is released next. */
export interface NextRelease {
  /** Name of the package. */
  readonly name: string
  /** Its next version, such as `1.3.0`. */
  readonly version: string
  /** Name of the tag of that version. */
  readonly tag: string
  /** The commit that is released. */
  readonly sha: string
  /** What the changes ask for. */
  readonly bump: Release.Bump
  /** Tag of the release before it. Left out if there is none. */
  readonly previous?: string
  /** How many changes there are. */
  readonly changes: number
  /** The notes, as Markdown: the first 4,000 characters. */
  readonly notes: string
}

/** `Release.next`: what would be released. It only reads. */
export const releaseNext = /* @__PURE__ */ make({
  name: "Release.next",
  about:
    "Tells what would be released next: the version, the tag and the notes, from the changes since the last release.",
  fields: releaseFields,
  docs: releaseDocs,
  writes: false,
  destroys: false,
  run: (input) =>
    Effect.map(Release.next(releaseInput(input)), (releases) => ({
      releases: releases.map(({ bump, changes, name, notes, previous, sha, tag, version }): NextRelease => ({
        name,
        version,
        tag,
        sha,
        bump,
        ...(previous === null ? {} : { previous }),
        changes: changes.length,
        notes: notes.slice(0, 4000)
      }))
    }))
})

/** What a model is shown of a release. */
export interface PublishedRelease {
  /** Number of the release. */
  readonly id: number
  /** Name of its tag. */
  readonly tag_name: string
  /** Where people read it. */
  readonly html_url: string
}

/** `Release.publish`: releases what `Release.next` returns. */
export const releasePublish = /* @__PURE__ */ make({
  name: "Release.publish",
  about:
    "Publishes what release_next tells, with a tag and a release. Calling it again does the rest, or finds nothing to release.",
  fields: releaseFields,
  docs: releaseDocs,
  writes: true,
  destroys: false,
  run: (input) =>
    Effect.map(Release.publish(releaseInput(input)), (releases) => ({
      releases: releases.map(({ html_url, id, tag_name }): PublishedRelease => ({ id, tag_name, html_url }))
    }))
})

/** The tools of some workflows. */
export type ToolsOf<W extends Workflows> = {
  readonly [Name in keyof W & string]: AnyTool<Name, Effect.Success<ReturnType<W[Name]["run"]>>>
}

/** The inputs of the tools of some workflows. */
export type InputsOf<W extends Workflows> = {
  readonly [Name in keyof W & string]: Schema.Struct.Encoded<W[Name]["fields"]>
}

/** What the workflows need. */
type ServicesOf<W extends Workflows> = Effect.Services<ReturnType<W[keyof W]["run"]>>

/** Which tools to make, and how. */
export interface Options<W extends Workflows> {
  /** The workflows, each by the name of its tool: lower case letters, digits and underscores. */
  readonly workflows: W
  /** Whether to leave out those that may change something. Default: false. */
  readonly readOnly?: boolean | undefined
  /** As in `ForgeTools.Options`. Default: false. */
  readonly strict?: boolean | undefined
}

/** Makes tools of workflows. */
export const toolkit = <const W extends Workflows>(
  options: Options<W>
): Tools<ToolsOf<W>, InputsOf<W>, ServicesOf<W> | Forge> =>
  // The cast is safe as in `ForgeTools`.
  toolsOf(options, Forge) as never
