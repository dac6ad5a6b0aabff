/** Starts the workflow of each repository. */
import { Repositories } from "forgecast/forge"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { owner } from "./simulated.ts"
import { type Changes, KeepInOrder } from "./workflow.ts"

/** Tells of each repository, as soon as it is in order, what has changed. Asked for again, it tells the same. */
export const keepAll = (at: DateTime.Utc, onDone: (repo: string, changes: Changes) => void) =>
  Repositories.listForOrg({ org: owner }).pipe(
    Stream.mapEffect(
      ({ default_branch, name }) =>
        Effect.map(KeepInOrder.execute({ owner, repo: name, default_branch, at }), (changes) => onDone(name, changes)),
      { concurrency: 100, unordered: true }
    ),
    Stream.runDrain
  )
