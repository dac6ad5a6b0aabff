/** Versions as semver.org 2.0 has them: read, compared, raised. */
import type { Bump } from "../ReleaseTypes.ts"

/** A version without its build metadata, which do not count in comparisons. */
export interface Version {
  readonly core: readonly [major: number, minor: number, patch: number]
  /** The identifiers after the hyphen; empty for a stable version. */
  readonly pre: ReadonlyArray<string>
}

const number = String.raw`(0|[1-9]\d*)`
const identifier = String.raw`(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)`
const pattern = new RegExp(
  String.raw`^${number}\.${number}\.${number}(?:-(${identifier}(?:\.${identifier})*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$`
)

export const parse = (text: string): Version | undefined => {
  const [, major, minor, patch, pre] = pattern.exec(text) ?? []
  if (major === undefined) return undefined
  return { core: [Number(major), Number(minor), Number(patch)], pre: pre?.split(".") ?? [] }
}

export const format = ({ core, pre }: Version): string =>
  [core.join("."), ...(pre.length > 0 ? [pre.join(".")] : [])].join("-")

/** Negative if the first one comes before the second, positive if it comes after it, else 0. */
export const compare = (one: Version, other: Version): number => {
  for (const [index, part] of one.core.entries()) {
    const difference = part - (other.core[index] ?? 0)
    if (difference !== 0) return difference
  }
  // A stable version comes after its prereleases.
  if (one.pre.length === 0 || other.pre.length === 0) return other.pre.length - one.pre.length
  for (const [index, part] of one.pre.entries()) {
    const against = other.pre[index]
    if (against === undefined) return 1
    const difference = compareIdentifiers(part, against)
    if (difference !== 0) return difference
  }
  return one.pre.length - other.pre.length
}

const isNumeric = (text: string): boolean => /^\d+$/.test(text)

const compareIdentifiers = (one: string, other: string): number => {
  if (isNumeric(one) && isNumeric(other)) return Number(one) - Number(other)
  // Numbers come before words.
  if (isNumeric(one) !== isNumeric(other)) return isNumeric(one) ? -1 : 1
  return one < other ? -1 : one > other ? 1 : 0
}

const order: ReadonlyArray<Bump> = ["patch", "minor", "major"]

/** The greatest of some bumps; undefined if there is none. */
export const greatest = (bumps: ReadonlyArray<Bump | null>): Bump | undefined =>
  order.findLast((each) => bumps.includes(each))

/** The stable version after another stable one. Below 1.0.0, what breaks raises the minor version, as ranges take it. */
const raise = ({ core: [major, minor, patch] }: Version, bump: Bump): Version => {
  if (bump === "major" && major > 0) return { core: [major + 1, 0, 0], pre: [] }
  if (bump === "patch") return { core: [major, minor, patch + 1], pre: [] }
  return { core: [major, minor + 1, 0], pre: [] }
}

/**
 * The version of the next release: after the last stable one, and after the last one of all, whose core it does not go
 * below. Undefined if a prerelease of this name would come before the last one.
 */
export const following = (
  stable: Version | undefined,
  last: Version | undefined,
  {
    bump,
    first,
    prerelease
  }: { readonly bump: Bump; readonly first: Version; readonly prerelease?: string | undefined }
): Version | undefined => {
  const raised = stable === undefined ? first : raise(stable, bump)
  const begun = last === undefined || last.pre.length === 0 ? undefined : { core: last.core, pre: [] }
  const core = begun !== undefined && compare(begun, raised) > 0 ? begun : raised
  if (prerelease === undefined) return core
  const isSame = begun !== undefined && compare(begun, core) === 0 && last?.pre[0] === prerelease
  const count = isSame ? last.pre[1] : undefined
  const next = {
    core: core.core,
    pre: [prerelease, count !== undefined && isNumeric(count) ? String(Number(count) + 1) : "1"]
  }
  return last !== undefined && compare(next, last) <= 0 ? undefined : next
}
