/**
 * A dashboard: what is open in some repositories, kept up to date. `page.ts` shows it in a browser.
 */
import { type Forge, Issues, PullRequests, Repositories } from "forgecast/forge"
import { Poll } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"

export interface Repository {
  readonly owner: string
  readonly repo: string
}

export interface Row {
  /** Open issues and pull requests; null if it is not known. */
  readonly open: number | null
  /** The newest pull requests. */
  readonly pulls: ReadonlyArray<string>
  /** Why the row is not up to date. */
  readonly problem: string | null
}

/** Rows by `owner/repo`. */
export type View = Readonly<Record<string, Row>>

// A 304 costs a signed-in user no quota, so a minute is not too often.
const every = Schedule.spaced("1 minute")

/** The row of a repository: now, and after each change. A failure becomes a row, and is tried again. */
const watch = (repository: Repository): Stream.Stream<Row, never, Forge.Forge> =>
  Stream.zipLatestWith(
    Poll.changes(Repositories.get, repository, every),
    Poll.changes(PullRequests.list.page, { ...repository, state: "open", per_page: 5 }, every),
    ({ open_issues_count: open }, { items }): Row => ({ open, pulls: items.map(({ title }) => title), problem: null })
  ).pipe(
    Stream.catch(({ message }) => {
      const again = Stream.unwrap(Effect.as(Effect.sleep("5 minutes"), watch(repository)))
      return Stream.concat(Stream.succeed<Row>({ open: null, pulls: [], problem: message }), again)
    })
  )

/** All rows, whenever one of them changes. */
export const views = (repositories: ReadonlyArray<Repository>): Stream.Stream<View, never, Forge.Forge> =>
  Stream.mergeAll(
    repositories.map((repository) =>
      Stream.map(watch(repository), (row): View => ({ [`${repository.owner}/${repository.repo}`]: row }))
    ),
    { concurrency: "unbounded" }
  ).pipe(
    Stream.scan(
      (): View => ({}),
      (view, row) => ({ ...view, ...row })
    ),
    Stream.drop(1),
    Stream.changes
  )

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Titles are text of strangers, and must not become elements. */
const escape = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter)

export const html = (view: View): string =>
  Object.entries(view)
    .map(([name, { open, problem, pulls }]) => {
      const list = pulls.map((title) => `<li>${escape(title)}</li>`).join("")
      const state = problem === null ? `${open} open` : escape(problem)
      return `<section><h2>${escape(name)}</h2><p>${state}</p><ul>${list}</ul></section>`
    })
    .join("\n")

const repositories = ["web", "docs"].map((repo) => ({ owner: "acme", repo }))

/** Watches until somebody has closed an issue, which happens after a while. */
export default Effect.gen(function* () {
  const closing = Issues.update({ owner: "acme", repo: "web", issue_number: 1, state: "closed" })
  yield* Effect.forkChild(Effect.delay(closing, "90 seconds"))
  return yield* views(repositories).pipe(
    Stream.tap((view) => Effect.log(`\n${html(view)}`)),
    Stream.takeUntil((view) => view["acme/web"]?.open === 1),
    Stream.runCount
  )
})
