/** Handlers of the `Stars` and `Subscriptions` operations. */
import * as Result from "effect/Result"
import { isoDate, json, noContent } from "../../exchange.ts"
import { readable, requireViewer, signedIn } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { isSubscriber } from "../state/roles.ts"
import { changeRepository, type Repository } from "../state/model.ts"
import type { Subscription } from "../state/records.ts"
import { repositoryUrl, stablePath, user } from "../wire/common.ts"
import { repository as writeRepository } from "../wire/repository.ts"
import { userNamed } from "./followers.ts"

/** The earliest star first. */
const listStargazers: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const found = [...repository.stargazers].sort(([, a], [, b]) => a - b)
  return pageOf(call, `${stablePath(repository)}/stargazers`, found, ([login, at]) =>
    call.media === "star" ? { starred_at: isoDate(at), user: user(call, login) } : user(call, login)
  )
})

/** What a user has starred, as far as the sender may see it. */
const starsOf = (call: Call, target: string, login: string) =>
  Result.gen(function* () {
    const sort = yield* Input.choice(call, "sort", ["created", "updated"], "Star")
    const direction = yield* Input.choice(call, "direction", ["desc", "asc"], "Star")
    const sign = direction === "asc" ? 1 : -1
    const found = [...call.world.repositories.values()]
      .flatMap((repository) => {
        const at = repository.stargazers.get(login.toLowerCase())
        return at === undefined || !call.sees(repository) ? [] : [{ repository, at }]
      })
      .sort(
        (a, b) =>
          sign * (sort === "created" ? a.at - b.at : a.repository.pushed_at - b.repository.pushed_at) ||
          a.repository.id - b.repository.id
      )
    return pageOf(call, target, found, ({ at, repository }) => {
      const repo = writeRepository(call, repository, call.viewer)
      return call.media === "star" ? { starred_at: isoDate(at), repo } : repo
    })
  })

const listForMe: Handler = (call) =>
  Result.flatMap(requireViewer(call), (viewer) => starsOf(call, "/user/starred", viewer))

const listForUser: Handler = (call) =>
  Result.flatMap(userNamed(call), ({ id, login }) => starsOf(call, `/user/${id}/starred`, login))

/** Archived repositories can be starred, too. */
const mine = (call: Call): OrRefusal<readonly [repository: Repository, viewer: string]> =>
  Result.map(signedIn(call, "archived"), ([repository, viewer]) => [repository, viewer.toLowerCase()] as const)

const isStarred: Handler = handler(function* (call) {
  const [{ stargazers }, viewer] = yield* mine(call)
  return stargazers.has(viewer) ? noContent : yield* Result.fail(notFound(call))
})

const star: Handler = handler(function* (call) {
  const [repository, viewer] = yield* mine(call)
  const { stargazers, stars } = repository
  if (!stargazers.has(viewer)) {
    stargazers.set(viewer, call.now)
    changeRepository(call.world, repository, { stars: stars + 1 })
  }
  return noContent
})

const unstar: Handler = handler(function* (call) {
  const [repository, viewer] = yield* mine(call)
  if (repository.stargazers.delete(viewer)) changeRepository(call.world, repository, { stars: repository.stars - 1 })
  return noContent
})

const writeSubscription = (call: Call, repository: Repository, { created_at, ignored, subscribed }: Subscription) => {
  const repository_url = repositoryUrl(call, repository)
  const url = `${repository_url}/subscription`
  return json(200, { subscribed, ignored, reason: null, created_at: isoDate(created_at), url, repository_url })
}

const getSubscription: Handler = handler(function* (call) {
  const [repository, viewer] = yield* mine(call)
  const own = repository.subscriptions.get(viewer)
  if (own !== undefined && own !== null) return writeSubscription(call, repository, own)
  // The service has subscribed those who may write.
  return own === undefined && isSubscriber(call.world, repository, viewer)
    ? writeSubscription(call, repository, { subscribed: true, ignored: false, created_at: repository.created_at })
    : yield* Result.fail(notFound(call))
})

const setSubscription: Handler = handler(function* (call) {
  const [repository, viewer] = yield* mine(call)
  const fields = yield* Input.fieldsOf(call)
  const ignored = (yield* Input.flag(call, fields, "ignored")) ?? false
  const subscribed = ((yield* Input.flag(call, fields, "subscribed")) ?? false) && !ignored
  const created_at = repository.subscriptions.get(viewer)?.created_at ?? call.now
  const own: Subscription = { subscribed, ignored, created_at }
  repository.subscriptions.set(viewer, own)
  return writeSubscription(call, repository, own)
})

const removeSubscription: Handler = handler(function* (call) {
  const [repository, viewer] = yield* mine(call)
  repository.subscriptions.set(viewer, null)
  return noContent
})

const watchedBy = (call: Call, target: string, login: string) => {
  const found = [...call.world.repositories.values()].filter(
    (repository) => call.sees(repository) && isSubscriber(call.world, repository, login)
  )
  return pageOf(call, target, found, (repository) => writeRepository(call, repository, call.viewer))
}

const listWatchedForMe: Handler = (call) =>
  Result.map(requireViewer(call), (viewer) => watchedBy(call, "/user/subscriptions", viewer))

const listWatchedForUser: Handler = (call) =>
  Result.map(userNamed(call), ({ id, login }) => watchedBy(call, `/user/${id}/subscriptions`, login))

const starred = "/user/starred/{owner}/{repo}"
const subscription = "/repos/{owner}/{repo}/subscription"

const stars = endpointsOf("activity/starring")
const watching = endpointsOf("activity/watching")

export const routes: ReadonlyArray<Route> = [
  stars("Stars.listStargazers", "GET /repos/{owner}/{repo}/stargazers", "list-stargazers", listStargazers),
  stars("Stars.listForMe", "GET /user/starred", "list-repositories-starred-by-the-authenticated-user", listForMe),
  stars("Stars.listForUser", "GET /users/{username}/starred", "list-repositories-starred-by-a-user", listForUser),
  stars("Stars.isStarred", `GET ${starred}`, "check-if-a-repository-is-starred-by-the-authenticated-user", isStarred),
  stars("Stars.star", `PUT ${starred}`, "star-a-repository-for-the-authenticated-user", star, "core", "nothing"),
  stars(
    "Stars.unstar",
    `DELETE ${starred}`,
    "unstar-a-repository-for-the-authenticated-user",
    unstar,
    "core",
    "nothing"
  ),
  watching("Subscriptions.get", `GET ${subscription}`, "get-a-repository-subscription", getSubscription),
  watching(
    "Subscriptions.set",
    `PUT ${subscription}`,
    "set-a-repository-subscription",
    setSubscription,
    "core",
    "nothing"
  ),
  watching(
    "Subscriptions.delete",
    `DELETE ${subscription}`,
    "delete-a-repository-subscription",
    removeSubscription,
    "core",
    "nothing"
  ),
  watching(
    "Subscriptions.listForMe",
    "GET /user/subscriptions",
    "list-repositories-watched-by-the-authenticated-user",
    listWatchedForMe
  ),
  watching(
    "Subscriptions.listForUser",
    "GET /users/{username}/subscriptions",
    "list-repositories-watched-by-a-user",
    listWatchedForUser
  )
]
