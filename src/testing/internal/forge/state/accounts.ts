/** Users, organizations with their teams, apps, and the tokens of all of them. Logins in keys are lower case. */
import type { AppSeed } from "../../../ForgeSeed.ts"
import type { Permission } from "../../../ForgeState.ts"
import type { Hook } from "./hooks.ts"
import type { IssueType } from "./records.ts"
import type { IssueField } from "./issueFields.ts"
import type { Vault } from "./automation.ts"
import type { Grant } from "./oauth.ts"
import type { Ruleset } from "./ruleTypes.ts"

/** An e-mail address of a user. */
export interface Address {
  readonly email: string
  /** One of them is. */
  readonly primary: boolean
  readonly verified: boolean
  /** Null for those that are not the primary one. */
  readonly visibility: "public" | "private" | null
}

/** A public SSH key of a user: for git, or to verify signatures. */
export interface PublicKey {
  readonly id: number
  readonly use: "git" | "signing"
  readonly title: string
  /** Without its comment. */
  readonly key: string
  readonly created_at: number
}

/** A user, an organization or a bot: whoever can own a repository or be named in a record. */
export interface User {
  readonly id: number
  readonly login: string
  readonly type: "User" | "Organization" | "Bot"
  readonly name: string | null
  readonly email: string | null
  readonly bio: string | null
  /** Of an organization, its description is the `bio`. */
  readonly company: string | null
  readonly blog: string | null
  readonly location: string | null
  readonly twitter_username: string | null
  readonly hireable: boolean | null
  /** How many follow it that nobody names. */
  readonly followers: number
  /** How many it follows that nobody names. */
  readonly following: number
  /** The logins of those that it follows, in lower case. */
  readonly follows: ReadonlyArray<string>
  /** The logins of those that follow it, in lower case. */
  readonly followed_by: ReadonlyArray<string>
  /** Empty for the address of the profile alone. */
  readonly addresses: ReadonlyArray<Address>
  readonly keys: ReadonlyArray<PublicKey>
  readonly created_at: number
}

/** The defaults of a user's fields. */
export const newUser: Omit<User, "id" | "login"> = {
  type: "User",
  name: null,
  email: null,
  bio: null,
  company: null,
  blog: null,
  location: null,
  twitter_username: null,
  hireable: null,
  followers: 0,
  following: 0,
  follows: [],
  followed_by: [],
  addresses: [],
  keys: [],
  created_at: Date.UTC(2020, 0, 1)
}

export interface Membership {
  readonly role: "admin" | "member"
  /** Whether people outside of the organization see it. */
  readonly public: boolean
}

export interface Team {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly members: ReadonlySet<string>
  /** Those of the members who manage it. The owners of the organization do, too. */
  readonly maintainers: ReadonlySet<string>
  /** All members of the organization see a closed one, and its own members a secret one. */
  readonly privacy: "closed" | "secret"
  readonly created_at: number
  readonly updated_at: number
  /** By id of the repository. */
  readonly repositories: ReadonlyMap<number, Permission>
}

/** An invitation to become a member of an organization. */
export interface OrganizationInvitation {
  readonly id: number
  readonly role: Membership["role"]
  /** Login; null for a deleted account. */
  readonly inviter: string | null
  /** The role in each team that the member joins, by slug. */
  readonly teams: Readonly<Record<string, "member" | "maintainer">>
  readonly created_at: number
}

export interface Organization {
  readonly members: Map<string, Membership>
  /** By login in lower case. */
  readonly invitations: Map<string, OrganizationInvitation>
  /** What each member may do in each repository, without more. */
  readonly base_permission: Permission | "none"
  /** By slug. */
  readonly teams: Map<string, Team>
  readonly rulesets: Map<number, Ruleset>
  readonly issue_types: Map<number, IssueType>
  readonly issue_fields: Map<number, IssueField>
  readonly hooks: Map<number, Hook>
  /** Its secrets and variables. */
  readonly vault: Vault
}

/** What a permission of an app or a fine-grained token allows. */
export type Access = "read" | "write"

export interface Token {
  /** Whose it is: a user, or an app's bot. */
  readonly login: string
  /** The scopes of a classic token (`repo`, `public_repo`, `read:org`); null for the other kinds. */
  readonly scopes: ReadonlyArray<string> | null
  /** The permissions of a fine-grained or an installation's token (`issues: "write"`); null for classic ones. */
  readonly permissions: Readonly<Record<string, Access>> | null
  /** Ids of the repositories that it is limited to; null for all of its user's. */
  readonly repositories: ReadonlySet<number> | null
  /** Set for the tokens of an installation. */
  readonly installation: number | null
  /** Set for what stands for the JWT of an app. */
  readonly app: number | null
  /** Set for what a user has granted an app. */
  readonly grant: Grant | null
  /** Epoch milliseconds; null for a token that does not expire. */
  readonly expires_at: number | null
  /** Until then, the service refuses it. Epoch milliseconds; null for a token that it has always known. */
  readonly accepted_at: number | null
}

export interface Installation {
  readonly id: number
  readonly account: string
  readonly permissions: Readonly<Record<string, Access>>
  /** Ids; null for all repositories of the account. */
  readonly repositories: ReadonlySet<number> | null
  /** Epoch milliseconds; null unless it is suspended. */
  readonly suspended_at: number | null
}

/** A request to install an app. */
export interface InstallationRequest {
  readonly id: number
  readonly account: string
  readonly requester: string
  readonly created_at: number
}

/** The keys of an app, in PEM. */
export interface AppKeys {
  readonly private_key: string
  readonly public_key: string
}

/** What becomes an app once its code is used. */
export interface Manifest {
  readonly code: string
  readonly created_at: number
  /** Null if they are to be made. */
  readonly keys: AppKeys | null
  readonly app: Omit<AppSeed, "public_key">
}

export interface App {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly client_id: string
  /** Null if it cannot sign users in. */
  readonly client_secret: string | null
  /** Null if it may send users to any URL of their own machine. */
  readonly callback_urls: ReadonlyArray<string> | null
  readonly device_flow: boolean
  /** Whether the tokens that users grant end after eight hours. */
  readonly expire_user_tokens: boolean
  readonly owner: string
  /** The public key that its JWTs are verified with, as SPKI in PEM. */
  readonly public_key: string
  readonly permissions: Readonly<Record<string, Access>>
  readonly installations: Map<number, Installation>
  readonly installation_requests: ReadonlyArray<InstallationRequest>
  /** Where its events go. Without a URL, nowhere. */
  readonly hook: Hook
}
