/** The variables that workflows of GitHub Actions read: of a repository, of an environment and of an organization. */
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { RepoPath, Removed } from "./internal/fields.ts"
import { created, EnvironmentPath, OrgPath, Selected, selectedOnly } from "./internal/secretFields.ts"
import {
  ChangedSharedVariable,
  ChangedVariable,
  createdAs,
  EnvironmentVariablePath,
  NewVariable,
  OrgVariablePath,
  RepoVariablePath,
  SelectedVariablePath,
  SharedVariable
} from "./internal/variableFields.ts"
import { MinimalRepo } from "./schema/Repo.ts"
import { OrgVariable, Variable } from "./schema/Variable.ts"

/**
 * Lists the variables of a repository. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/actions/variables · needs write access
 */
export const list = Forge.listing("ActionsVariables.list", "GET /repos/{owner}/{repo}/actions/variables", {
  path: RepoPath,
  item: Variable,
  envelope: "variables",
  errors: [NotFound]
})

/**
 * Gets a variable of a repository.
 *
 * GET /repos/{owner}/{repo}/actions/variables/{name} · needs write access
 */
export const get = Forge.operation("ActionsVariables.get", "GET /repos/{owner}/{repo}/actions/variables/{name}", {
  path: RepoVariablePath,
  success: Variable,
  errors: [NotFound]
})

/**
 * Creates a variable of a repository. Fails with `Conflict` if the name is taken: `update` changes it.
 *
 * POST /repos/{owner}/{repo}/actions/variables · needs write access · not retried when the service may have acted
 */
export const create = Forge.operation("ActionsVariables.create", "POST /repos/{owner}/{repo}/actions/variables", {
  path: RepoPath,
  body: NewVariable,
  statuses: created,
  errors: [NotFound, Conflict, ValidationFailed],
  foundBy: createdAs("/repos/{owner}/{repo}/actions/variables/{name}")
})

/**
 * Changes a variable of a repository. Only the given fields change.
 *
 * PATCH /repos/{owner}/{repo}/actions/variables/{name} · needs write access
 */
export const update = Forge.operation(
  "ActionsVariables.update",
  "PATCH /repos/{owner}/{repo}/actions/variables/{name}",
  {
    path: RepoVariablePath,
    body: ChangedVariable,
    sentAs: { new_name: "name" },
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Deletes a variable of a repository.
 *
 * DELETE /repos/{owner}/{repo}/actions/variables/{name} · needs write access
 */
const delete_ = Forge.operation("ActionsVariables.delete", "DELETE /repos/{owner}/{repo}/actions/variables/{name}", {
  path: RepoVariablePath,
  errors: [NotFound],
  foundBy: Removed
})

export { delete_ as delete }

/**
 * Lists the variables of an environment of a repository. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/variables · needs write access
 */
export const listForEnvironment = Forge.listing(
  "ActionsVariables.listForEnvironment",
  "GET /repos/{owner}/{repo}/environments/{environment_name}/variables",
  {
    path: EnvironmentPath,
    item: Variable,
    envelope: "variables",
    errors: [NotFound]
  }
)

/**
 * Gets a variable of an environment of a repository.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/variables/{name} · needs write access
 */
export const getForEnvironment = Forge.operation(
  "ActionsVariables.getForEnvironment",
  "GET /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}",
  {
    path: EnvironmentVariablePath,
    success: Variable,
    errors: [NotFound]
  }
)

/**
 * Creates a variable of an environment of a repository. Fails with `Conflict` if the name is taken: `updateForEnvironment` changes it.
 *
 * POST /repos/{owner}/{repo}/environments/{environment_name}/variables · needs write access · not retried when the service may have acted
 */
export const createForEnvironment = Forge.operation(
  "ActionsVariables.createForEnvironment",
  "POST /repos/{owner}/{repo}/environments/{environment_name}/variables",
  {
    path: EnvironmentPath,
    body: NewVariable,
    statuses: created,
    errors: [NotFound, Conflict, ValidationFailed],
    foundBy: createdAs("/repos/{owner}/{repo}/environments/{environment_name}/variables/{name}")
  }
)

/**
 * Changes a variable of an environment of a repository. Only the given fields change.
 *
 * PATCH /repos/{owner}/{repo}/environments/{environment_name}/variables/{name} · needs write access
 */
export const updateForEnvironment = Forge.operation(
  "ActionsVariables.updateForEnvironment",
  "PATCH /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}",
  {
    path: EnvironmentVariablePath,
    body: ChangedVariable,
    sentAs: { new_name: "name" },
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Deletes a variable of an environment of a repository.
 *
 * DELETE /repos/{owner}/{repo}/environments/{environment_name}/variables/{name} · needs write access
 */
export const deleteForEnvironment = Forge.operation(
  "ActionsVariables.deleteForEnvironment",
  "DELETE /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}",
  {
    path: EnvironmentVariablePath,
    errors: [NotFound],
    foundBy: Removed
  }
)

/**
 * Lists the variables of an organization. `.page` also returns the `total_count`.
 *
 * GET /orgs/{org}/actions/variables · needs an owner of the organization
 */
export const listForOrg = Forge.listing("ActionsVariables.listForOrg", "GET /orgs/{org}/actions/variables", {
  path: OrgPath,
  item: OrgVariable,
  envelope: "variables",
  errors: [NotFound]
})

/**
 * Gets a variable of an organization.
 *
 * GET /orgs/{org}/actions/variables/{name} · needs an owner of the organization
 */
export const getForOrg = Forge.operation("ActionsVariables.getForOrg", "GET /orgs/{org}/actions/variables/{name}", {
  path: OrgVariablePath,
  success: OrgVariable,
  errors: [NotFound]
})

/**
 * Creates a variable of an organization. Fails with `Conflict` if the name is taken: `updateForOrg` changes it.
 *
 * POST /orgs/{org}/actions/variables · needs an owner of the organization · not retried when the service may have acted
 */
export const createForOrg = Forge.operation("ActionsVariables.createForOrg", "POST /orgs/{org}/actions/variables", {
  path: OrgPath,
  body: SharedVariable,
  rules: [selectedOnly],
  statuses: created,
  errors: [NotFound, Conflict, ValidationFailed],
  foundBy: createdAs("/orgs/{org}/actions/variables/{name}")
})

/**
 * Changes a variable of an organization. Only the given fields change.
 *
 * PATCH /orgs/{org}/actions/variables/{name} · needs an owner of the organization
 */
export const updateForOrg = Forge.operation(
  "ActionsVariables.updateForOrg",
  "PATCH /orgs/{org}/actions/variables/{name}",
  {
    path: OrgVariablePath,
    body: ChangedSharedVariable,
    sentAs: { new_name: "name" },
    rules: [selectedOnly],
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Deletes a variable of an organization.
 *
 * DELETE /orgs/{org}/actions/variables/{name} · needs an owner of the organization
 */
export const deleteForOrg = Forge.operation(
  "ActionsVariables.deleteForOrg",
  "DELETE /orgs/{org}/actions/variables/{name}",
  {
    path: OrgVariablePath,
    errors: [NotFound],
    foundBy: Removed
  }
)

/**
 * Lists the repositories that get a variable of an organization. Fails with `Conflict` unless its `visibility` is `selected`.
 *
 * GET /orgs/{org}/actions/variables/{name}/repositories · needs an owner of the organization
 */
export const listSelectedRepositories = Forge.listing(
  "ActionsVariables.listSelectedRepositories",
  "GET /orgs/{org}/actions/variables/{name}/repositories",
  {
    path: OrgVariablePath,
    item: MinimalRepo,
    envelope: "repositories",
    errors: [NotFound, Conflict]
  }
)

/**
 * Replaces the repositories that get a variable of an organization. Fails with `Conflict` unless its `visibility` is `selected`.
 *
 * PUT /orgs/{org}/actions/variables/{name}/repositories · needs an owner of the organization
 */
export const setSelectedRepositories = Forge.operation(
  "ActionsVariables.setSelectedRepositories",
  "PUT /orgs/{org}/actions/variables/{name}/repositories",
  {
    path: OrgVariablePath,
    body: Selected,
    errors: [NotFound, Conflict],
    repeatable: true
  }
)

/**
 * Gives a repository a variable of its organization. Fails with `Conflict` unless the `visibility` of the variable is `selected`.
 *
 * PUT /orgs/{org}/actions/variables/{name}/repositories/{repository_id} · needs an owner of the organization
 */
export const addSelectedRepository = Forge.operation(
  "ActionsVariables.addSelectedRepository",
  "PUT /orgs/{org}/actions/variables/{name}/repositories/{repository_id}",
  {
    path: SelectedVariablePath,
    errors: [NotFound, Conflict],
    repeatable: true
  }
)

/**
 * Takes a variable of an organization from a repository. Fails with `Conflict` unless its `visibility` is `selected`.
 *
 * DELETE /orgs/{org}/actions/variables/{name}/repositories/{repository_id} · needs an owner of the organization
 */
export const removeSelectedRepository = Forge.operation(
  "ActionsVariables.removeSelectedRepository",
  "DELETE /orgs/{org}/actions/variables/{name}/repositories/{repository_id}",
  {
    path: SelectedVariablePath,
    errors: [NotFound, Conflict],
    foundBy: Removed
  }
)

/**
 * Lists the variables that a repository gets from its organization. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/actions/organization-variables · needs write access
 */
export const listSharedWithRepo = Forge.listing(
  "ActionsVariables.listSharedWithRepo",
  "GET /repos/{owner}/{repo}/actions/organization-variables",
  {
    path: RepoPath,
    item: Variable,
    envelope: "variables",
    errors: [NotFound]
  }
)
