import { BranchRestrictions } from "forgecast/forge"
import * as Effect from "effect/Effect"

const branch = { owner: "acme", repo: "web", branch: "production" }

/** Lets an App push to a branch. */
export const addApps = BranchRestrictions.addApps({ ...branch, apps: ["linter"] }).pipe(
  Effect.map((apps) => apps.map(({ slug }) => slug))
)

/** Lets a team push to a branch. */
export const addTeams = BranchRestrictions.addTeams({ ...branch, teams: ["developers"] }).pipe(
  Effect.map((teams) => teams.map(({ slug }) => slug))
)

/** Lets a user push to a branch. */
export const addUsers = BranchRestrictions.addUsers({ ...branch, users: ["alan"] }).pipe(
  Effect.map((users) => users.map(({ login }) => login))
)

/** Reads who can push to a branch; null for everyone with write access. */
export const get = BranchRestrictions.get(branch).pipe(
  Effect.map(({ teams, users }) => ({ teams: teams.map(({ slug }) => slug), users: users.map(({ login }) => login) })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Lets everyone with write access push to a branch. */
const delete_ = BranchRestrictions.delete(branch)

export { delete_ as delete }

/** Reads which Apps can push to a branch. */
export const getApps = BranchRestrictions.getApps(branch).pipe(Effect.map((apps) => apps.map(({ slug }) => slug)))

/** No longer lets an App push to a branch. */
export const removeApps = BranchRestrictions.removeApps({ ...branch, apps: ["linter"] }).pipe(
  Effect.map((apps) => apps.map(({ slug }) => slug))
)

/** Lets one of the Apps push to a branch, and no others. */
export const setApps = BranchRestrictions.setApps({ ...branch, apps: ["linter"] }).pipe(
  Effect.map((apps) => apps.map(({ slug }) => slug))
)

/** Reads which teams can push to a branch. */
export const getTeams = BranchRestrictions.getTeams(branch).pipe(Effect.map((teams) => teams.map(({ slug }) => slug)))

/** No longer lets a team push to a branch. */
export const removeTeams = BranchRestrictions.removeTeams({ ...branch, teams: ["developers"] }).pipe(
  Effect.map((teams) => teams.map(({ slug }) => slug))
)

/** Lets one of the teams push to a branch, and no others. */
export const setTeams = BranchRestrictions.setTeams({ ...branch, teams: ["developers"] }).pipe(
  Effect.map((teams) => teams.map(({ slug }) => slug))
)

/** Reads which users can push to a branch. */
export const getUsers = BranchRestrictions.getUsers(branch).pipe(Effect.map((users) => users.map(({ login }) => login)))

/** No longer lets a user push to a branch. */
export const removeUsers = BranchRestrictions.removeUsers({ ...branch, users: ["grace"] }).pipe(
  Effect.map((users) => users.map(({ login }) => login))
)

/** Lets one of the users push to a branch, and no others. */
export const setUsers = BranchRestrictions.setUsers({ ...branch, users: ["grace"] }).pipe(
  Effect.map((users) => users.map(({ login }) => login))
)
