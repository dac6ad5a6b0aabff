/** Octokit with all of its plugins, and its ways to sign in. Prints what it has found. */
import { createActionAuth } from "@octokit/auth-action"
import { createAppAuth } from "@octokit/auth-app"
import { createCallbackAuth } from "@octokit/auth-callback"
import { createUnauthenticatedAuth } from "@octokit/auth-unauthenticated"
import { Octokit } from "@octokit/core"
import { createOrUpdateTextFile } from "@octokit/plugin-create-or-update-text-file"
import { enterpriseCompatibility } from "@octokit/plugin-enterprise-compatibility"
import { paginateGraphQL } from "@octokit/plugin-paginate-graphql"
import { paginateRest } from "@octokit/plugin-paginate-rest"
import { requestLog } from "@octokit/plugin-request-log"
import { restEndpointMethods } from "@octokit/plugin-rest-endpoint-methods"
import { retry } from "@octokit/plugin-retry"
import { throttling } from "@octokit/plugin-throttling"

const { GITHUB_API_URL: baseUrl, GITHUB_TOKEN: token, PRIVATE_KEY: privateKey } = process.env

const lines = []
const limited = []
const note = (line) => lines.push(line.replace(/ - \d+ with id .*/, "").replace(/ in \d+ms$/, ""))

const Whole = Octokit.plugin(
  restEndpointMethods,
  paginateRest,
  paginateGraphQL,
  retry,
  throttling,
  requestLog,
  createOrUpdateTextFile,
  enterpriseCompatibility
).defaults({
  baseUrl,
  userAgent: "programs",
  // What fails is tried again at once.
  retry: { retryAfterBaseValue: 1 },
  throttle: {
    fallbackSecondaryRateRetryAfter: 1,
    onRateLimit: (_, options, __, count) => limited.push(`primary ${options.url}`) > 0 && count === 0,
    onSecondaryRateLimit: (_, options, __, count) => limited.push(`secondary ${options.url}`) > 0 && count === 0
  },
  log: { debug: () => {}, info: note, warn: () => {}, error: note }
})

const web = { owner: "acme", repo: "web" }
const octokit = new Whole({ auth: token })

/** The status that something is refused with. */
const refusal = (promise) =>
  promise.then(
    () => "passed",
    ({ status }) => status
  )

const titles = await octokit.paginate("GET /repos/{owner}/{repo}/issues", { ...web, per_page: 2 }, ({ data }) =>
  data.map(({ title }) => title)
)

const issues = `query ($cursor: String) {
  repository(owner: "acme", name: "web") {
    issues(first: 2, after: $cursor, orderBy: { field: CREATED_AT, direction: ASC }) {
      nodes { title }
      pageInfo { hasNextPage endCursor }
    }
  }
}`
const pages = []
for await (const { repository } of octokit.graphql.paginate.iterator(issues)) {
  pages.push(repository.issues.nodes.map(({ title }) => title))
}

// The service refuses these once each, as the test has told it to.
lines.length = 0
const retried = await octokit.rest.issues.get({ ...web, issue_number: 1 })
const labels = await octokit.rest.issues.listLabelsForRepo(web)
const milestones = await octokit.rest.issues.listMilestones(web)
const requests = [...lines]

const file = { ...web, path: "notes.txt", message: "Note" }
const created = await octokit.createOrUpdateTextFile({ ...file, content: "One\n" })
const same = await octokit.createOrUpdateTextFile({ ...file, content: ({ content }) => content })
const changed = await octokit.createOrUpdateTextFile({ ...file, content: ({ content }) => `${content}Two\n` })

const app = new Whole({ authStrategy: createAppAuth, auth: { appId: 7, privateKey, installationId: 70 } })
const { data: itself } = await app.rest.apps.getAuthenticated()
const comment = await app.rest.issues.createComment({ ...web, issue_number: 1, body: "From an app" })
const narrow = await app.auth({ type: "installation", permissions: { contents: "read" }, repositoryNames: ["web"] })
const reader = new Whole({ auth: narrow.token })

process.env.GITHUB_ACTION = "run"
const action = new Whole({ authStrategy: createActionAuth })
const callback = new Whole({ authStrategy: createCallbackAuth, auth: { callback: () => token } })
const anonymous = new Whole({ authStrategy: createUnauthenticatedAuth, auth: { reason: "none" } })
const login = async (client) => (await client.rest.users.getAuthenticated()).data.login

console.log(
  JSON.stringify({
    titles,
    pages,
    read: [retried.data.title, labels.data.length, milestones.data.length],
    limited,
    requests,
    file: [created.updated, same.updated, changed.updated],
    app: [itself.slug, comment.data.user.login],
    narrow: [narrow.permissions, narrow.repositorySelection],
    reader: [
      (await reader.rest.repos.getContent({ ...web, path: "notes.txt" })).status,
      await refusal(reader.rest.issues.createComment({ ...web, issue_number: 1, body: "No" }))
    ],
    logins: [await login(octokit), await login(action), await login(callback)],
    anonymous: [(await anonymous.rest.repos.get(web)).data.full_name, await refusal(login(anonymous))],
    teams: (await octokit.rest.teams.list({ org: "tools" })).data
  })
)
