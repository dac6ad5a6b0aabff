/** Octokit calls every operation of the simulator once. */
import type { Octokit } from "@octokit/rest"
import { describe, expect, it } from "vitest"
import * as forge from "../../../src/forge/index.ts"
import { routes } from "../../../src/testing/internal/forge/routes.ts"
import { operationNames } from "../../../src/testing/internal/forge/service.ts"
import { calls, type CallOf, type Made } from "./calls.ts"
import { seed } from "./seed.ts"
import { refusal, serve, type Service } from "./service.ts"

const service = await serve(seed)
const web = { owner: "acme", repo: "web" }

/** The operations that our client declares. */
const declared = Object.entries(forge).flatMap(([module, exports]) =>
  Object.entries(exports).flatMap(([name, value]: readonly [string, unknown]) =>
    typeof value === "function" && "declaration" in value ? [`${module}.${name}`] : []
  )
)

const shapeOf = (method: string, path: string): string =>
  `${method} ${path.replace(/\{\?[^}]*\}$/, "").replace(/\{[^}]*\}/g, "{}")}`

type Method = ((parameters: object) => Promise<{ readonly status: number }>) & {
  readonly endpoint: { readonly DEFAULTS: { readonly method: string; readonly url: string } }
}

/** Octokit's methods by what they send. */
const methodsOf = (octokit: Octokit): ReadonlyMap<string, Method> =>
  new Map(
    Object.values(octokit.rest).flatMap((family: object) =>
      Object.values(family).map((method: Method) => {
        const { method: verb, url } = method.endpoint.DEFAULTS
        return [shapeOf(verb, url), method] as const
      })
    )
  )

const clientFor = async ({ app, installation, octokit }: Service, as: CallOf["as"]): Promise<Octokit> =>
  as === "app" ? app() : as === "installation" ? installation() : octokit(as ?? "octo")

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
    run: run.data.id,
    done: done.data.id,
    suite: run.data.check_suite?.id ?? 0,
    tag: tag.data.sha
  }
}

const callOf = (operation: string): CallOf => calls[operation] ?? { status: 0 }

describe("Octokit", () => {
  it("calls all operations that our client declares, and all that the simulator serves", () => {
    expect(declared.length).toBeGreaterThan(66)
    expect(declared.filter((name) => !(name in calls))).toEqual([])
    expect(Object.keys(calls).sort()).toEqual([...operationNames].sort())
  })

  /** What Octokit has no method for yet. */
  const withoutMethod = ["Organizations.listIssueFields"]

  /** Octokit's method for an operation, with what it sends by default. */
  const methodFor = (octokit: Octokit, operation: string) => {
    const route = routes.find(
      (each) => each.operation === operation || Object.values(each.represented ?? {}).includes(operation)
    )
    const path = `/${route?.template.join("/")}`
    const method = withoutMethod.includes(operation)
      ? (parameters: object) => octokit.request(`${route?.method} ${path}`, { ...parameters })
      : methodsOf(octokit).get(shapeOf(route?.method ?? "", path))
    if (method === undefined) throw new Error(`Octokit has no method for ${operation}`)
    const root = route?.host === "uploads" ? { baseUrl: service.simulator.urls.uploads } : {}
    return (parameters: object) => method({ ...web, ...root, ...parameters })
  }

  it.each(Object.keys(calls))("%s", async (operation) => {
    const { as, status, with: given = {} } = callOf(operation)
    const made = await make()
    const method = methodFor(await clientFor(service, as), operation)
    const { answers } = service.judgement
    const answer = await method(typeof given === "function" ? given(made) : given)
    expect(answer.status).toBe(status)
    expect(service.judgement.answers).toBe(answers + 1)
    const received = await service.run(service.simulator.requests)
    expect(received.at(-1)?.operation).toBe(operation)
  })

  const ofRepositories = routes.filter(({ template }) => template[0] === "repos")

  /** What each operation of a repository is refused with. */
  const refusals = async (octokit: Octokit, more: object, chosen = ofRepositories) => {
    const made = await make()
    const found: Record<string, number> = {}
    for (const { operation } of chosen) {
      const { as, with: given = {} } = callOf(operation)
      if (as === "app") continue
      const method = methodFor(octokit, operation)
      const call = method({ ...(typeof given === "function" ? given(made) : given), ...more })
      found[operation] = (await refusal(call))[0]
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
    const conversation = ["createReview", "createReviewComment", "replyToReviewComment"].map(
      (name) => `PullRequests.${name}`
    )
    const open = ["Issues.create", "Issues.createComment", "Repositories.fork", ...conversation]
    const closed = writes.filter(({ operation }) => !open.includes(operation))
    const strange = await refusals(service.octokit("eve"), {}, closed)
    // Nobody but its author sees a pending review.
    const hidden = ["updateReview", "removeReview", "submitReview"].map((name) => [`PullRequests.${name}`, 404])
    expect(Object.entries(strange).filter(([, status]) => status !== 403)).toEqual(hidden)
  })
})
