/** Repositories: one, how they are created, forked and transferred, and what is read from their commits and files. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { httpDate, json, noContent } from "../../exchange.ts"
import { commitOf, type Sha } from "../../git/objects.ts"
import { archivedRefusal, readable, requireViewer, writable } from "../access/lookups.ts"
import { isMember, organizationOf } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { type Fault, forbidden, invalid, refusal } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { User } from "../state/accounts.ts"
import { contributorsOf, languagesOf } from "../state/insight.ts"
import { changeRepository, ensureUser, type Repository, repositoryNamed, same, userOf } from "../state/model.ts"
import { subscribersOf } from "../state/roles.ts"
import { type Merges, type Security, securityFeatures, type Settings } from "../state/records.ts"
import { branchRef, branchTip, isEmpty, moveRef, refNames, tagRef } from "../state/refs.ts"
import {
  addRepository,
  blankRepository,
  moveRepository,
  removeRepository,
  repositoriesOf
} from "../state/repositories.ts"
import { plantCommits } from "../state/seed/git.ts"
import { repositoryUrl, stablePath, user } from "../wire/common.ts"
import { nodeId } from "../wire/nodeIds.ts"
import * as Wire from "../wire/repository.ts"

const nameRule = { resource: "Repository", maximum: 100 }

/** Characters that names cannot have become hyphens. */
const cleaned = (name: string): string => name.trim().replace(/[^\w.-]+/g, "-")

const taken: Fault = {
  resource: "Repository",
  code: "custom",
  field: "name",
  message: "name already exists on this account"
}

/** Refuses a name that another repository of the owner has. */
const isFree = (call: Call, owner: string, name: string, except?: Repository): OrRefusal<void> => {
  const found = repositoryNamed(call.world, `${owner}/${name}`)
  return found === undefined || found.id === except?.id ? Result.void : Result.fail(invalid(call, taken))
}

/** Reads the new name of a repository; undefined if it was not sent. */
const freeName = (call: Call, fields: Input.Fields, owner: string, of: Repository) =>
  Result.gen(function* () {
    const wanted = yield* Input.boundedText(call, fields, "name", nameRule)
    if (wanted === undefined || wanted === null) return undefined
    const name = cleaned(wanted)
    yield* isFree(call, owner, name, of)
    return name
  })

/** Reads the name of a repository to create, for which the service has a message of its own. */
export const newName = (call: Call, fields: Input.Fields, owner: string) =>
  Result.gen(function* () {
    const name = cleaned(yield* Input.requiredText(call, fields, "name", nameRule))
    if (repositoryNamed(call.world, `${owner}/${name}`) !== undefined) {
      const message = "Repository creation failed."
      return yield* Result.fail(refusal(422, message, call.documentation, { errors: [taken] }))
    }
    return name
  })

/** Switches, by the field of the body. */
const flags = [
  "has_projects",
  "has_wiki",
  "has_discussions",
  "is_template",
  "allow_forking",
  "allow_auto_merge",
  "allow_update_branch",
  "web_commit_signoff_required"
] as const satisfies ReadonlyArray<keyof Settings>

const wordings = {
  squash_merge_commit_title: ["PR_TITLE", "COMMIT_OR_PR_TITLE"],
  squash_merge_commit_message: ["PR_BODY", "COMMIT_MESSAGES", "BLANK"],
  merge_commit_title: ["PR_TITLE", "MERGE_MESSAGE"],
  merge_commit_message: ["PR_BODY", "PR_TITLE", "BLANK"]
} as const

const mergeFields: Readonly<Record<string, keyof Merges>> = {
  allow_merge_commit: "merge",
  allow_squash_merge: "squash",
  allow_rebase_merge: "rebase",
  delete_branch_on_merge: "delete_branch"
}

/** Reads which security features a body switches. The others stay as they are. */
const securityIn = (call: Call, fields: Input.Fields, before: Security): OrRefusal<Security> =>
  Result.gen(function* () {
    const given = yield* Input.object(call, fields, "security_and_analysis")
    const switched: { -readonly [Feature in keyof Security]: Security[Feature] } = { ...before }
    for (const feature of securityFeatures) {
      const wanted = yield* Input.object(call, given ?? {}, feature)
      const status = yield* Input.oneOf(call, wanted ?? {}, "status", ["enabled", "disabled"], "Repository")
      if (status !== undefined && status !== null) switched[feature] = { status }
    }
    return switched
  })

const settingsIn = (call: Call, fields: Input.Fields, before: Settings): OrRefusal<Settings> =>
  Result.gen(function* () {
    const switched: Partial<Record<(typeof flags)[number], boolean>> = {}
    for (const flag of flags) switched[flag] = (yield* Input.flag(call, fields, flag)) ?? before[flag]
    const word = <const A extends string>(name: string, known: ReadonlyArray<A>) =>
      Input.oneOf(call, fields, name, known, "Repository")
    const squashTitle = yield* word("squash_merge_commit_title", wordings.squash_merge_commit_title)
    const squashMessage = yield* word("squash_merge_commit_message", wordings.squash_merge_commit_message)
    const title = yield* word("merge_commit_title", wordings.merge_commit_title)
    const message = yield* word("merge_commit_message", wordings.merge_commit_message)
    return {
      ...before,
      ...switched,
      security_and_analysis: yield* securityIn(call, fields, before.security_and_analysis),
      squash_merge_commit_title: squashTitle ?? before.squash_merge_commit_title,
      squash_merge_commit_message: squashMessage ?? before.squash_merge_commit_message,
      merge_commit_title: title ?? before.merge_commit_title,
      merge_commit_message: message ?? before.merge_commit_message
    }
  })

const mergesIn = (call: Call, fields: Input.Fields, before: Merges): OrRefusal<Merges> =>
  Result.gen(function* () {
    const merges: { -readonly [Way in keyof Merges]: boolean } = { ...before }
    for (const [field, way] of Object.entries(mergeFields)) {
      merges[way] = (yield* Input.flag(call, fields, field)) ?? before[way]
    }
    if (merges.merge || merges.squash || merges.rebase) return merges
    const message = "Sorry, you need to allow at least one merge strategy. (no_merge_method)"
    return yield* Result.fail(
      invalid(call, { resource: "Repository", code: "custom", field: "merge_commit_allowed", message })
    )
  })

/** Reads whether the repository becomes private. The visibility of a public fork is its parent's. */
const privacyIn = (call: Call, fields: Input.Fields, before: Repository): OrRefusal<boolean> =>
  Result.gen(function* () {
    const flag = yield* Input.flag(call, fields, "private")
    const visibility = yield* Input.oneOf(call, fields, "visibility", ["public", "private"], "Repository")
    const isPrivate = visibility === undefined || visibility === null ? flag : visibility === "private"
    if (before.parent !== null && !before.private && isPrivate === true) {
      const message = "Public forks can't be made private. Please duplicate the repository."
      return yield* Result.fail(invalid(call, { resource: "Repository", code: "custom", field: "visibility", message }))
    }
    return isPrivate ?? before.private
  })

/** Reads what a body changes, except the name and the default branch. */
const changesIn = (call: Call, fields: Input.Fields, before: Repository): OrRefusal<Partial<Repository>> =>
  Result.gen(function* () {
    const description = yield* Input.boundedText(call, fields, "description", descriptionRule)
    const homepage = yield* Input.boundedText(call, fields, "homepage", descriptionRule)
    return {
      description: description === undefined ? before.description : description,
      homepage: homepage === undefined ? before.homepage : homepage,
      private: yield* privacyIn(call, fields, before),
      has_issues: (yield* Input.flag(call, fields, "has_issues")) ?? before.has_issues,
      archived: (yield* Input.flag(call, fields, "archived")) ?? before.archived,
      settings: yield* settingsIn(call, fields, before.settings),
      merges: yield* mergesIn(call, fields, before.merges)
    }
  })

export const descriptionRule = { resource: "Repository", maximum: 350, blank: true }

/** Makes the first commit, with a README. */
const initialize = (call: Call, repository: Repository, author: string): Repository => {
  const { default_branch, description, name } = repository
  const files = { "README.md": `# ${name}${description === null ? "" : `\n${description}`}` }
  const commit = { message: "Initial commit", files, author }
  const tip = plantCommits(call.world, repository, undefined, [commit], call.now)
  return tip === undefined
    ? repository
    : moveRef(call.world, repository, branchRef(default_branch), tip, call.now, call.viewer)
}

const create = (call: Call, owner: string, viewer: string): OrRefusal<Response> =>
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

const forUser: Handler = handler(function* (call) {
  const viewer = yield* requireViewer(call)
  return yield* create(call, ensureUser(call.world, viewer).login, viewer)
})

const forOrg: Handler = handler(function* (call) {
  const viewer = yield* requireViewer(call)
  const [organization] = yield* organizationOf(call)
  yield* mayAddTo(call, organization)
  return yield* create(call, organization.login, viewer)
})

/** Refuses to add repositories to an organization for those who are not members. */
export const mayAddTo = (call: Call, owner: User): OrRefusal<void> =>
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
const fork: Handler = handler(function* (call) {
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
  if (known !== undefined) return json(202, Wire.fullRepository(call, known, viewer))
  const name = unusedName(call, owner, wanted ?? parent.name)
  const key = `fork of ${parent.id} for ${owner.toLowerCase()}`
  const promised = call.world.promised.find((each) => each.key === key)
  const made = makeFork(call, parent, owner, name, single === true, promised?.id)
  const response = json(202, Wire.fullRepository(call, made, viewer))
  if (call.delays.fork === 0) return response
  // It is only described yet.
  removeRepository(call.world, made)
  if (promised === undefined) {
    const act = (then: Call) => {
      const origin = then.world.repositories.get(parent.id)
      const isPossible = origin !== undefined && repositoryNamed(then.world, `${owner}/${name}`) === undefined
      if (isPossible) makeFork(then, origin, owner, name, single === true, made.id)
    }
    call.later("fork", act, { key, id: made.id })
  }
  return response
})

/** The refs of a fork that has only the default branch. */
const mainRef = ({ default_branch, refs }: Repository): Map<string, Sha> => {
  const ref = branchRef(default_branch)
  return new Map([...refs].filter(([name]) => name === ref))
}

const makeFork = (
  call: Call,
  parent: Repository,
  owner: string,
  name: string,
  single: boolean,
  id?: number
): Repository =>
  addRepository(
    call.world,
    {
      ...(id === undefined ? {} : { id }),
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

/** The real service asks a user to accept. Here, the repository moves, at once or after the delay of transfers. */
const transfer: Handler = handler(function* (call) {
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
  call.later("transfer", ({ world }) => {
    const found = world.repositories.get(repository.id)
    if (found === undefined || repositoryNamed(world, `${owner.login}/${name}`) !== undefined) return
    if (userOf(world, found.owner)?.type === "User") found.collaborators.set(found.owner.toLowerCase(), "admin")
    moveRepository(world, found, owner.login, name)
  })
  const now = call.world.repositories.get(repository.id) ?? repository
  return json(202, Wire.repository(call, now, viewer))
})

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const wire = Wire.fullRepository(call, repository, call.viewer)
  return json(200, wire, { "last-modified": httpDate(repository.updated_at) })
})

/** Reads a new default branch, which must exist. */
const defaultBranch = (call: Call, repository: Repository, fields: Input.Fields) =>
  Result.flatMap(Input.text(call, fields, "default_branch"), (name): OrRefusal<Partial<Repository>> => {
    if (name === undefined || name === null || name === repository.default_branch) return Result.succeed({})
    if (branchTip(repository, name) !== undefined || isEmpty(repository)) {
      return Result.succeed({ default_branch: name })
    }
    const message = `The branch ${name} was not found. Please push that ref first or create it via the Git Data API.`
    return Result.fail(invalid(call, { resource: "Repository", field: "default_branch", code: "invalid", message }))
  })

const update: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin", "archived")
  const fields = yield* Input.fieldsOf(call)
  if (repository.archived && fields["archived"] !== false) return yield* Result.fail(archivedRefusal(call))
  const name = yield* freeName(call, fields, repository.owner, repository)
  const change = {
    ...(yield* changesIn(call, fields, repository)),
    ...(yield* defaultBranch(call, repository, fields))
  }
  const moved =
    name === undefined || name === repository.name
      ? repository
      : moveRepository(call.world, repository, repository.owner, name)
  const changed = moved !== repository || Input.hasEffect(repository, change)
  const after = changed ? changeRepository(call.world, moved, { ...change, updated_at: call.now }) : repository
  return json(200, Wire.fullRepository(call, after, call.viewer))
})

const remove: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "admin", "archived")
  removeRepository(call.world, repository)
  return noContent
})

const listTags: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const url = repositoryUrl(call, repository)
  const tags = refNames(repository, "tags")
    .flatMap((name) => {
      const sha = repository.refs.get(tagRef(name))
      return sha === undefined ? [] : [{ name, sha, date: commitOf(call.world.objects, sha).committer.date }]
    })
    .sort((a, b) => b.date - a.date || (a.name < b.name ? 1 : -1))
  return pageOf(call, `${stablePath(repository)}/tags`, tags, ({ name, sha }) => ({
    name,
    zipball_url: `${url}/zipball/refs/tags/${name}`,
    tarball_url: `${url}/tarball/refs/tags/${name}`,
    commit: { sha, url: `${url}/commits/${sha}` },
    node_id: nodeId("REF", tagRef(name), repository)
  }))
})

const listContributors: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  if (isEmpty(repository)) return noContent
  const anonymous = ["1", "true"].includes(call.query.get("anon") ?? "")
  const found = contributorsOf(call.world, repository).filter(({ login }) => anonymous || login !== null)
  return pageOf(call, `${stablePath(repository)}/contributors`, found, ({ contributions, email, login, name }) =>
    login === null ? { email, name, type: "Anonymous", contributions } : { ...user(call, login), contributions }
  )
})

const listSubscribers: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const found = subscribersOf(call.world, repository)
  return pageOf(call, `${stablePath(repository)}/subscribers`, found, (login) => user(call, login))
})

const listLanguages: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Object.fromEntries(languagesOf(call.world.objects, repository)))
})

const getTopics: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, { names: repository.topics })
})

const maxTopics = 20

const replaceTopics: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "names")
  const names = [...new Set((yield* Input.names(call, fields, "names", "name")) ?? [])]
  const errors = [
    ...(names.every((name) => /^[a-z\d][a-z\d-]{0,49}$/.test(name))
      ? []
      : [
          "Topics must start with a lowercase letter or number, consist of 50 characters or less, and can include hyphens."
        ]),
    ...(names.length > maxTopics ? [`A repository cannot have more than ${maxTopics} topics.`] : [])
  ]
  if (errors.length > 0) {
    return yield* Result.fail(refusal(422, "Validation Failed", call.documentation, { errors }))
  }
  changeRepository(call.world, repository, { topics: names, updated_at: call.now })
  return json(200, { names })
})

const repo = "/repos/{owner}/{repo}"

const endpoint = endpointsOf("repos/repos")

export const routes: ReadonlyArray<Route> = [
  endpoint("Repositories.get", `GET ${repo}`, "get-a-repository", get),
  endpoint("Repositories.update", `PATCH ${repo}`, "update-a-repository", update),
  endpoint("Repositories.delete", `DELETE ${repo}`, "delete-a-repository", remove),
  endpoint("Repositories.create", "POST /user/repos", "create-a-repository-for-the-authenticated-user", forUser),
  endpoint("Repositories.createForOrg", "POST /orgs/{org}/repos", "create-an-organization-repository", forOrg),
  endpoint("Repositories.fork", `POST ${repo}/forks`, "repos/forks#create-a-fork", fork, "core", {
    permission: "metadata",
    level: "read"
  }),
  endpoint("Repositories.transfer", `POST ${repo}/transfer`, "transfer-a-repository", transfer),
  endpoint("Repositories.listTags", `GET ${repo}/tags`, "list-repository-tags", listTags),
  endpoint(
    "Repositories.listContributors",
    `GET ${repo}/contributors`,
    "list-repository-contributors",
    listContributors
  ),
  endpoint("Repositories.getLanguages", `GET ${repo}/languages`, "list-repository-languages", listLanguages),
  endpoint("Repositories.getTopics", `GET ${repo}/topics`, "get-all-repository-topics", getTopics),
  endpoint("Repositories.replaceTopics", `PUT ${repo}/topics`, "replace-all-repository-topics", replaceTopics),
  endpoint(
    "Repositories.listSubscribers",
    `GET ${repo}/subscribers`,
    "activity/watching#list-watchers",
    listSubscribers
  )
]
