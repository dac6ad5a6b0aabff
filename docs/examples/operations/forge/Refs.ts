import { Refs } from "forgecast/forge"
import * as Effect from "effect/Effect"

const repo = { owner: "acme", repo: "web" }

/** Creates a branch from another one. Its name may be taken. */
export const create = Refs.get({ ...repo, ref: "heads/main" }).pipe(
  Effect.flatMap(({ object }) => Refs.create({ ...repo, ref: "refs/heads/pressure", sha: object.sha })),
  Effect.map(({ ref }) => ref),
  Effect.catchTag("ValidationFailed", (error) =>
    error.alreadyExists ? Effect.succeed("The branch is there already.") : Effect.fail(error)
  )
)

/** Reads the commit that a branch points to. */
export const get = Refs.get({ ...repo, ref: "heads/main" }).pipe(
  Effect.map(({ object }) => object.sha),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Lists the tags that begin with `v1`. */
export const getMatching = Refs.getMatching({ ...repo, ref: "tags/v1" }).pipe(
  Effect.map((refs) => refs.map(({ ref }) => ref))
)

/** Deletes a branch. It does not matter if it is gone: the service says so with `ValidationFailed`. */
const delete_ = Refs.delete({ ...repo, ref: "heads/humidity" }).pipe(
  Effect.catchTag(["NotFound", "ValidationFailed"], () => Effect.void)
)

/** Moves a branch forward to the newest commit of another one. Without `force`, no commit can get lost. */
export const update = Refs.get({ ...repo, ref: "heads/main" }).pipe(
  Effect.flatMap(({ object }) => Refs.update({ ...repo, ref: "heads/staging", sha: object.sha })),
  Effect.map(({ object, ref }) => `${ref} is at ${object.sha.slice(0, 7)}.`),
  Effect.catchTag("ValidationFailed", (refused) => Effect.succeed(refused.serviceMessage))
)

export { delete_ as delete }
