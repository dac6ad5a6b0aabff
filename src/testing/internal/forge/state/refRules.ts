/** Which rulesets are for a ref, and the rules that they have. */
import type { Repository, World } from "./model.ts"
import type { Conditions, Rule, Ruleset } from "./ruleTypes.ts"

/** The expression of a source; undefined if it is none. */
export const expressionOf = (source: string): RegExp | undefined => {
  try {
    return new RegExp(source)
  } catch {
    return undefined
  }
}

const wild: Readonly<Record<string, string>> = { "*": "[^/]*", "?": "[^/]", "**": ".*", "**/": ".*" }

/** Whether a pattern of `fnmatch` matches: `*` matches no slash, `**` all, and `[a-z]` or `[!a-z]` one character. */
export const matches = (pattern: string, text: string): boolean => {
  const source = pattern.replace(
    /\[(!?)([^\]]+)\]|\*\*\/?|[*?]|[.+^${}()|[\]\\]/g,
    (found, negated: string | undefined, members: string | undefined) =>
      members === undefined
        ? (wild[found] ?? `\\${found}`)
        : `[${negated === "!" ? "^/" : ""}${members.replace(/[\\^[]/g, String.raw`\$&`)}]`
  )
  return expressionOf(`^${source}$`)?.test(text) === true
}

interface Selection {
  readonly include?: ReadonlyArray<string>
  readonly exclude?: ReadonlyArray<string>
}

const isSelected = ({ exclude = [], include = [] }: Selection, isIt: (pattern: string) => boolean): boolean =>
  include.some(isIt) && !exclude.some(isIt)

const matchesRef = ({ ref_name }: Conditions, repository: Repository, ref: string): boolean =>
  ref_name === undefined ||
  isSelected(
    ref_name,
    (pattern) =>
      pattern === "~ALL" ||
      (pattern === "~DEFAULT_BRANCH" ? ref === `refs/heads/${repository.default_branch}` : matches(pattern, ref))
  )

const matchesRepository = (
  { repository_id, repository_name, repository_property }: Conditions,
  { id, name }: Repository
) =>
  // The simulator has no properties of repositories.
  repository_property === undefined &&
  (repository_id === undefined || (repository_id.repository_ids ?? []).includes(id)) &&
  (repository_name === undefined ||
    isSelected(repository_name, (pattern) => pattern === "~ALL" || matches(pattern.toLowerCase(), name.toLowerCase())))

/** A ruleset, and what has it. */
export interface Sourced {
  readonly ruleset: Ruleset
  readonly source: "Repository" | "Organization"
}

/** The rulesets of a repository, with those of its organization that are for it. */
export const rulesetsOf = (world: World, repository: Repository): ReadonlyArray<Sourced> => {
  const above = world.organizations.get(repository.owner.toLowerCase())?.rulesets.values() ?? []
  return [
    ...[...repository.rulesets.values()].map((ruleset): Sourced => ({ ruleset, source: "Repository" })),
    ...[...above]
      .filter(({ conditions }) => conditions === null || matchesRepository(conditions, repository))
      .map((ruleset): Sourced => ({ ruleset, source: "Organization" }))
  ]
}

/** The rulesets that are enforced, or only evaluated, for a ref. */
export const rulesetsFor = (world: World, repository: Repository, ref: string): ReadonlyArray<Sourced> => {
  const target = ref.startsWith("refs/tags/") ? "tag" : "branch"
  return rulesetsOf(world, repository).filter(
    ({ ruleset: { conditions, enforcement, target: own } }) =>
      enforcement !== "disabled" &&
      (own === "push" || (own === target && (conditions === null || matchesRef(conditions, repository, ref))))
  )
}

/** The rules of some kinds that are enforced on a ref, whoever asks. */
export const rulesOn = (
  world: World,
  repository: Repository,
  ref: string,
  ...kinds: ReadonlyArray<string>
): ReadonlyArray<Rule> =>
  rulesetsFor(world, repository, ref)
    .flatMap(({ ruleset }) => (ruleset.enforcement === "active" ? ruleset.rules : []))
    .filter(({ type }) => kinds.includes(type))
