/** Workflows and their runs. */
import type { CheckConclusion, CheckStatus } from "../../../../ForgeState.ts"
import type { Sha } from "../../../git/objects.ts"

export interface Workflow {
  readonly id: number
  /** The name of its file in `.github/workflows`. */
  readonly file: string
  readonly name: string
  /** The events that start it. */
  readonly on: ReadonlyArray<string>
  /** The names of its inputs; null for any. */
  readonly inputs: ReadonlyArray<string> | null
}

/** How far something is, and how it ended: null until it has. */
export interface Progress {
  readonly status: CheckStatus
  readonly conclusion: CheckConclusion | null
}

export interface Step extends Progress {
  readonly name: string
  readonly started_at: number | null
  readonly completed_at: number | null
}

export interface Job extends Progress {
  readonly id: number
  readonly name: string
  readonly labels: ReadonlyArray<string>
  readonly steps: ReadonlyArray<Step>
  readonly created_at: number
  readonly started_at: number
  readonly completed_at: number | null
}

export interface Attempt extends Progress {
  readonly triggering_actor: string | null
  readonly started_at: number
  readonly jobs: ReadonlyArray<Job>
}

export interface Artifact {
  readonly id: number
  readonly name: string
  /** The zip archive. */
  readonly content: Uint8Array
  /** `sha256:…` of the content. */
  readonly digest: string
  readonly created_at: number
  readonly expires_at: number
}

export interface Run {
  readonly id: number
  /** Id of its workflow. */
  readonly workflow: number
  readonly number: number
  readonly event: string
  readonly head_branch: string | null
  readonly head_sha: Sha
  readonly title: string
  readonly actor: string | null
  readonly suite: number
  /** The attempts before the latest one, the first one first. */
  readonly earlier: ReadonlyArray<Attempt>
  readonly latest: Attempt
  /** The zip archive; null if there are none. */
  readonly logs: Uint8Array | null
  readonly artifacts: ReadonlyArray<Artifact>
  readonly created_at: number
  readonly updated_at: number
}

export const lifetimeOfArtifacts = 90 * 86_400_000

/** The end of a zip archive, which is all of an empty one. */
export const emptyArchive: Uint8Array = new Uint8Array([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)])
