/** Octokit calls every operation of the simulator once. */
import type { Octokit } from "@octokit/rest"
import { describe, expect, it } from "vitest"
import type { Route } from "../../../src/testing/internal/forge/http/router.ts"
import { routes } from "../../../src/testing/internal/forge/routes.ts"
import { operationNames } from "../../../src/testing/internal/forge/service.ts"
import { operationOf, under } from "../forge/description.ts"
import { unserved } from "../../../.build/add/parts.ts"
import { operations } from "../../forge/operations/all.ts"
import type { Made, Simulated } from "../../forge/operations/row.ts"
import { calls, inPath } from "./calls.ts"
import { seed } from "./seed.ts"
import { refusal, serve, type Service } from "./service.ts"

const service = await serve(seed)
const web = { owner: "acme", repo: "web" }

const shapeOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\{\?[^}]*\}$/, "").replace(/\{[^}]*\}/g, "{}")}`

type Method = ((parameters: object) => Promise<{ readonly status: number }>) & {
  readonly endpoint: { readonly DEFAULTS: { readonly method: string; readonly url: string } }
}

type Methods = Readonly<Record<string, Readonly<Record<string, Method>>>>

/** The cast is safe: the types of Octokit say the same of each method by itself. */
const methodsOf = ({ rest }: Octokit) => rest as unknown as Methods

/** Where Octokit's methods are, by what they send. Each client makes a method when it is looked at. */
const places = new Map(
  Object.entries(methodsOf(service.octokit())).flatMap(([family, methods]) =>
    Object.entries(methods).map(([name, { endpoint }]) => {
      const { method: verb, url } = endpoint.DEFAULTS
      return [shapeOf(verb, url), [family, name]] as const
    })
  )
)

const clientFor = async ({ app, client, installation, octokit }: Service, as: Simulated["as"]): Promise<Octokit> =>
  as === "app" ? app() : as === "client" ? client() : as === "installation" ? installation() : octokit(as ?? "octo")

/** Looks up what the service made of the seed, and adds what a seed does not have. */
const make = async (): Promise<Made> => {
  const octo = service.octokit("octo").rest
  const rev = service.octokit("rev").rest
  const builder = (await service.installation()).rest
  const tip = async (ref: string) => (await octo.repos.getCommit({ ...web, ref })).data
  const main = await tip("main")
  const reviews = (await octo.pulls.listReviews({ ...web, pull_number: 3 })).data
  const [line] = (await octo.pulls.listFiles({ ...web, pull_number: 3 })).data
  const better = (await tip("better")).sha
  const anchor = { path: line?.filename ?? "", line: 2, body: "Two?", commit_id: better }
  const reviewComment = await rev.pulls.createReviewComment({ ...web, pull_number: 3, ...anchor })
  const [comment] = (await octo.issues.listComments({ ...web, issue_number: 1 })).data
  const release = (await octo.repos.getReleaseByTag({ ...web, tag: "v1.0.0" })).data
  const under = { ...web, comment_id: comment?.id ?? 0 }
  const reaction = await octo.reactions.createForIssue({ ...web, issue_number: 1, content: "heart" })
  const commentReaction = await octo.reactions.createForIssueComment({ ...under, content: "+1" })
  const readme = (await octo.repos.getReadme(web)).data
  const note = { path: "numbers.txt", start_line: 2, end_line: 2, annotation_level: "notice" as const, message: "Two?" }
  const output = { title: "Built", summary: "Fine", annotations: [note] }
  const run = await builder.checks.create({ ...web, name: "build", head_sha: main.sha, output })
  const done = await builder.checks.create({ ...web, name: "done", head_sha: main.sha, conclusion: "success" })
  const tag = await octo.git.createTag({ ...web, tag: "v2", message: "Two", object: main.sha, type: "commit" })
  return {
    main: main.sha,
    ahead: (await tip("ahead")).sha,
    better,
    tree: main.commit.tree.sha,
    readme: readme.sha,
    comment: comment?.id ?? 0,
    approval: reviews.find(({ state }) => state === "APPROVED")?.id ?? 0,
    pending: reviews.find(({ state }) => state === "PENDING")?.id ?? 0,
    reviewComment: reviewComment.data.id,
    release: release.id,
    asset: release.assets[0]?.id ?? 0,
    reaction: reaction.data.id,
    commentReaction: commentReaction.data.id,
    run: run.data.id,
    done: done.data.id,
    suite: run.data.check_suite?.id ?? 0,
    tag: tag.data.sha,
    gist: (await octo.gists.listCommits({ gist_id: "a1b2" })).data[0]?.version ?? ""
  }
}

const made = await make()
await service.keep()

const callOf = (operation: string): Simulated => calls[operation] ?? {}

const routeOf = (operation: string): Route => {
  const route = routes.find(
    (each) => each.operation === operation || Object.values(each.represented ?? {}).includes(operation)
  )
  if (route === undefined) throw new Error(`The simulator does not serve ${operation}`)
  return route
}

/** The first status of a success that is described: what the simulator answers when nothing else is said. */
const statusOf = ({ method, template }: Route): number => {
  const described = Object.keys(under(operationOf(method, `/${template.join("/")}`), "responses")).map(Number)
  return described.find((status) => status < 300) ?? 200
}

describe("Octokit", () => {
  it("calls all operations that our client declares, and all that the simulator serves", () => {
    expect(operations.flatMap(({ name }) => (operationNames.has(name) ? [] : [unserved(name)]))).toEqual([])
    const uncalled = [...operationNames].filter((name) => !(name in calls))
    expect(
      uncalled.map((name) => `test/testing/octokit/calls.ts has no call of ${name}. Add to "others":  "${name}": {}`)
    ).toEqual([])
    expect(Object.keys(calls).toSorted()).toEqual([...operationNames].toSorted())
  })

  /** What Octokit has no method for yet. */
  const withoutMethod = ["Organizations.listIssueFields"]

  /** Octokit's method for an operation, with what it sends by default. */
  const methodFor = (octokit: Octokit, operation: string) => {
    const { host, method: verb, template } = routeOf(operation)
    const path = `/${template.join("/")}`
    const [family = "", name = ""] = places.get(shapeOf(verb, path)) ?? []
    const method = withoutMethod.includes(operation)
      ? octokit.request.defaults({ method: verb, url: path })
      : methodsOf(octokit)[family]?.[name]
    if (method === undefined) throw new Error(`Octokit has no method for ${operation}`)
    const { url } = method.endpoint.DEFAULTS
    const known = Object.entries(inPath(path, made)).filter(([name]) => url.includes(`{${name}}`))
    const root = host === "uploads" ? { baseUrl: service.simulator.urls.uploads } : {}
    const { with: given = {} } = callOf(operation)
    const usual = { ...root, ...Object.fromEntries(known), ...(typeof given === "function" ? given(made) : given) }
    return (parameters: object = {}) => method({ ...usual, ...parameters })
  }

  it.each(Object.keys(calls))("%s", async (operation) => {
    const { as, status } = callOf(operation)
    const call = methodFor(await clientFor(service, as), operation)
    const { answers } = service.findings
    const answer = await call()
    expect(answer.status).toBe(status ?? statusOf(routeOf(operation)))
    expect(service.findings.answers).toBe(answers + 1)
    const received = await service.run(service.simulator.requests)
    expect(received.at(-1)?.operation).toBe(operation)
  })

  const ofRepositories = routes.filter(({ template }) => template[0] === "repos")

  /** What each operation of a repository is refused with. */
  const refusals = async (octokit: Octokit, more: object, chosen = ofRepositories) => {
    const found: Record<string, number> = {}
    for (const { operation } of chosen) {
      if (callOf(operation).as === "app") continue
      found[operation] = (await refusal(methodFor(octokit, operation)(more)))[0]
    }
    return found
  }

  it("gets 404 for all operations of a repository that does not exist", async () => {
    const found = await refusals(service.octokit("octo"), { repo: "nothing" })
    expect(Object.entries(found).filter(([, status]) => status !== 404)).toEqual([])
  })

  it("may not write to a repository without a token, or without a role in it", async () => {
    const writes = ofRepositories.filter(({ method }) => method !== "GET")
    const anonymous = await refusals(service.octokit(), {}, writes)
    expect(Object.entries(anonymous).filter(([, status]) => status !== 401)).toEqual([])
    const conversation = ["createReview", "createComment", "replyToComment"].map((name) => `PullRequests.${name}`)
    const subjects = ["Issue", "Comment", "ReviewComment", "CommitComment", "Release"]
    const reactions = subjects.map((subject) => `Reactions.createFor${subject}`)
    const watching = ["Subscriptions.set", "Subscriptions.delete"]
    const open = [
      ...watching,
      "Commits.createComment",
      "Notifications.markAsReadForRepo",
      "Issues.create",
      "Issues.createComment",
      "Repositories.fork",
      ...reactions,
      ...conversation
    ]
    const closed = writes.filter(({ operation }) => !open.includes(operation))
    const strange = await refusals(service.octokit("eve"), {}, closed)
    // Nobody but its author sees a pending review.
    const hidden = ["updateReview", "removeReview", "submitReview"].map((name) => [`PullRequests.${name}`, 404])
    expect(Object.entries(strange).filter(([, status]) => status !== 403)).toEqual(hidden)
  })
})
