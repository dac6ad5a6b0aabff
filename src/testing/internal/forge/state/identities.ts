/** Who is behind the names and e-mail addresses of commits. */
import type { Identity } from "../../git/objects.ts"
import { userOf, type World } from "./model.ts"

/** The addresses that the service gives out: with the id, or the older ones without. */
const noreplyPattern = /^(?:\d+\+)?([^+@]+)@users\.noreply\.github\.com$/i

/** Returns the login of the user with this address; undefined if nobody has it. */
export const loginOf = (world: World, { email }: Pick<Identity, "email">): string | undefined => {
  const known = world.emails.get(email.toLowerCase())
  const login = known ?? noreplyPattern.exec(email)?.[1]
  return login === undefined ? undefined : userOf(world, login)?.login
}
