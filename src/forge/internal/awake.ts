/** Waits for a database that starts. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** It refuses connections, or says that it starts, stops or recovers (the codes of class `57P` of PostgreSQL). */
const isAway = ({ reason: { cause, isRetryable } }: SqlError): boolean =>
  isRetryable || (cause instanceof Error && "code" in cause && String(cause.code).startsWith("57P"))

/** Ends once the database answers. Fails if it is still away after a minute, and at once if it refuses otherwise. */
export const awake: Effect.Effect<void, SqlError, SqlClient.SqlClient> = SqlClient.SqlClient.use(
  (sql) => sql`SELECT 1`
).pipe(
  Effect.retry({ while: isAway, schedule: Schedule.upTo(Schedule.spaced("250 millis"), { duration: "1 minute" }) }),
  Effect.asVoid
)
