/** A plan of many writes under each kind of fault at each of its requests: it ends typed or as undisturbed, and goes on. */
import * as Effect from "effect/Effect"
import type { Forge } from "../../src/forge/Forge.ts"
import { Issues } from "../../src/forge/index.ts"
import * as Write from "../../src/rest/Write.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Plan, Propose } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"

const place = { owner: "acme", repo: "web" }
const issue = { ...place, issue_number: 1 }

/** Commits, proposes, labels, and links issues. */
const program = Effect.gen(function* () {
  yield* Propose.pullRequest({
    ...place,
    branch: "bot",
    message: "Add",
    title: "Add",
    files: { "b.txt": "b" },
    labels: ["bug"]
  })
  const { number } = yield* Write.once(Issues.create, { ...place, title: "Next" }, { key: "next" })
  yield* Write.once(Issues.createComment, { ...issue, body: `Follows in #${number}.` }, { key: "link" })
  yield* Issues.update({ ...place, issue_number: number, state: "closed" })
})

/** Plans once for a service, and applies that. A second call goes on where the first one was, as another process does. */
const kept = new WeakMap<object, { readonly plan: Plan.Plan<unknown>; after: Plan.Applied | undefined }>()

const applied: Effect.Effect<Plan.Applied, Plan.ApplyFailure, Forge | ForgeSimulator.ForgeSimulator> = Effect.gen(
  function* () {
    const handle = yield* ForgeSimulator.ForgeSimulator
    const found = kept.get(handle)
    const state = found ?? { plan: yield* Plan.dryRun(program), after: undefined }
    if (state.plan.end._tag === "Completed") kept.set(handle, state)
    const onProgress = (after: Plan.Applied) => Effect.sync(() => void (state.after = after))
    return yield* Plan.apply(state.plan, { after: state.after, onProgress })
  }
)

matrix({
  seed: {
    repositories: [{ owner: "acme", name: "web", files: { "a.txt": "a" }, labels: ["bug"], issues: [{ title: "One" }] }]
  },
  program: applied,
  // Not the commits by which the service tries merges: they are there once somebody has looked.
  state: ({ file, repository }) =>
    Effect.gen(function* () {
      const { branches, issues, pulls } = yield* repository("acme/web")
      return {
        branches: Object.keys(branches).toSorted(),
        file: "bot" in branches ? new TextDecoder().decode(yield* file("acme/web", "b.txt", "bot")) : null,
        issues: issues.map(({ body, comments, labels, state, title }) => ({
          title,
          body,
          state,
          labels,
          comments: comments.map(({ body }) => body)
        })),
        pulls: pulls.map(({ base, head, state, title }) => ({ title, head, base, state }))
      }
    }),
  fails: [
    "PlanNotApplicable",
    "PlanHalted",
    "PlanOutdated",
    "NotFound",
    "Conflict",
    "TransportFailed",
    "ServiceUnavailable",
    "UnexpectedStatus",
    "RateLimited"
  ]
})
