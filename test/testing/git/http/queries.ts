/** What a random program does by GraphQL. */
import * as Effect from "effect/Effect"
import { dig } from "../../forge/support.ts"
import type { Random } from "../random.ts"
import type { Workspace } from "./support.ts"

export const query = (
  { baseUrl }: Workspace["simulator"],
  text: string,
  variables: object = {}
): Effect.Effect<unknown> =>
  Effect.promise(async () => {
    const answer = await fetch(`${baseUrl}/graphql`, {
      method: "POST",
      headers: { authorization: "Bearer ghp_octo", "user-agent": "test", "content-type": "application/json" },
      body: JSON.stringify({ query: text, variables })
    })
    const json: unknown = await answer.json()
    if (dig(json, "errors") !== undefined) throw new Error(`${text}: ${JSON.stringify(dig(json, "errors"))}`)
    return dig(json, "data")
  })

const found = `{ repository(owner: "octo", name: "web") {
  id
  refs(refPrefix: "refs/heads/", first: 100) { nodes { id name target { oid } } }
  issues(first: 100) { nodes { id state } }
  pullRequests(first: 100, states: OPEN) { nodes { id mergeable } }
} }`

const listIn = (json: unknown, ...path: ReadonlyArray<string>): ReadonlyArray<unknown> =>
  dig(json, "repository", ...path, "nodes") as ReadonlyArray<unknown>

/** Mutations of what is there, each by the ids that a query has found. */
export const mutating = ({ simulator }: Workspace, { chance, pick }: Random) => {
  let count = 0
  const look = query(simulator, found)
  /** Runs a mutation with the fields of its input. */
  const mutate = (name: string, input: object, result: string) => {
    const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`
    const text = `mutation($input: ${type}!) { ${name}(input: $input) { ${result} } }`
    return Effect.map(query(simulator, text, { input }), (data) => dig(data, name))
  }
  const idOf = (one: unknown): string => String(dig(one, "id"))

  const openIssue = Effect.gen(function* () {
    const repositoryId = dig(yield* look, "repository", "id")
    yield* mutate("createIssue", { repositoryId, title: `Asked ${++count}` }, "issue { number }")
  })
  const changeIssue = Effect.gen(function* () {
    const all = listIn(yield* look, "issues")
    if (all.length === 0) return
    const issue = pick(all)
    if (chance(0.4)) yield* mutate("addComment", { subjectId: idOf(issue), body: `Said ${++count}` }, "subject { id }")
    else if (dig(issue, "state") === "OPEN") yield* mutate("closeIssue", { issueId: idOf(issue) }, "issue { state }")
    else yield* mutate("reopenIssue", { issueId: idOf(issue) }, "issue { state }")
  })
  const branch = (name: string, from: unknown) =>
    Effect.flatMap(look, (seen) =>
      mutate(
        "createRef",
        { repositoryId: dig(seen, "repository", "id"), name: `refs/heads/${name}`, oid: dig(from, "target", "oid") },
        "ref { id }"
      )
    )
  const createBranch = Effect.gen(function* () {
    yield* branch(`query${++count}`, pick(listIn(yield* look, "refs")))
  })
  const deleteBranch = Effect.gen(function* () {
    const ref = pick(listIn(yield* look, "refs"))
    if (dig(ref, "name") !== "main") yield* mutate("deleteRef", { refId: idOf(ref) }, "clientMutationId")
  })
  const commitOn = (branchName: string, expectedHeadOid: unknown) =>
    mutate(
      "createCommitOnBranch",
      {
        branch: { repositoryNameWithOwner: "octo/web", branchName },
        expectedHeadOid,
        message: { headline: `Commit by a query ${++count}` },
        fileChanges: { additions: [{ path: pick(["a.txt", "dir/q", "q ü"]), contents: btoa(`${count}\n`) }] }
      },
      "commit { oid }"
    )
  const commit = Effect.gen(function* () {
    const ref = pick(listIn(yield* look, "refs"))
    yield* commitOn(String(dig(ref, "name")), dig(ref, "target", "oid"))
  })
  /** A pull request that stays open: what is done next changes it. */
  const openPull = Effect.gen(function* () {
    const seen = yield* look
    const main = listIn(seen, "refs").find((ref) => dig(ref, "name") === "main")
    const name = `asked${++count}`
    yield* branch(name, main)
    yield* commitOn(name, dig(main, "target", "oid"))
    yield* mutate(
      "createPullRequest",
      { repositoryId: dig(seen, "repository", "id"), baseRefName: "main", headRefName: name, title: name },
      "pullRequest { number }"
    )
  })
  const endPull = Effect.gen(function* () {
    const open = listIn(yield* look, "pullRequests")
    if (open.length === 0) return
    const pull = pick(open)
    const input = { pullRequestId: idOf(pull) }
    if (dig(pull, "mergeable") !== "MERGEABLE" || chance(0.2))
      yield* mutate("closePullRequest", input, "pullRequest { state }")
    else
      yield* mutate("mergePullRequest", { ...input, mergeMethod: pick(["MERGE", "SQUASH"]) }, "pullRequest { state }")
  })
  return { openIssue, changeIssue, createBranch, deleteBranch, commit, openPull, endPull }
}
