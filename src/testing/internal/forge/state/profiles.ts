/** What users have beside their profile: e-mail addresses, keys, and whom they follow. */
import type { Address, PublicKey, User } from "./accounts.ts"
import { noreply } from "./identities.ts"
import { same, userOf, type World } from "./model.ts"

/** The addresses that a user has given: that of the profile, unless there are more. */
export const addressesOf = ({ addresses, email }: User): ReadonlyArray<Address> =>
  addresses.length > 0 || email === null ? addresses : [{ email, primary: true, verified: true, visibility: "public" }]

/** All addresses of a user, with the one that the service gives to everybody. */
export const allAddressesOf = (user: User): ReadonlyArray<Address> => {
  const given = addressesOf(user)
  return [...given, { email: noreply(user), primary: given.length === 0, verified: true, visibility: null }]
}

/** Changes fields of a user. The record at hand may be an older one. */
export const changeUser = (world: World, { login }: User, change: Partial<User>): User => {
  const current = userOf(world, login)
  if (current === undefined) throw new Error(`The world has no user ${login}`)
  const changed = { ...current, ...change }
  world.users.set(login.toLowerCase(), changed)
  return changed
}

/** Gives a user other addresses: those that are missing from them can be taken by others again. */
export const setAddresses = (world: World, user: User, addresses: ReadonlyArray<Address>): User => {
  for (const { email } of addressesOf(user)) world.emails.delete(email.toLowerCase())
  for (const { email } of addresses) world.emails.set(email.toLowerCase(), user.login)
  const isLeft = addresses.some(({ email }) => user.email !== null && same(email, user.email))
  return changeUser(world, user, { addresses, ...(isLeft ? {} : { email: null }) })
}

export const followersOf = ({ followed_by, followers }: User): number => followers + followed_by.length

export const followingOf = ({ following, follows }: User): number => following + follows.length

export const doesFollow = ({ follows }: User, { login }: User): boolean => follows.includes(login.toLowerCase())

/** Lets one user follow another; again changes nothing. */
export const follow = (world: World, follower: User, followed: User): void => {
  const [by, of] = [userOf(world, follower.login), userOf(world, followed.login)]
  if (by === undefined || of === undefined || doesFollow(by, of)) return
  changeUser(world, by, { follows: [...by.follows, of.login.toLowerCase()] })
  changeUser(world, of, { followed_by: [...of.followed_by, by.login.toLowerCase()] })
}

export const unfollow = (world: World, follower: User, followed: User): void => {
  const without = (logins: ReadonlyArray<string>, { login }: User) => logins.filter((each) => !same(each, login))
  changeUser(world, follower, { follows: without(follower.follows, followed) })
  changeUser(world, followed, { followed_by: without(followed.followed_by, follower) })
}

/** Whether somebody has a key for git already: a user, or a repository as its deploy key. */
export const isTaken = (world: World, key: string): boolean =>
  [...world.repositories.values()].some(({ deployKeys }) =>
    [...deployKeys.values()].some((each) => each.key === key)
  ) || hasKey(world, key, "git")

/** Whether some user has a key for this use. */
export const hasKey = (world: World, key: string, use: PublicKey["use"]): boolean =>
  [...world.users.values()].some(({ keys }) => keys.some((each) => each.key === key && each.use === use))
