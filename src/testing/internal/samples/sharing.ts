/** Who is let into a repository: collaborators, invitations and deploy keys; and what comes from where it was forked. */
import type { CollaboratorPermission, Collaborator } from "../../../forge/schema/Collaborator.ts"
import type { DeployKey } from "../../../forge/schema/DeployKey.ts"
import type { Invitation } from "../../../forge/schema/Invitation.ts"
import type { Place } from "../../SampleTypes.ts"
import { first, me, open } from "./scene.ts"

export const collaborator = ({ login }: Partial<Collaborator>, place: Place): unknown =>
  first(open({ ...place, user: login }).inRepo("GET", "/collaborators?permission=admin"))

export const permission = (_: Partial<CollaboratorPermission>, place: Place): unknown =>
  open(place).inRepo("GET", `/collaborators/${me}/permission`)

export const invitation = ({ id }: Partial<Invitation>, place: Place): unknown => {
  const repository = { invitations: [{ invitee: "guest", inviter: me }] }
  return first(open({ ...place, ids: { invitation: id }, repository }).inRepo("GET", "/invitations"))
}

export const deployKey = ({ id }: Partial<DeployKey>, place: Place): unknown => {
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
  return open({ ...place, ids: { "deploy key": id } }).inRepo("POST", "/keys", { key, title: "Builder" })
}

export const mergedUpstream = (_: object, place: Place): unknown => {
  const ask = open(place)
  ask.inRepo("POST", "/forks", { name: "fork" })
  return ask("POST", `/repos/${me}/fork/merge-upstream`, { branch: "main" })
}
