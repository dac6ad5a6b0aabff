import { Issues } from "forgecast/forge"
import * as Effect from "effect/Effect"

const repo = { owner: "acme", repo: "web" }

/** The playground runs the Effect that a program exports, and prints its value. */
export default Issues.get({ ...repo, issue_number: 1 }).pipe(
  Effect.map(({ title, user }) => `${title}, by ${user?.login}`)
)
