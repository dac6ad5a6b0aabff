/** What tells the answer to a read from others. */
import * as Effect from "effect/Effect"
import { fingerprint } from "../../../rest/Sha256.ts"
import { isRecord } from "./answers.ts"

/** The outcome of a read. */
export interface Fetched {
  /** The text; undefined for a body that is not kept. */
  readonly text: string | undefined
  /** Of a success. */
  readonly status: number
  /** The tag of its failure. */
  readonly failure: string | undefined
}

/**
 * What people who have nothing to do with it change, and what depends on who asks, or on when. A star must not outdate a plan.
 * The service works out in the background whether a pull request can be merged, and a merge is refused if it cannot.
 */
const ignored = new Set([
  "stargazers_count",
  "watchers",
  "watchers_count",
  "forks",
  "forks_count",
  "subscribers_count",
  "network_count",
  "open_issues_count",
  "download_count",
  "followers",
  "following",
  "public_repos",
  "public_gists",
  "last_used_at",
  "temp_clone_token",
  "permissions",
  "score",
  "mergeable",
  "mergeable_state",
  "rebaseable",
  "merge_commit_sha"
])

/** Null if nothing tells it from others. */
export const printOf = ({ failure, status, text }: Fetched): Effect.Effect<string | null> => {
  if (failure !== undefined) return Effect.succeed(`failure ${failure}`)
  if (text === undefined) return Effect.succeed(null)
  return fingerprint(`${status} ${canonical(text)}`)
}

/** The text without what is ignored. The service sends fields in any order. */
const canonical = (text: string): string => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  return JSON.stringify(sorted(value))
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  const isRepository = "stargazers_count" in value
  return Object.fromEntries(
    Object.entries(value)
      // The size of a repository grows by itself, and a star updates it.
      .filter(([name]) => !ignored.has(name) && !(isRepository && /^(?:size|updated_at|open_issues)$/.test(name)))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)])
  )
}
