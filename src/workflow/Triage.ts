/**
 * Sorts new issues and pull requests: labels them by rules, and finds likely duplicates.
 *
 * ```ts
 * Triage.label({ owner, repo, issue_number }, [
 *   { label: "documentation", paths: ["docs/", "*.md"] },
 *   { label: "bug", title: ["^fix", "crash"] },
 *   { label: "windows", fields: { "Operating system": "Windows" } }
 * ])
 * ```
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Forge } from "../forge/Forge.ts"
import { matcherOf } from "../forge/internal/pathPattern.ts"
import * as Issues from "../forge/Issues.ts"
import * as Labels from "../forge/Labels.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import type { Issue } from "../forge/schema/Issue.ts"
import { Gone, InvalidInput, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import { observed } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"
import { failureOf } from "./internal/failures.ts"
import { choicesIn, fieldsOf } from "./internal/formFields.ts"
import { isAmong } from "./internal/names.ts"
import { similarityIn, wordsOf } from "./internal/similarity.ts"

/**
 * When a label is given: all conditions of a rule must be true. If several rules have a label, one is enough. Plain
 * data, which can come from a file.
 */
export const Rule = Schema.Struct({
  /** Name of the label. */
  label: Schema.NonEmptyString,
  /** Patterns as in `CODEOWNERS`, such as `docs/` or `*.ts`: one of them matches a changed file of a pull request. */
  paths: Schema.optional(Schema.Array(Schema.NonEmptyString)),
  /** Regular expressions, which ignore case: one of them matches the title. */
  title: Schema.optional(Schema.Array(Schema.NonEmptyString)),
  /** Fields of an issue form by their labels, and what was chosen: one of several is enough. Case does not matter. */
  fields: Schema.optional(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Array(Schema.String)])))
})
export type Rule = typeof Rule.Type

/** An issue or a pull request. */
export interface Input {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Its number. */
  readonly issue_number: number
}

/** How to label. */
export interface Options {
  /** Whether to remove labels of rules that do not match, even if somebody has set them. Default: false. */
  readonly remove?: boolean | undefined
}

/** What was changed. */
export interface Labelled {
  /** Labels that it got. */
  readonly added: ReadonlyArray<string>
  /** Labels that it has lost. */
  readonly removed: ReadonlyArray<string>
}

/** What it can fail with. */
export const Failure = failureOf([NotFound, Gone, ValidationFailed])
export type Failure = typeof Failure.Type

/**
 * Gives an issue or a pull request the labels of the rules that match it, and returns what has changed. Labels that the
 * repository does not have are created.
 *
 * A rule without a condition never matches. A regular expression that cannot be read fails with `InvalidInput`, before
 * anything is sent. If it fails or is interrupted, labels may be missing: running it again adds them.
 */
export const label: (
  input: Input,
  rules: ReadonlyArray<Rule>,
  options?: Options
) => Effect.Effect<Labelled, Failure, Forge> = Effect.fn("Triage.label")(function* (
  { issue_number, owner, repo }: Input,
  rules: ReadonlyArray<Rule>,
  { remove = false }: Options = {}
): Effect.fn.Return<Labelled, Failure, Forge> {
  const place = { owner, repo, issue_number }
  const expressions = new Map<string, RegExp>()
  for (const [index, { title = [] }] of rules.entries()) {
    for (const source of title) expressions.set(source, yield* expressionOf(source, `rules.${index}.title`))
  }
  const issue = yield* Issues.get(place)
  const looksAtPaths = issue.is_pull_request && rules.some(({ paths }) => paths !== undefined)
  const files = looksAtPaths
    ? yield* Stream.runCollect(PullRequests.listFiles({ owner, repo, pull_number: issue_number }))
    : []
  const paths = files.flatMap(({ filename, previous_filename }) => [filename, previous_filename ?? filename])
  const fields = [...fieldsOf(issue.body)]

  const holds = (rule: Rule): boolean => {
    const conditions = [
      rule.paths?.some((pattern) => paths.some(matcherOf(pattern))),
      rule.title?.some((source) => expressions.get(source)?.test(issue.title)),
      rule.fields &&
        Object.entries(rule.fields).every(([label, wanted]) =>
          fields.some(
            ([name, value]) =>
              isAmong(name, [label]) &&
              choicesIn(value).some((choice) => isAmong(choice, typeof wanted === "string" ? [wanted] : wanted))
          )
        )
    ].filter((holds) => holds !== undefined)
    return conditions.length > 0 && conditions.every((holds) => holds)
  }

  const wanted = rules.filter(holds).map(({ label }) => label)
  const has = issue.labels.map(({ name }) => name)
  const added = unique(wanted.filter((label) => !isAmong(label, has)))
  const removed = remove
    ? unique(rules.map(({ label }) => label).filter((label) => isAmong(label, has) && !isAmong(label, wanted)))
    : []
  if (added.length > 0) yield* Labels.addToIssue({ ...place, labels: added })
  for (const name of removed) {
    yield* Write.once(Labels.removeFromIssue, { ...place, name }, { key: `triage/${name}` }).pipe(
      // Somebody else has taken it off.
      Effect.catchTag("NotFound", () => Effect.void)
    )
  }
  return { added, removed }
}, observed)

const unique = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.filter((name, index) => !isAmong(name, names.slice(0, index)))

const expressionOf = (source: string, path: string): Effect.Effect<RegExp, InvalidInput> =>
  Effect.try({
    try: () => new RegExp(source, "iu"),
    catch: () => {
      const reason = `is not a regular expression: ${source}`
      return new InvalidInput({ operation: "Triage.label", message: `${path} ${reason}`, path, reason })
    }
  })

/**
 * Reads what was filled into the form of an issue: the value of each field by its label. A field that was left empty is
 * empty.
 */
export const formFields = (issue: Pick<Issue, "body">): ReadonlyMap<string, string> => fieldsOf(issue.body)

/** How duplicates are found. */
export interface DuplicateOptions {
  /** With how many of the newest issues it is compared. Default: 500. */
  readonly among?: number | undefined
  /** Whether only open issues count. Default: all. */
  readonly state?: "open" | "all" | undefined
  /** How alike they must be, from 0 to 1. Default: 0.5. */
  readonly threshold?: number | undefined
  /** How many are returned at most. Default: 5. */
  readonly limit?: number | undefined
}

/** An issue that may be about the same. */
export interface Duplicate {
  /** Its number. */
  readonly number: number
  /** Its title. */
  readonly title: string
  /** Whether it is `open` or `closed`. */
  readonly state: Issue["state"]
  /** Web page URL. */
  readonly url: string
  /** How alike they are, from 0 to 1. */
  readonly score: number
}

/**
 * Finds issues that may be about the same as an issue, the most alike first, by the words of their titles and texts: rare
 * words count more. Writes nothing. What it finds is a guess, for people to look at.
 */
export const duplicates: (
  input: Input,
  options?: DuplicateOptions
) => Effect.Effect<ReadonlyArray<Duplicate>, Failure, Forge> = Effect.fn("Triage.duplicates")(function* (
  { issue_number, owner, repo }: Input,
  { among = 500, limit = 5, state = "all", threshold = 0.5 }: DuplicateOptions = {}
): Effect.fn.Return<ReadonlyArray<Duplicate>, Failure, Forge> {
  yield* Given.check("Triage.duplicates", {
    among: Given.count(among, 0),
    threshold: threshold >= 0 && threshold <= 1 ? undefined : `must be from 0 to 1, not ${threshold}`,
    limit: Given.count(limit, 0)
  })
  const issue = yield* Issues.get({ owner, repo, issue_number })
  const others = yield* Issues.list({ owner, repo, state }).pipe(
    Stream.filter(({ is_pull_request, number }) => !is_pull_request && number !== issue_number),
    Stream.take(among),
    Stream.runCollect
  )
  const read = ({ body, title }: Issue) => ({ title: wordsOf(title), body: wordsOf(body ?? "") })
  const own = read(issue)
  const all = others.map((other) => ({ other, words: read(other) }))
  const ofTitles = similarityIn([own, ...all.map(({ words }) => words)].map(({ title }) => title))
  const ofBodies = similarityIn([own, ...all.map(({ words }) => words)].map(({ body }) => body))
  return all
    .map(({ other: { html_url, number, state, title }, words }): Duplicate => {
      const titles = ofTitles(own.title, words.title)
      const hasBodies = own.body.size > 0 && words.body.size > 0
      const score = hasBodies ? Math.max(titles, (titles + ofBodies(own.body, words.body)) / 2) : titles
      return { number, title, state, url: html_url, score }
    })
    .filter(({ score }) => score >= threshold)
    .toSorted((one, other) => other.score - one.score || other.number - one.number)
    .slice(0, limit)
}, observed)
