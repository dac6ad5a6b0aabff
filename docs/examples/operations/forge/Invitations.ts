import { Invitations } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Accepts an invitation. It is not found once it has been answered. */
export const accept = Invitations.accept({ invitation_id: 81 }).pipe(
  Effect.as("accepted"),
  Effect.catchTag("NotFound", () => Effect.succeed("answered before"))
)

/** Declines an invitation. */
export const decline = Invitations.decline({ invitation_id: 81 })

/** Lists the invitations that are not answered yet. */
export const list = Invitations.list(repo).pipe(
  Stream.map(({ expired, invitee, permissions }) => ({ login: invitee?.login ?? null, permissions, expired })),
  Stream.runCollect
)

/** Accepts all invitations of an owner. */
export const listForMe = Invitations.listForMe().pipe(
  Stream.filter(({ expired, repository }) => !expired && repository.owner.login === "grace"),
  Stream.mapEffect(({ id, repository }) => Effect.as(Invitations.accept({ invitation_id: id }), repository.full_name)),
  Stream.runCollect
)

/** Cancels an invitation. */
const delete_ = Invitations.delete({ ...repo, invitation_id: 80 })

/** Lets an invited user only read. */
export const update = Invitations.update({ ...repo, invitation_id: 80, permissions: "read" }).pipe(
  Effect.map(({ invitee, permissions }) => ({ login: invitee?.login ?? null, permissions }))
)

export { delete_ as delete }
