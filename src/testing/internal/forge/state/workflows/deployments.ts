/** Deployments and their statuses. */
import type { DeploymentState } from "../../../../ForgeState.ts"
import type { DeploymentSeed } from "../../../../ForgeWorkflowSeed.ts"
import type { Sha } from "../../../git/objects.ts"

export interface DeploymentStatus {
  readonly id: number
  readonly state: DeploymentState
  readonly description: string
  readonly environment: string
  readonly environment_url: string
  readonly log_url: string
  readonly creator: string | null
  readonly created_at: number
}

export interface Deployment {
  readonly id: number
  readonly sha: Sha
  readonly ref: string
  readonly task: string
  /** The environment that it was created for. */
  readonly environment: string
  readonly description: string | null
  readonly payload: NonNullable<DeploymentSeed["payload"]>
  readonly transient_environment: boolean
  readonly production_environment: boolean
  readonly creator: string | null
  /** The oldest first. */
  readonly statuses: ReadonlyArray<DeploymentStatus>
  readonly created_at: number
  readonly updated_at: number
}

/** Where it is deployed: what its newest status says. */
export const environmentOf = ({ environment, statuses }: Deployment): string =>
  statuses.at(-1)?.environment ?? environment
