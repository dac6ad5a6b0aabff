/** The feed of events: of everybody, a repository, its network, an organization or a user. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json } from "../../exchange.ts"
import { readable } from "../access/lookups.ts"
import { isMember, organizationOf } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import { cut } from "../http/paging.ts"
import { forbidden } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { User } from "../state/accounts.ts"
import { type Repository, same } from "../state/model.ts"
import { repositoriesOf, sourceOf } from "../state/repositories.ts"
import { isSubscriber } from "../state/roles.ts"
import { stablePath } from "../wire/common.ts"
import { event, eventsSince, type FeedEvent } from "../wire/feed.ts"
import { userNamed } from "./followers.ts"

/** Older events are not listed, and no more than so many. */
const age = 30 * 86_400_000
const most = 300

const pageOfEvents = (
  call: Call,
  target: string,
  repositories: ReadonlyArray<Repository>,
  isWanted: (event: FeedEvent) => boolean = () => true
): Response => {
  const found = repositories
    .flatMap((repository) => [...eventsSince(call, repository, call.now - age)].filter(isWanted))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  const { headers, items } = cut(call, target, found.slice(0, most))
  return json(
    200,
    items.map((each) => event(call, each)),
    { ...headers, "x-poll-interval": "60" }
  )
}

const isPublic = (repository: Repository): boolean => !repository.private

const open = ({ world }: Call): ReadonlyArray<Repository> => [...world.repositories.values()].filter(isPublic)

const visible = ({ sees, world }: Call): ReadonlyArray<Repository> => [...world.repositories.values()].filter(sees)

const listPublic: Handler = (call) => Result.succeed(pageOfEvents(call, "/events", open(call)))

const listForRepository: Handler = (call) =>
  Result.map(readable(call), (repository) => pageOfEvents(call, `${stablePath(repository)}/events`, [repository]))

const listForNetwork: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const source = sourceOf(call.world, repository)
  const found = open(call).filter((each) => sourceOf(call.world, each).id === source.id)
  return yield* Result.succeed(pageOfEvents(call, `/networks/${repository.owner}/${repository.name}/events`, found))
})

const listForOrganization: Handler = (call) =>
  Result.map(organizationOf(call), ([{ login }]) =>
    pageOfEvents(call, `/orgs/${login}/events`, repositoriesOf(call.world, login).filter(isPublic))
  )

/** What the sender sees of a user: all of the own, and of others what is public. */
const shownOf = (call: Call, { login }: User): ReadonlyArray<Repository> =>
  call.viewer !== null && same(call.viewer, login) ? visible(call) : open(call)

type Scope = (call: Call, user: User) => ReadonlyArray<Repository>

const listBy =
  (path: string, scope: Scope): Handler =>
  (call) =>
    Result.map(userNamed(call), (user) =>
      pageOfEvents(call, `/user/${user.id}/${path}`, scope(call, user), ({ actor }) => same(actor, user.login))
    )

/** What others do in repositories that a user watches, and what those do whom the user follows. */
const listReceived =
  (path: string, scope: Scope): Handler =>
  (call) =>
    Result.map(userNamed(call), (user) => {
      const { follows, login } = user
      const watched = new Set(scope(call, user).filter((each) => isSubscriber(call.world, each, login)))
      return pageOfEvents(
        call,
        `/user/${user.id}/${path}`,
        scope(call, user),
        ({ actor, repository }) =>
          !same(actor, login) && (watched.has(repository) || follows.includes(actor.toLowerCase()))
      )
    })

/** Only the user sees what happens in an organization. */
const listForDashboard: Handler = handler(function* (call) {
  const user = yield* userNamed(call)
  const [{ login }] = yield* organizationOf(call)
  yield* dashboardOf(call, user, login)
  const found = repositoriesOf(call.world, login).filter((each) => call.sees(each))
  return pageOfEvents(call, `/user/${user.id}/events/orgs/${login}`, found)
})

const dashboardOf = (call: Call, { login }: User, organization: string): OrRefusal<void> =>
  call.viewer !== null && same(call.viewer, login) && isMember(call, organization)
    ? Result.void
    : Result.fail(forbidden(call, "Must be a member of the organization to see its events."))

const endpoint = endpointsOf("activity/events")

const user = "/users/{username}"

export const routes: ReadonlyArray<Route> = [
  endpoint("Events.list", "GET /events", "list-public-events", listPublic),
  endpoint(
    "Events.listForNetwork",
    "GET /networks/{owner}/{repo}/events",
    "list-public-events-for-a-network-of-repositories",
    listForNetwork
  ),
  endpoint("Events.listForOrg", "GET /orgs/{org}/events", "list-public-organization-events", listForOrganization),
  endpoint("Events.listForRepo", "GET /repos/{owner}/{repo}/events", "list-repository-events", listForRepository),
  endpoint(
    "Events.listForUser",
    `GET ${user}/events`,
    "list-events-for-the-authenticated-user",
    listBy("events", shownOf)
  ),
  endpoint(
    "Events.listForUserInOrg",
    `GET ${user}/events/orgs/{org}`,
    "list-organization-events-for-the-authenticated-user",
    listForDashboard
  ),
  endpoint(
    "Events.listPublicForUser",
    `GET ${user}/events/public`,
    "list-public-events-for-a-user",
    listBy("events/public", open)
  ),
  endpoint(
    "Events.listReceived",
    `GET ${user}/received_events`,
    "list-events-received-by-the-authenticated-user",
    listReceived("received_events", shownOf)
  ),
  endpoint(
    "Events.listPublicReceived",
    `GET ${user}/received_events/public`,
    "list-public-events-received-by-a-user",
    listReceived("received_events/public", open)
  )
]
