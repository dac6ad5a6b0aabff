/** Handlers that create repositories, fork them and give them to another owner. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json } from "../../../exchange.ts"
import type { Sha } from "../../../git/objects.ts"
import { readable, requireViewer, writable } from "../../access/lookups.ts"
import { isMember, organizationOf } from "../../access/members.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { forbidden, invalid } from "../../http/refusals.ts"
import type { User } from "../../state/accounts.ts"
import { ensureUser, type Repository, repositoryNamed, same, userOf } from "../../state/model.ts"
import { branchRef, isEmpty, moveRef } from "../../state/refs.ts"
import { addRepository, blankRepository, moveRepository, repositoriesOf } from "../../state/repositories.ts"
import { plantCommits } from "../../state/seed/git.ts"
import { repositoryUrl } from "../../wire/common.ts"
import * as Wire from "../../wire/repository.ts"
import { isFree, newName } from "./names.ts"
import { changesIn } from "./settings.ts"

/** Makes the first commit, with a README. */
const initialize = (call: Call, repository: Repository, author: string): Repository => {
  const { default_branch, description, name } = repository
  const files = { "README.md": `# ${name}${description === null ? "" : `\n${description}`}` }
  const commit = { message: "Initial commit", files, author }
  const tip = plantCommits(call.world, repository, undefined, [commit], call.now)
  return tip === undefined ? repository : moveRef(call.world, repository, branchRef(default_branch), tip, call.now)
}

const create = (call: Call, owner: string, viewer: string): Result.Result<Answer, Answer> =>
  Result.gen(function* () {
    const fields = yield* Input.fieldsOf(call)
    const name = yield* newName(call, fields, owner)
    const given = yield* changesIn(call, fields, blankRepository(call.world.objects, owner, name, call.now))
    const initial = yield* Input.flag(call, fields, "auto_init")
    const made = addRepository(call.world, { ...given, owner, name }, call.now)
    if (!same(owner, viewer)) made.collaborators.set(viewer.toLowerCase(), "admin")
    const repository = initial === true ? initialize(call, made, viewer) : made
    const location = repositoryUrl(call, repository)
    return json(201, Wire.fullRepository(call, repository, viewer), { location })
  })

export const forUser: Handler = handler(function* (call) {
  const viewer = yield* requireViewer(call)
  return yield* create(call, ensureUser(call.world, viewer).login, viewer)
})

export const forOrg: Handler = handler(function* (call) {
  const viewer = yield* requireViewer(call)
  const [organization] = yield* organizationOf(call)
  yield* mayAddTo(call, organization)
  return yield* create(call, organization.login, viewer)
})

/** Refuses to add repositories to an organization for those who are not members. */
const mayAddTo = (call: Call, owner: User): Result.Result<void, Answer> =>
  isMember(call, owner.login)
    ? Result.void
    : Result.fail(forbidden(call, "You need admin access to the organization before adding a repository to it."))

/** The owner of a new fork: the viewer, or the organization in the body. */
const forkOwner = (call: Call, fields: Input.Fields, viewer: string) =>
  Result.gen(function* () {
    const wanted = yield* Input.text(call, fields, "organization")
    if (wanted === undefined || wanted === null || same(wanted, viewer)) return ensureUser(call.world, viewer).login
    const owner = userOf(call.world, wanted)
    if (owner?.type !== "Organization") {
      const message = `'${wanted}' is the login for a user account. You must be an organization.`
      return yield* Result.fail(
        invalid(call, { resource: "Fork", code: "invalid", field: "organization", value: wanted, message })
      )
    }
    yield* mayAddTo(call, owner)
    return owner.login
  })

/** A name that the owner has no repository of: `web-1` beside `web`. */
const unusedName = (call: Call, owner: string, name: string): string => {
  for (let count = 0; ; count++) {
    const candidate = count === 0 ? name : `${name}-${count}`
    if (repositoryNamed(call.world, `${owner}/${candidate}`) === undefined) return candidate
  }
}

/** Whoever forks a repository again gets the fork that is there. */
export const fork: Handler = handler(function* (call) {
  const viewer = yield* requireViewer(call)
  const parent = yield* readable(call)
  const fields = yield* Input.fieldsOf(call)
  const owner = yield* forkOwner(call, fields, viewer)
  const wanted = yield* Input.text(call, fields, "name")
  const single = yield* Input.flag(call, fields, "default_branch_only")
  if (same(owner, parent.owner)) return yield* Result.fail(forbidden(call, "You cannot fork your own repository."))
  if (parent.private && !parent.settings.allow_forking) {
    return yield* Result.fail(forbidden(call, "Forking is disabled for this repository."))
  }
  if (isEmpty(parent)) {
    const message = "The repository exists, but it contains no Git content. Empty repositories cannot be forked."
    return yield* Result.fail(forbidden(call, message))
  }
  const known = repositoriesOf(call.world, owner).find((repository) => repository.parent === parent.id)
  const name = unusedName(call, owner, wanted ?? parent.name)
  const repository = known ?? makeFork(call, parent, owner, name, single === true)
  return json(202, Wire.fullRepository(call, repository, viewer))
})

/** The refs of a fork that has only the default branch. */
const mainRef = ({ default_branch, refs }: Repository): Map<string, Sha> => {
  const ref = branchRef(default_branch)
  return new Map([...refs].filter(([name]) => name === ref))
}

const makeFork = (call: Call, parent: Repository, owner: string, name: string, single: boolean): Repository =>
  addRepository(
    call.world,
    {
      owner,
      name,
      private: parent.private,
      description: parent.description,
      homepage: parent.homepage,
      default_branch: parent.default_branch,
      has_issues: false,
      parent: parent.id,
      pushed_at: parent.pushed_at,
      ...(single ? { refs: mainRef(parent) } : {})
    },
    call.now
  )

/** The real service asks a user to accept, and takes its time. Here, the repository moves at once. */
export const transfer: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call, "admin", "archived")
  const fields = yield* Input.fieldsOf(call)
  const wanted = yield* Input.requiredText(call, fields, "new_owner", { resource: "Repository", maximum: 100 })
  const name = (yield* Input.text(call, fields, "new_name")) ?? repository.name
  const owner = userOf(call.world, wanted)
  if (owner === undefined || owner.type === "Bot" || same(owner.login, repository.owner)) {
    return yield* Result.fail(
      invalid(call, { resource: "Repository", code: "invalid", field: "new_owner", value: wanted })
    )
  }
  if (owner.type === "Organization") yield* mayAddTo(call, owner)
  yield* isFree(call, owner.login, name)
  if (userOf(call.world, repository.owner)?.type === "User") {
    repository.collaborators.set(repository.owner.toLowerCase(), "admin")
  }
  const moved = moveRepository(call.world, repository, owner.login, name)
  return json(202, Wire.repository(call, moved, viewer))
})
