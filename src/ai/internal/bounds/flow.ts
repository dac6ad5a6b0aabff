/**
 * Which way information may flow: a session carries labels of what it has read, and each write is compared with them.
 *
 * A label is never taken away: what a model has read, it may repeat at any later time.
 */
import type { Bound } from "../../BoundsTypes.ts"
import type { Place } from "./places.ts"
import { idOf } from "./places.ts"
import { isAnyNamed, isAnyOperation, isWithin } from "./patterns.ts"

/** What a session has read. The names are in lower case. */
export interface Labels {
  /** What is not public: repositories (`acme/web`), all of an owner (`acme/*`), or the path of something else. */
  readonly private: Set<string>
  /** Where it has read texts of outsiders: repositories, or the path of something else. */
  readonly untrusted: Set<string>
}

export const noLabels = (): Labels => ({ private: new Set(), untrusted: new Set() })

/** What the rules allow. */
export interface FlowRules {
  readonly share: ReadonlyArray<{ readonly from: string; readonly to: ReadonlyArray<string> }>
  readonly unattended: ReadonlyArray<string>
}

/** A write. */
export interface Written {
  readonly operation: string
  /** The workflow that it is part of; undefined for none. */
  readonly workflow: string | undefined
  readonly place: Place
  /** Whether a person looks at it before it is sent. Then it does not matter what was read from outsiders. */
  readonly reviewed: boolean
}

/** Why a write is refused. */
export interface FlowRefusal {
  readonly bound: Bound
  readonly reason: string
}

/** Why a write is refused by what was read before it; undefined if it is not. */
export const refusalOf = (labels: Labels, rules: FlowRules, written: Written): FlowRefusal | undefined =>
  privateRefusal(labels, rules, written) ?? untrustedRefusal(labels, rules, written)

const privateRefusal = (labels: Labels, { share }: FlowRules, { place }: Written): FlowRefusal | undefined => {
  const to = ownName(place)
  const from = [...labels.private].find((read) => read !== to && !isShared(share, read, place))
  if (from === undefined) return undefined
  const reason = `the session has read ${from}, which is not public, so that it writes only there: "share" says what else`
  return { bound: "private", reason }
}

const isShared = (share: FlowRules["share"], read: string, place: Place): boolean =>
  share.some(({ from, to }) => (from === "*" || isLikeRead(from, read)) && isWithin(to, place))

const isLikeRead = (pattern: string, read: string): boolean => {
  if (pattern.toLowerCase() === read) return true
  const [owner = "", repo = "", ...more] = read.split("/")
  return repo !== "" && repo !== "*" && more.length === 0 && isAnyNamed([pattern], { owner, repo })
}

const untrustedRefusal = (
  labels: Labels,
  { unattended }: FlowRules,
  { reviewed, operation, place, workflow }: Written
): FlowRefusal | undefined => {
  if (labels.untrusted.size === 0 || reviewed) return undefined
  const bound = "untrusted"
  const from = [...labels.untrusted].join(", ")
  if (!isAnyOperation(unattended, operation) && !(workflow !== undefined && isAnyOperation(unattended, workflow))) {
    const reason = `the session has read texts of outsiders (${from}), and only ${named(unattended)} may write after that without a person`
    return { bound, reason }
  }
  const to = ownName(place)
  const other = [...labels.untrusted].find((read) => read !== to)
  if (other === undefined) return undefined
  return { bound, reason: `the session has read texts of outsiders in ${other}, so that it writes only there` }
}

const named = (operations: ReadonlyArray<string>): string =>
  operations.length === 0 ? "nothing" : operations.join(", ")

/** The name of a place among labels. */
export const ownName = (place: Place): string => {
  switch (place._tag) {
    case "Repository":
      return idOf(place)
    case "Organization":
      return place.org.toLowerCase()
    case "Search":
      return `search/${place.what}`
    case "ById":
      return place.key
    case "Elsewhere":
      return place.path.join("/")
  }
}
