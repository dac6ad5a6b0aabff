/** What hooks belong to. */
import type { Hook, HookOwner } from "./hooks.ts"
import { nextId, type World } from "./model.ts"

const sending = (world: World): Pick<HookOwner, "nextDelivery" | "send"> => ({
  nextDelivery: () => nextId(world, "delivery"),
  send: (outgoing) => world.send(outgoing)
})

/** A repository or an organization. */
export const ownerOf = (
  world: World,
  type: "repository" | "organization",
  id: number,
  hooks: Map<number, Hook>
): HookOwner => ({
  type,
  id,
  get: (hook) => hooks.get(hook),
  put: (hook) => hooks.set(hook.id, hook),
  ...sending(world)
})

/** An app has one hook. */
export const ownerOfApp = (world: World, id: number): HookOwner => ({
  type: "integration",
  id,
  get: () => world.apps.get(id)?.hook,
  put: (hook) => {
    const app = world.apps.get(id)
    if (app !== undefined) world.apps.set(id, { ...app, hook })
  },
  ...sending(world)
})
