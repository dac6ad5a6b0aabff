/** Handlers of review requests. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json } from "../../../exchange.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { malformed, unprocessable } from "../../http/refusals.ts"
import { fullName, type Repository, same, userOf } from "../../state/model.ts"
import type { Pull } from "../../state/pulls.ts"
import { permissionOf } from "../../state/roles.ts"
import * as Wire from "../../wire/pulls.ts"
import { isAuthor, readablePull, writablePull } from "../pulls/lookups.ts"
import { changePull } from "./changes.ts"

interface Wanted {
  readonly reviewers: ReadonlyArray<string>
  readonly teams: ReadonlyArray<string>
}

const wantedOf = (call: Call, fields: Input.Fields): Result.Result<Wanted, Answer> =>
  Result.gen(function* () {
    const reviewers = (yield* Input.names(call, fields, "reviewers", "login")) ?? []
    const teams = (yield* Input.names(call, fields, "team_reviewers", "slug")) ?? []
    return { reviewers, teams }
  })

/** Refuses the author, and all who have no role in the repository. */
const canReview = (call: Call, repository: Repository, pull: Pull, wanted: Wanted): Result.Result<void, Answer> => {
  if (wanted.reviewers.some((login) => isAuthor(pull, login))) {
    return Result.fail(unprocessable(call, "Review cannot be requested from pull request author."))
  }
  const known = call.world.organizations.get(repository.owner.toLowerCase())?.teams
  const isRefused =
    wanted.reviewers.some((login) => permissionOf(call.world, repository, login) === undefined) ||
    wanted.teams.some((slug) => known?.get(slug)?.repositories.has(repository.id) !== true)
  if (!isRefused) return Result.void
  const message =
    "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a " +
    `collaborator of the ${fullName(repository)} repository.`
  return Result.fail(unprocessable(call, message))
}

export const list: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  const { requested_reviewers: users, requested_teams: teams } = Wire.requested(call, repository, pull)
  return json(200, { users, teams })
})

export const request: Handler = handler(function* (call) {
  const { pull, repository } = yield* writablePull(call, "triage")
  const wanted = yield* wantedOf(call, yield* Input.fieldsOf(call))
  if (wanted.reviewers.length + wanted.teams.length === 0) {
    return yield* Result.fail(malformed(call, `"reviewers" or "team_reviewers" must be supplied.`))
  }
  yield* canReview(call, repository, pull, wanted)
  const { requested_reviewers, requested_teams } = pull.pull_request
  const logins = wanted.reviewers.map((login) => userOf(call.world, login)?.login ?? login)
  const changed = changePull(call, repository, pull, {
    requested_reviewers: [...new Set([...requested_reviewers, ...logins])],
    requested_teams: [...new Set([...requested_teams, ...wanted.teams])]
  })
  return json(201, Wire.pull(call, repository, changed))
})

export const remove: Handler = handler(function* (call) {
  const { pull, repository } = yield* writablePull(call, "triage")
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "reviewers")
  const { reviewers, teams } = yield* wantedOf(call, fields)
  const { requested_reviewers, requested_teams } = pull.pull_request
  const changed = changePull(call, repository, pull, {
    requested_reviewers: requested_reviewers.filter((login) => !reviewers.some((other) => same(other, login))),
    requested_teams: requested_teams.filter((slug) => !teams.includes(slug))
  })
  return json(200, Wire.pull(call, repository, changed))
})
