/**
 * How many retries a service is sent in an outage. Retries multiply the load on a service that fails under it, so they
 * draw on a budget that successes fill again.
 */

export interface RetryBudget {
  /** Takes a retry from a budget of so many; false when it is spent. */
  readonly take: (budget: number | undefined) => boolean
  /** A call has succeeded, after so many retries. */
  readonly succeed: (retries: number) => void
}

const usual = 100

/** What a success without retries earns. */
const share = 0.2

export const makeRetryBudget = (): RetryBudget => {
  let spent = 0
  return {
    take: (budget = usual) => {
      if (spent + 1 > budget) return false
      spent++
      return true
    },
    succeed: (retries) => {
      spent = Math.max(0, spent - Math.max(share, retries))
    }
  }
}
