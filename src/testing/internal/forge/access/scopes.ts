/** The scopes of classic tokens and of OAuth apps. */

/** The scopes that include each scope. */
const parents: Readonly<Record<string, ReadonlyArray<string>>> = {
  "admin:gpg_key": [],
  "admin:org": [],
  "admin:org_hook": [],
  "admin:public_key": [],
  "admin:repo_hook": ["repo"],
  "admin:ssh_signing_key": [],
  codespace: [],
  "delete:packages": [],
  delete_repo: [],
  gist: [],
  notifications: [],
  project: [],
  public_repo: ["repo"],
  "read:audit_log": [],
  "read:gpg_key": ["write:gpg_key", "admin:gpg_key"],
  "read:org": ["write:org", "admin:org"],
  "read:packages": ["write:packages"],
  "read:project": ["project"],
  "read:public_key": ["write:public_key", "admin:public_key"],
  "read:repo_hook": ["write:repo_hook", "admin:repo_hook", "repo"],
  "read:ssh_signing_key": ["write:ssh_signing_key", "admin:ssh_signing_key"],
  "read:user": ["user"],
  repo: [],
  "repo:invite": ["repo"],
  "repo:status": ["repo"],
  repo_deployment: ["repo"],
  security_events: ["repo"],
  user: [],
  "user:email": ["user"],
  "user:follow": ["user"],
  workflow: [],
  "write:gpg_key": ["admin:gpg_key"],
  "write:org": ["admin:org"],
  "write:packages": [],
  "write:public_key": ["admin:public_key"],
  "write:ssh_signing_key": ["admin:ssh_signing_key"],
  "write:repo_hook": ["admin:repo_hook", "repo"]
}

/** Whether a list has a scope, or one that includes it. */
export const includesScope = (scopes: ReadonlyArray<string>, scope: string): boolean =>
  [scope, ...(parents[scope] ?? [])].some((one) => scopes.includes(one))

/** The scopes that an app gets: those that exist, without those that others include. */
export const normalized = (asked: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = [...new Set(asked)].filter((scope) => Object.hasOwn(parents, scope))
  return known.filter((scope) => !(parents[scope] ?? []).some((parent) => known.includes(parent)))
}

/** Reads a list that is separated by spaces or commas. */
export const readScopes = (text: string): ReadonlyArray<string> => text.split(/[\s,]+/).filter((one) => one !== "")
