/**
 * Workers that take jobs from a queue: each job is a comment, written once.
 *
 * Here the queue is in memory. `main.ts` has the queue and the rate limits in Redis, for many processes.
 */
import { RateLimit } from "forgecast"
import { Upsert } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

export const Job = Schema.Struct({
  owner: Schema.String,
  repo: Schema.String,
  issue_number: Schema.Int,
  body: Schema.String
})
export type Job = typeof Job.Type

const queue = PersistedQueue.make({ name: "comments", schema: Job, maxAttempts: 8 })

/** Adds a job. The id keeps the same job out of the queue, and makes its comment findable. */
export const enqueue = (id: string, job: Job) => Effect.flatMap(queue, ({ offer }) => offer(job, { id }))

/** A worker that died may have written the comment already: `Upsert` looks for the id before it writes. */
const run = (job: Job, id: string) =>
  Upsert.comment(job, { key: id }).pipe(
    Effect.map(({ action }) => `${id}: ${action}`),
    // Trying again cannot help. Every other failure gives the job back to the queue, which delays it.
    Effect.catchTag(["NotFound", "Gone", "Forbidden", "ValidationFailed", "InvalidInput"], ({ message }) =>
      Effect.succeed(`${id}: given up, ${message}`)
    )
  )

/** Streams what becomes of the jobs, without an end. Interrupted workers give their jobs back. */
export const work = (workers: number) =>
  Effect.map(queue, ({ take }) => {
    const next = take((job, { id }) => run(job, id)).pipe(
      Effect.catch((error) => Effect.as(Effect.logWarning("A job failed", error), null)),
      // A worker that is limited waits for the limit, and does not use up the attempts of its jobs.
      Effect.provideService(RateLimit.MaxWait, "2 hours")
    )
    return Stream.mergeAll(
      Array.from({ length: workers }, () => Stream.fromEffectRepeat(next)),
      { concurrency: workers }
    ).pipe(Stream.filter((outcome) => outcome !== null))
  }).pipe(Stream.unwrap)

/** Five jobs, of which one comes twice and one is for an issue that does not exist. */
export default Effect.gen(function* () {
  for (const issue_number of [1, 2, 3, 3, 99]) {
    yield* enqueue(`thanks/${issue_number}`, { owner: "acme", repo: "web", issue_number, body: "Thank you!" })
  }
  return yield* work(2).pipe(Stream.take(4), Stream.runCollect)
}).pipe(Effect.provide(PersistedQueue.layer.pipe(Layer.provide(PersistedQueue.layerStoreMemory))))
