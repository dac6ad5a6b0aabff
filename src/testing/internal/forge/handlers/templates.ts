/** Repositories that are made from a template. */
import * as Result from "effect/Result"
import { json } from "../../exchange.ts"
import { commitOf, putCommit } from "../../git/objects.ts"
import { readable, requireViewer } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { type Fault, invalid } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { User } from "../state/accounts.ts"
import { identityOf } from "../state/identities.ts"
import { ensureUser, type Repository, same, userOf } from "../state/model.ts"
import { branchRef, branchTip, isEmpty, moveRef, refNames } from "../state/refs.ts"
import { addRepository } from "../state/repositories.ts"
import { repositoryUrl } from "../wire/common.ts"
import * as Wire from "../wire/repository.ts"
import { descriptionRule, mayAddTo, newName } from "./repositories.ts"

const wrong = (field: string, value: string, message: string): Fault => ({
  resource: "Repository",
  code: "custom",
  field,
  value,
  message
})

/** The owner of the new repository: the viewer, or an organization that takes repositories of theirs. */
const ownerIn = (call: Call, fields: Input.Fields, viewer: string): OrRefusal<User> =>
  Result.gen(function* () {
    const wanted = (yield* Input.text(call, fields, "owner")) ?? viewer
    if (same(wanted, viewer)) return ensureUser(call.world, viewer)
    const owner = userOf(call.world, wanted)
    if (owner?.type !== "Organization") {
      return yield* Result.fail(invalid(call, wrong("owner", wanted, `${wanted} cannot own the new repository.`)))
    }
    yield* mayAddTo(call, owner)
    return owner
  })

/** Gives a branch the files of the template's, in a first commit of its own. */
const copyBranch = (call: Call, template: Repository, made: Repository, name: string, viewer: string): Repository => {
  const { now, world } = call
  const tip = branchTip(template, name)
  if (tip === undefined) return made
  const { tree } = commitOf(world.objects, tip)
  const author = identityOf(world, viewer, now)
  const { sha } = putCommit(world.objects, { tree, parents: [], author, committer: author, message: "Initial commit" })
  return moveRef(world, made, branchRef(name), sha, now, viewer)
}

const generate: Handler = handler(function* (call) {
  const viewer = yield* requireViewer(call)
  const template = yield* readable(call)
  if (!template.settings.is_template) {
    const message = "The repository is not a template."
    return yield* Result.fail(invalid(call, wrong("template_repository", template.name, message)))
  }
  const fields = yield* Input.fieldsOf(call)
  const owner = yield* ownerIn(call, fields, viewer)
  const name = yield* newName(call, fields, owner.login)
  const description = (yield* Input.boundedText(call, fields, "description", descriptionRule)) ?? null
  const isPrivate = (yield* Input.flag(call, fields, "private")) ?? false
  const all = yield* Input.flag(call, fields, "include_all_branches")
  const { default_branch } = template
  const about = { owner: owner.login, name, description, private: isPrivate, default_branch, template: template.id }
  const blank = addRepository(call.world, about, call.now)
  if (!same(owner.login, viewer)) blank.collaborators.set(viewer.toLowerCase(), "admin")
  const branches = isEmpty(template) ? [] : all === true ? refNames(template, "heads") : [default_branch]
  const made = branches.reduce((into, branch) => copyBranch(call, template, into, branch, viewer), blank)
  return json(201, Wire.fullRepository(call, made, viewer), { location: repositoryUrl(call, made) })
})

const endpoint = endpointsOf("repos/repos")

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "Repositories.createFromTemplate",
    "POST /repos/{owner}/{repo}/generate",
    "create-a-repository-using-a-template",
    generate
  )
]
