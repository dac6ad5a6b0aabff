import { ActionsVariables } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }
const production = { ...repo, environment_name: "production" }
const org = { org: "acme" }

/** Creates a variable of a repository, or changes it if it is there. */
export const create = ActionsVariables.create({ ...repo, name: "REGION", value: "us" }).pipe(
  Effect.catchTag("Conflict", () => ActionsVariables.update({ ...repo, name: "REGION", value: "us" }))
)

/** Reads a variable of a repository. */
export const get = ActionsVariables.get({ ...repo, name: "REGION" }).pipe(Effect.map(({ value }) => value))

/** Reads all variables of a repository. */
export const list = ActionsVariables.list(repo).pipe(
  Stream.map(({ name, value }) => ({ name, value })),
  Stream.runCollect
)

/** Renames a variable of a repository. */
export const update = ActionsVariables.update({ ...repo, name: "REGION", new_name: "ZONE" })

/** Deletes a variable of a repository, if it is there. */
const delete_ = ActionsVariables.delete({ ...repo, name: "REGION" }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Creates a variable of an environment, or changes it if it is there. */
export const createForEnvironment = ActionsVariables.createForEnvironment({
  ...production,
  name: "REGION",
  value: "us"
}).pipe(
  Effect.catchTag("Conflict", () =>
    ActionsVariables.updateForEnvironment({ ...production, name: "REGION", value: "us" })
  )
)

/** Reads a variable of an environment. */
export const getForEnvironment = ActionsVariables.getForEnvironment({ ...production, name: "REGION" }).pipe(
  Effect.map(({ value }) => value)
)

/** Reads all variables of an environment. */
export const listForEnvironment = ActionsVariables.listForEnvironment(production).pipe(
  Stream.map(({ name, value }) => ({ name, value })),
  Stream.runCollect
)

/** Renames a variable of an environment. */
export const updateForEnvironment = ActionsVariables.updateForEnvironment({
  ...production,
  name: "REGION",
  new_name: "ZONE"
})

/** Deletes a variable of an environment, if it is there. */
export const deleteForEnvironment = ActionsVariables.deleteForEnvironment({ ...production, name: "REGION" }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Creates a variable of an organization, or changes it if it is there. */
export const createForOrg = ActionsVariables.createForOrg({
  ...org,
  name: "REGION",
  value: "us",
  visibility: "all"
}).pipe(Effect.catchTag("Conflict", () => ActionsVariables.updateForOrg({ ...org, name: "REGION", value: "us" })))

/** Reads a variable of an organization. */
export const getForOrg = ActionsVariables.getForOrg({ ...org, name: "REGION" }).pipe(Effect.map(({ value }) => value))

/** Reads all variables of an organization. */
export const listForOrg = ActionsVariables.listForOrg(org).pipe(
  Stream.map(({ name, value }) => ({ name, value })),
  Stream.runCollect
)

/** Renames a variable of an organization. */
export const updateForOrg = ActionsVariables.updateForOrg({ ...org, name: "REGION", new_name: "ZONE" })

/** Deletes a variable of an organization, if it is there. */
export const deleteForOrg = ActionsVariables.deleteForOrg({ ...org, name: "REGION" }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Lists the repositories that get a variable. */
export const listSelectedRepositories = ActionsVariables.listSelectedRepositories({ ...org, name: "MIRROR" }).pipe(
  Stream.map(({ full_name }) => full_name),
  Stream.runCollect
)

/** Sets which repositories get a variable. */
export const setSelectedRepositories = ActionsVariables.setSelectedRepositories({
  ...org,
  name: "MIRROR",
  selected_repository_ids: [2_000_000]
})

/** Gives a variable to one more repository. */
export const addSelectedRepository = ActionsVariables.addSelectedRepository({
  ...org,
  name: "MIRROR",
  repository_id: 2_000_001
})

/** Takes a variable from a repository. */
export const removeSelectedRepository = ActionsVariables.removeSelectedRepository({
  ...org,
  name: "MIRROR",
  repository_id: 2_000_000
})

/** Reads the variables that a repository gets from its organization. */
export const listSharedWithRepo = ActionsVariables.listSharedWithRepo(repo).pipe(
  Stream.map(({ name, value }) => ({ name, value })),
  Stream.runCollect
)

export { delete_ as delete }
