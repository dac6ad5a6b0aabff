/** Where a workflow does its work. */

/** A repository. */
export interface Place {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
}
