/** Web pages that show the state: read-only, and of it what the sender of the request may see. */
import * as Result from "effect/Result"
import type { Response } from "../../Exchange.ts"
import type { Received } from "../../Journal.ts"
import { isoDate, response } from "../exchange.ts"
import { anonymous } from "../forge/access/identity.ts"
import { isVisible, may } from "../forge/access/permissions.ts"
import { type Html, html } from "../../../html/html.ts"
import { page } from "../forge/http/page.ts"
import type { Beside } from "../forge/service.ts"
import { contextsOf } from "../forge/state/checks.ts"
import { fullName, type Issue, type Repository, repositoryNamed, type World } from "../forge/state/model.ts"
import { isPull } from "../forge/state/pulls.ts"
import { branchTip, refNames } from "../forge/state/refs.ts"
import { byRecency } from "../forge/state/releases.ts"

/** Where the pages are. No account has a name like it. */
export const stateRoot = "/_simulator"

/** The most rows of a table. */
const most = 100

type Viewing = Parameters<typeof isVisible>[0]

const row = (...cells: ReadonlyArray<Html | string | number>): Html =>
  html`<tr>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`

/** A table of the first rows, which says how many there are. */
const table = (
  title: string,
  heads: ReadonlyArray<string>,
  all: number,
  rows: ReadonlyArray<Html>,
  first: "first" | "latest" = "latest"
): Html => {
  if (rows.length === 0) return html`<p class="note">${title}: none</p>`
  const left = all > rows.length ? html`<p class="note">The ${first} ${rows.length} of ${all}.</p>` : null
  return html`<h2>${title}</h2>
    ${left}
    <table>
      <tr>
        ${heads.map((head) => html`<th>${head}</th>`)}
      </tr>
      ${rows}
    </table>`
}

const linkTo = (repository: Repository): Html =>
  html`<a href="${stateRoot}/${fullName(repository)}">${fullName(repository)}</a>`

const newest = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> => list.slice(-most).reverse()

const conversationsOf = ({ issues }: Repository, kind: "issue" | "pull"): ReadonlyArray<Issue> =>
  issues.group("kind", kind, "created").all

const accountsTable = ({ users }: World): Html =>
  table(
    "Accounts",
    ["login", "kind", "name"],
    users.size,
    [...users.values()].slice(0, most).map(({ login, name, type }) => row(login, type, name ?? "")),
    "first"
  )

const repositoriesTable = (repositories: ReadonlyArray<Repository>): Html =>
  table(
    "Repositories",
    ["name", "visibility", "open issues", "open pull requests", "branches", "releases"],
    repositories.length,
    repositories.slice(0, most).map((repository) => {
      const count = (kind: "issue" | "pull") => repository.issues.group("kind", kind, "created").open.length
      const visibility = `${repository.private ? "private" : "public"}${repository.archived ? ", archived" : ""}`
      const { releases } = repository
      return row(
        linkTo(repository),
        visibility,
        count("issue"),
        count("pull"),
        refNames(repository, "heads").length,
        releases.size
      )
    }),
    "first"
  )

const stateOf = (issue: Issue): string => {
  if (!isPull(issue)) return issue.state
  const { draft, merged_at } = issue.pull_request
  return merged_at !== null ? "merged" : draft && issue.state === "open" ? "draft" : issue.state
}

const issuesTable = (repository: Repository): Html => {
  const all = conversationsOf(repository, "issue")
  return table(
    "Issues",
    ["#", "title", "state", "author", "labels", "assignees", "comments"],
    all.length,
    newest(all).map((issue) =>
      row(
        issue.number,
        issue.title,
        stateOf(issue),
        issue.user ?? "ghost",
        issue.labels.flatMap((id) => repository.labels.get(id)?.name ?? []).join(", "),
        issue.assignees.join(", "),
        issue.comments.length
      )
    )
  )
}

const pullsTable = (repository: Repository): Html => {
  const all = conversationsOf(repository, "pull").filter(isPull)
  return table(
    "Pull requests",
    ["#", "title", "state", "author", "from", "into", "reviews", "checks"],
    all.length,
    newest(all).map((pull) => {
      const { base, head, reviews } = pull.pull_request
      const checks = [...contextsOf(repository, head.sha)].map(([name, verdict]) => `${name}: ${verdict}`)
      const from = head.owner === repository.owner ? head.ref : `${head.owner}:${head.ref}`
      const author = pull.user ?? "ghost"
      const reviewed = reviews.map(({ state, user }) => `${user ?? "ghost"}: ${state}`).join(", ")
      return row(pull.number, pull.title, stateOf(pull), author, from, base.ref, reviewed, checks.join(", "))
    })
  )
}

const branchesTable = (repository: Repository): Html => {
  const names = refNames(repository, "heads")
  return table(
    "Branches",
    ["name", "commit", "checks"],
    names.length,
    names.slice(0, most).map((name) => {
      const sha = branchTip(repository, name) ?? ""
      const checks = [...contextsOf(repository, sha)].map(([context, verdict]) => `${context}: ${verdict}`)
      return row(name, html`<code>${sha.slice(0, 7)}</code>`, checks.join(", "))
    }),
    "first"
  )
}

/** Drafts are for those who may write. */
const releasesTable = (viewing: Viewing, repository: Repository): Html => {
  const all = byRecency(repository).filter(({ draft }) => !draft || may(viewing, repository, "write"))
  return table(
    "Releases",
    ["tag", "name", "kind", "assets"],
    all.length,
    all.slice(0, most).map(({ assets, draft, name, prerelease, tag_name }) => {
      const kind = draft ? "draft" : prerelease ? "prerelease" : "release"
      const files = assets.map((asset) => `${asset.name} (${asset.content.length} bytes, ${asset.download_count} ×)`)
      return row(tag_name, name ?? "", kind, files.join(", "))
    })
  )
}

/** The repository that a request is about, by its path. */
const subjectOf = (world: World, path: string): Repository | undefined => {
  const [, owner, name] = /^\/(?:repos\/)?([^/]+)\/([^/]+)/.exec(path) ?? []
  return owner === undefined ? undefined : repositoryNamed(world, `${owner}/${name?.replace(/\.git$/, "")}`)
}

const requestsTable = (viewing: Viewing, recent: ReadonlyArray<Received>): Html => {
  const shown = recent.filter(({ path }) => {
    const subject = subjectOf(viewing.world, path)
    return !path.startsWith(stateRoot) && (subject === undefined || isVisible(viewing, subject))
  })
  return table(
    "Requests",
    ["at", "sender", "request", "operation", "status", "faults", "message"],
    shown.length,
    newest(shown).map((one) =>
      row(
        isoDate(one.receivedAt),
        one.login ?? "",
        one.event === null ? `${one.method} ${one.path}` : `→ ${one.url}`,
        one.operation ?? one.event ?? "",
        one.status ?? (one.answeredAt === null ? "pending" : "lost"),
        one.faults.join(", "),
        one.message ?? ""
      )
    )
  )
}

const challenge: Response = {
  ...response(401, "Give a token as the password.\n", {
    "content-type": "text/plain; charset=utf-8",
    "www-authenticate": 'Basic realm="forgecast-simulator"'
  }),
  foreign: true
}

/**
 * Makes the pages of the state: all repositories with the latest requests, and one for each repository. Whoever gives no
 * token sees what is public, and no requests.
 */
export const makeStatePages =
  (recent: () => ReadonlyArray<Received>): Beside =>
  ({ request: { method, url }, sender, urls, world }) => {
    const isHere = url.origin === urls.html && (url.pathname === stateRoot || url.pathname.startsWith(`${stateRoot}/`))
    if (!isHere || (method !== "GET" && method !== "HEAD")) return undefined
    const { token, viewer } = Result.getOrElse(sender(), () => anonymous)
    if (viewer === null && url.searchParams.has("sign_in")) return challenge
    const viewing: Viewing = { world, viewer, token, access: { permission: "contents", level: "read" } }
    const name = url.pathname.slice(stateRoot.length + 1)
    const who =
      viewer === null
        ? html`<p class="note">
            What everybody may see. <a href="?sign_in">Give a token</a>, as the password, to see what it may see.
          </p>`
        : html`<p class="note">What ${viewer} may see.</p>`
    if (name === "") {
      const visible = [...world.repositories.values()].filter((repository) => isVisible(viewing, repository))
      const requests = viewer === null ? null : requestsTable(viewing, recent())
      return page(
        "The simulated service",
        html`${who} ${repositoriesTable(visible)} ${accountsTable(world)} ${requests}`
      )
    }
    const repository = repositoryNamed(world, name)
    if (repository === undefined || !isVisible(viewing, repository)) {
      return page(
        "Not found",
        html`${who}
          <p>There is no such repository. <a href="${stateRoot}">All of them</a></p>`,
        {
          status: 404
        }
      )
    }
    return page(
      fullName(repository),
      html`<p><a href="${stateRoot}">All repositories</a></p>
        ${who}
        <p>${repository.description}</p>
        ${issuesTable(repository)} ${pullsTable(repository)} ${branchesTable(repository)}
        ${releasesTable(viewing, repository)}`
    )
  }
