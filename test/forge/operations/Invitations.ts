/** How the operations of `Invitations` are called in tests, and what the service responds. */
import type * as Invitations from "../../../src/forge/Invitations.ts"
import { repo } from "../support/records.ts"
import { invitation } from "../support/sharing.ts"
import { type Rows, third } from "./row.ts"

const one = { ...repo, invitation_id: 1 }
const readInvitation = {
  id: 1,
  repository: { full_name: "acme/web", owner: { login: "acme" } },
  invitee: { login: "octo" },
  inviter: { login: "acme" },
  permissions: "write",
  expired: false
}

export const rows: Rows<typeof Invitations> = {
  list: {
    whole: { ...repo, ...third },
    response: [invitation],
    value: [readInvitation],
    octokit: { as: "acme" }
  },
  update: {
    whole: { ...one, permissions: "triage" },
    response: invitation,
    value: readInvitation,
    octokit: { as: "acme", with: { permissions: "read" } },
    reads: [
      [
        { ...invitation, invitee: null, expired: undefined },
        { invitee: null, expired: false }
      ]
    ]
  },
  delete: {
    whole: one,
    octokit: { as: "acme", with: { invitation_id: 911 } }
  },
  listForMe: {
    whole: third,
    response: [invitation],
    value: [readInvitation],
    errors: { NotFound: "the description has it" }
  },
  accept: {
    whole: { invitation_id: 1 },
    repeatable: { is: false, because: "an invitation that was accepted is no longer found" },
    octokit: { with: { invitation_id: 912 } }
  },
  decline: {
    whole: { invitation_id: 1 },
    octokit: { as: "rev", with: { invitation_id: 913 } }
  }
}
