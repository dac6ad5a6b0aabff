/** Who follows whom. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { noContent } from "../../exchange.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import { pageOf } from "../http/paging.ts"
import { notFound, unprocessable } from "../http/refusals.ts"
import type { Access } from "../http/requirement.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { User } from "../state/accounts.ts"
import { userOf } from "../state/model.ts"
import { doesFollow, follow, unfollow } from "../state/profiles.ts"
import { user as writeUser } from "../wire/common.ts"
import { signedInUser } from "./profile.ts"

/** Returns the user that a variable of the path names, or 404. */
export const userNamed = (call: Call, variable = "username"): OrRefusal<User> => {
  const found = userOf(call.world, call.params[variable] ?? "")
  return found === undefined ? Result.fail(notFound(call)) : Result.succeed(found)
}

type Side = "followers" | "following"

/** A page of those on one side, in the order of their ids. */
const pageOfSide = (call: Call, side: Side, root: string, self: User): Response => {
  const logins = side === "followers" ? self.followed_by : self.follows
  const found = logins.flatMap((login) => userOf(call.world, login) ?? []).toSorted((a, b) => a.id - b.id)
  return pageOf(call, `${root}/${side}`, found, ({ login }) => writeUser(call, login))
}

const listMine =
  (side: Side): Handler =>
  (call) =>
    Result.map(signedInUser(call), (self) => pageOfSide(call, side, "/user", self))

const listOf =
  (side: Side): Handler =>
  (call) =>
    Result.map(userNamed(call), (self) => pageOfSide(call, side, `/user/${self.id}`, self))

const answer = (call: Call, follows: boolean): OrRefusal<Response> =>
  follows ? Result.succeed(noContent) : Result.fail(notFound(call))

const check: Handler = handler(function* (call) {
  return yield* answer(call, doesFollow(yield* signedInUser(call), yield* userNamed(call)))
})

const checkOther: Handler = handler(function* (call) {
  return yield* answer(call, doesFollow(yield* userNamed(call), yield* userNamed(call, "target_user")))
})

const add: Handler = handler(function* (call) {
  const self = yield* signedInUser(call)
  const other = yield* userNamed(call)
  if (self.id === other.id) return yield* Result.fail(unprocessable(call, "Users cannot follow themselves."))
  follow(call.world, self, other)
  return noContent
})

const remove: Handler = handler(function* (call) {
  unfollow(call.world, yield* signedInUser(call), yield* userNamed(call))
  return noContent
})

const endpoint = endpointsOf("users/followers")

const one = "/user/following/{username}"
const writes: Access = { permission: "followers", level: "write" }

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "Users.listMyFollowers",
    "GET /user/followers",
    "list-followers-of-the-authenticated-user",
    listMine("followers")
  ),
  endpoint(
    "Users.listFollowedByMe",
    "GET /user/following",
    "list-the-people-the-authenticated-user-follows",
    listMine("following")
  ),
  endpoint("Users.isFollowedByMe", `GET ${one}`, "check-if-a-person-is-followed-by-the-authenticated-user", check),
  endpoint("Users.follow", `PUT ${one}`, "follow-a-user", add, "core", writes),
  endpoint("Users.unfollow", `DELETE ${one}`, "unfollow-a-user", remove, "core", writes),
  endpoint("Users.listFollowers", "GET /users/{username}/followers", "list-followers-of-a-user", listOf("followers")),
  endpoint(
    "Users.listFollowed",
    "GET /users/{username}/following",
    "list-the-people-a-user-follows",
    listOf("following")
  ),
  endpoint(
    "Users.isFollowedBy",
    "GET /users/{username}/following/{target_user}",
    "check-if-a-user-follows-another-user",
    checkOther
  )
]
