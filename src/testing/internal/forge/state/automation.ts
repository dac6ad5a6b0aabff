/** Records of a repository for automation: secrets and variables, environments, and caches. */

/** A secret or a variable. */
export interface Setting {
  readonly name: string
  /** The value of a variable, or the sealed box of a secret; null for a secret whose value nobody knows. */
  readonly content: string | null
  /** Which repositories of the organization get it. */
  readonly visibility: "all" | "private" | "selected"
  /** Ids of the selected repositories. */
  readonly selected: ReadonlySet<number>
  readonly created_at: number
  readonly updated_at: number
}

/** By name, in upper case. */
export type Settings = Map<string, Setting>

/** What GitHub Actions get at one place, and what Dependabot gets. */
export interface Vault {
  readonly secrets: Settings
  readonly variables: Settings
  readonly dependabot: Settings
}

export const newVault = (): Vault => ({ secrets: new Map(), variables: new Map(), dependabot: new Map() })

export interface Reviewer {
  readonly type: "User" | "Team"
  readonly id: number
}

export interface BranchPolicy {
  readonly id: number
  readonly name: string
  readonly type: "branch" | "tag"
}

export interface Environment {
  readonly id: number
  readonly name: string
  /** In minutes. */
  readonly wait_timer: number
  readonly prevent_self_review: boolean
  readonly reviewers: ReadonlyArray<Reviewer>
  /** Which branches may deploy: those with protection, or those of the policies. All if it is null. */
  readonly branches: "protected" | "custom" | null
  readonly policies: ReadonlyArray<BranchPolicy>
  /** The rules by which apps decide: the app of each, by the id of the rule. */
  readonly rules: ReadonlyMap<number, number>
  readonly vault: Vault
  readonly created_at: number
  readonly updated_at: number
}

/** What workflow runs have cached. */
export interface Cache {
  readonly id: number
  readonly key: string
  /** The full ref. */
  readonly ref: string
  readonly version: string
  readonly size_in_bytes: number
  readonly created_at: number
  readonly last_accessed_at: number
}
