/** A merge queue: pull requests with a label are tested together with their base, and land as they were tested. */
import { ForgeSimulator } from "forgecast/testing"
import { Merge, type MergeQueue } from "forgecast/workflow"
import * as Effect from "effect/Effect"

/** Works off the queue of a branch: urgent ones first, five at a time. */
export const mergeQueue = (branch: MergeQueue.Input) =>
  Merge.queue(branch, { batch: 5, priorities: ["urgent"], required: ["test"], checkTimeout: "45 minutes" })

/** What the simulated CI does: a commit with the file `broken.txt` fails. */
const ci = Effect.gen(function* () {
  const { connect, file, setStatus } = yield* ForgeSimulator.ForgeSimulator
  yield* connect((request) =>
    Effect.gen(function* () {
      const push = (yield* Effect.promise(() => request.json())) as { readonly ref: string; readonly after: string }
      if (push.ref === "refs/heads/merge-queue/main") {
        const broken = yield* file("acme/web", "broken.txt", push.after)
        yield* setStatus("acme/web", "test", broken === undefined ? "success" : "failure", { ref: push.after })
      }
      return new Response(null, { status: 204 })
    })
  )
})

const pull = (head: string, ...labels: ReadonlyArray<string>) => ({
  title: `Add ${head}`,
  head,
  files: { [`${head}.txt`]: `${head}\n` },
  labels
})

/** Five pull requests, of which four are in the queue, and one of these is broken. */
export const simulated = ForgeSimulator.layer({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "README.md": "# Web\n" },
      pulls: [
        pull("one", "merge-queue"),
        pull("two"),
        pull("three", "merge-queue", "urgent"),
        pull("broken", "merge-queue"),
        pull("five", "merge-queue")
      ],
      hooks: [{ url: "https://ci.example", events: ["push"] }]
    }
  ]
})

export default Effect.gen(function* () {
  yield* ci
  const { landed, removed } = yield* mergeQueue({ owner: "acme", repo: "web", base: "main" })
  return { landed: landed.map(({ number }) => number), removed }
}).pipe(Effect.scoped, Effect.provide(simulated))
