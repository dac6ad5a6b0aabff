/** The actions of others on the handle, each by the requests that a client would send. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Request, Response } from "../../Exchange.ts"
import { ActionRefused, type Actions } from "../../ForgeActions.ts"
import { textOf } from "../exchange.ts"
import { bodyOf, messageOf, received } from "../journal.ts"
import type { Simulator } from "../simulator.ts"
import { disableAutoMerge, enableAutoMerge, enterQueue, leaveQueue } from "./handlers/mergeLater.ts"
import type { Route } from "./http/router.ts"
import type { ForgeService } from "./service.ts"
import type { App } from "./state/accounts.ts"
import { actions as githubActions, latestRuns } from "./state/checks.ts"
import { type Repository, repositoryNamed, same } from "./state/model.ts"
import { keepCommit } from "./state/reach.ts"
import { isPull as isPullRequest } from "./state/pulls.ts"
import type { CheckRun } from "./state/records.ts"
import { branchTip } from "./state/refs.ts"
import { plantCommits } from "./state/seed/git.ts"

type Acted<A> = Result.Result<A, ActionRefused>

/** What the actions need of a response. */
interface Answer {
  readonly id: number
  readonly sha: string
}

/** Sends the requests of one action, in the name of somebody. */
interface Client {
  readonly now: number
  readonly service: ForgeService
  /** The repository; a refusal if there is none. */
  readonly repository: Acted<Repository>
  /** Sends a request below the path of the repository. */
  readonly send: (request: string, body?: object, app?: App) => Acted<Answer>
  /** Does what only a mutation does to a pull request. */
  readonly mutate: (mutation: string, route: Route, number: number, fields: object) => Acted<Answer>
}

const ownerOf = (repository: string): string => repository.split("/")[0] ?? repository

const clientOf = (
  simulator: Simulator,
  service: ForgeService,
  now: number,
  name: string,
  by = ownerOf(name)
): Client => {
  const send: Client["send"] = (wire, body, app) => {
    const [method = "", path = ""] = wire.split(" ")
    const login = app === undefined ? by : `${app.slug}[bot]`
    const request: Request = {
      method,
      url: new URL(`${service.urls.api}/repos/${name}${path}`),
      headers: {},
      body: new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
    }
    const response = service.act(request, by, now, { bot: app })
    return ended(response, request, `${method} /repos/${name}${path}`, login)
  }
  /** Notes what a request has come to. */
  const ended = (response: Response, request: Request, told: string, login: string): Acted<Answer> => {
    const { status } = response
    const serviceMessage = messageOf(response)
    if (request.method !== "GET" || status > 299) {
      const seen = { ...service.describe(request, now), login, body: bodyOf(request) }
      const entry = { ...received(request, seen, [], now), isAction: true, acted: true, answeredAt: now }
      simulator.record(entry)({ ...entry, status, message: serviceMessage })
    }
    const text = textOf(response.body)
    return status > 299
      ? Result.fail(new ActionRefused({ login, request: told, status, serviceMessage: serviceMessage ?? text }))
      : Result.succeed(JSON.parse(text) as Answer)
  }
  const mutate: Client["mutate"] = (mutation, route, pull_number, fields) => {
    const [owner = "", repo = ""] = name.split("/")
    const params = { owner, repo, pull_number: String(pull_number) }
    const body = new TextEncoder().encode(JSON.stringify(fields))
    const request: Request = { method: route.method, url: new URL(service.urls.api), headers: {}, body }
    const response = service.act(request, by, now, { match: { route, params } })
    // As those who can only send GraphQL would ask for it.
    const query = `mutation ${mutation} { ${mutation}(input: $input) { clientMutationId } }`
    const sent = new TextEncoder().encode(JSON.stringify({ query, variables: { input: fields } }))
    const shown: Request = { method: "POST", url: new URL(`${service.urls.api}/graphql`), headers: {}, body: sent }
    return ended(response, shown, `mutation ${mutation} of ${name}#${pull_number}`, by)
  }
  const found = repositoryNamed(service.world, name)
  const missing = { login: by, request: `GET /repos/${name}`, status: 404, serviceMessage: "Not Found" }
  return {
    now,
    service,
    repository: found === undefined ? Result.fail(new ActionRefused(missing)) : Result.succeed(found),
    send,
    mutate
  }
}

const shaOf = ({ send }: Client, ref: string): Acted<string> =>
  Result.map(send(`GET /commits/${ref}`), ({ sha }) => sha)

/** The run of a name that is under way, on a commit or on any; the one that has begun last. */
const runUnderWay = ({ checks }: Repository, name: string, sha: string | undefined): CheckRun | undefined =>
  [...checks]
    .flatMap(([head, runs]) => (sha === undefined || sha === head ? latestRuns(runs) : []))
    .filter((run) => run.name === name && run.status !== "completed")
    .sort((a, b) => a.started_at - b.started_at || a.id - b.id)
    .at(-1)

const appOf = ({ service }: Client, isIt: (app: App) => boolean): App | undefined =>
  [githubActions, ...service.world.apps.values()].find(isIt)

/** Makes the actions. None sees another one half done. */
export const makeActions = (
  simulator: Simulator,
  service: () => ForgeService,
  withNow: <A>(f: (now: number) => A) => Effect.Effect<A>
): Actions => {
  const acting = <A>(
    repository: string,
    by: string | undefined,
    steps: (client: Client) => Generator<Acted<unknown>, A, never>
  ): Effect.Effect<A, ActionRefused> =>
    Effect.flatMap(
      withNow((now) => Result.gen(() => steps(clientOf(simulator, service(), now, repository, by)))),
      Effect.fromResult
    )

  const review = (repository: string, number: number, by: string | undefined, verdict: object) =>
    acting(repository, by, function* ({ send }) {
      yield* send(`POST /pulls/${number}/reviews`, verdict)
    })

  return {
    finishCheck: (repository, name, conclusion, { app, ref } = {}) =>
      acting(repository, undefined, function* (client) {
        const found = yield* client.repository
        const sha = ref === undefined ? undefined : yield* shaOf(client, ref)
        const run = runUnderWay(found, name, sha)
        const by = appOf(client, ({ id, slug }) =>
          run === undefined ? same(slug, app ?? githubActions.slug) : id === run.app
        )
        if (by === undefined) throw new Error(`The simulator has no app ${app ?? run?.app}`)
        const { id } =
          run === undefined
            ? yield* client.send(
                "POST /check-runs",
                { name, head_sha: sha ?? (yield* shaOf(client, "HEAD")), conclusion },
                by
              )
            : yield* client.send(`PATCH /check-runs/${run.id}`, { conclusion }, by)
        return id
      }),
    setStatus: (repository, context, state, { by, ref = "HEAD" } = {}) =>
      acting(repository, by, function* (client) {
        yield* client.send(`POST /statuses/${yield* shaOf(client, ref)}`, { context, state })
      }),
    approve: (repository, number, { body, by } = {}) => review(repository, number, by, { event: "APPROVE", body }),
    requestChanges: (repository, number, body, { by } = {}) =>
      review(repository, number, by, { event: "REQUEST_CHANGES", body }),
    comment: (repository, number, body, { by } = {}) =>
      acting(repository, by, function* ({ send }) {
        return (yield* send(`POST /issues/${number}/comments`, { body })).id
      }),
    push: (repository, files, { branch, by = ownerOf(repository), message } = {}) =>
      acting(repository, by, function* (client) {
        const found = yield* client.repository
        const name = branch ?? found.default_branch
        const tip = branchTip(found, name)
        const { now, send, service } = client
        const parent = tip ?? branchTip(found, found.default_branch)
        const commit = { files, author: by, ...(message !== undefined && { message }) }
        const sha = plantCommits(service.world, found, parent, [commit], now) ?? ""
        keepCommit(service.world, found, sha)
        if (tip === undefined) yield* send("POST /git/refs", { ref: `refs/heads/${name}`, sha })
        else yield* send(`PATCH /git/refs/heads/${name}`, { sha })
        return sha
      }),
    merge: (repository, number, { by, method = "merge" } = {}) =>
      acting(repository, by, function* ({ send }) {
        return (yield* send(`PUT /pulls/${number}/merge`, { merge_method: method })).sha
      }),
    enableAutoMerge: (repository, number, { by, method = "merge" } = {}) =>
      acting(repository, by, function* ({ mutate }) {
        yield* mutate("enablePullRequestAutoMerge", enableAutoMerge, number, { merge_method: method })
      }),
    disableAutoMerge: (repository, number, { by } = {}) =>
      acting(repository, by, function* ({ mutate }) {
        yield* mutate("disablePullRequestAutoMerge", disableAutoMerge, number, {})
      }),
    enqueue: (repository, number, { by, jump = false } = {}) =>
      acting(repository, by, function* ({ mutate }) {
        yield* mutate("enqueuePullRequest", enterQueue, number, { jump })
      }),
    dequeue: (repository, number, { by } = {}) =>
      acting(repository, by, function* ({ mutate }) {
        yield* mutate("dequeuePullRequest", leaveQueue, number, {})
      }),
    close: (repository, number, { by } = {}) =>
      acting(repository, by, function* (client) {
        const issue = (yield* client.repository).issues.get(number)
        const isPull = issue !== undefined && isPullRequest(issue)
        yield* client.send(`PATCH /${isPull ? "pulls" : "issues"}/${number}`, { state: "closed" })
      })
  }
}
