import { Hooks } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }
const org = { org: "acme" }

/** Creates a hook that signs what it sends. The secret comes from the configuration of the program. */
export const createForRepo = Hooks.createForRepo({
  ...repo,
  events: ["pull_request", "check_suite"],
  config: { url: "https://hooks.example.com/merge", content_type: "json", secret: Redacted.make("thunder") }
}).pipe(Effect.map(({ config, events }) => ({ url: config.url, secret: config.secret, events })))

/** Creates a hook that gets all events of an organization and its repositories. */
export const createForOrg = Hooks.createForOrg({
  ...org,
  name: "web",
  events: ["*"],
  config: { url: "https://hooks.example.com/all", content_type: "json", secret: Redacted.make("thunder") }
}).pipe(Effect.map(({ active, events }) => ({ active, events })))

/** Deletes a hook. It may be gone already. */
export const deleteForRepo = Hooks.deleteForRepo({ ...repo, hook_id: 51 }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Deletes a hook of an organization. */
export const deleteForOrg = Hooks.deleteForOrg({ ...org, hook_id: 52 })

/** Reads how the last delivery of a hook has ended. */
export const getForRepo = Hooks.getForRepo({ ...repo, hook_id: 51 }).pipe(
  Effect.map(({ last_response: { code, status, message } }) => ({ code, status, message }))
)

/** Reads which events a hook of an organization gets. */
export const getForOrg = Hooks.getForOrg({ ...org, hook_id: 52 }).pipe(
  Effect.map(({ active, events }) => ({ active, events }))
)

/** Reads where a hook sends events. The service never reveals the secret, only that there is one. */
export const getConfigForRepo = Hooks.getConfigForRepo({ ...repo, hook_id: 51 }).pipe(
  Effect.map(({ secret, url }) => ({ url, secret }))
)

/** Reads where a hook of an organization sends events. */
export const getConfigForOrg = Hooks.getConfigForOrg({ ...org, hook_id: 52 }).pipe(
  Effect.map(({ content_type, url }) => ({ url, content_type }))
)

/** Reads where the events of the App go. */
export const getConfigForApp = Hooks.getConfigForApp().pipe(Effect.map(({ secret, url }) => ({ url, secret })))

/** Reads what was sent in a delivery, and what came back. */
export const getDeliveryForRepo = Hooks.getDeliveryForRepo({ ...repo, hook_id: 51, delivery_id: 612 }).pipe(
  Effect.map(({ request, status }) => ({ status, payload: request.payload }))
)

/** Reads what was sent to a hook of an organization. */
export const getDeliveryForOrg = Hooks.getDeliveryForOrg({ ...org, hook_id: 52, delivery_id: 611 }).pipe(
  Effect.map(({ request, status }) => ({ status, payload: request.payload }))
)

/** Reads what was sent to the App. */
export const getDeliveryForApp = Hooks.getDeliveryForApp({ delivery_id: 611 }).pipe(
  Effect.map(({ event, status, url }) => ({ event, status, url }))
)

/** Lists the hooks of a repository. */
export const listForRepo = Hooks.listForRepo(repo).pipe(
  Stream.map(({ config, events, id }) => ({ id, url: config.url, events })),
  Stream.runCollect
)

/** Lists the hooks of an organization. */
export const listForOrg = Hooks.listForOrg(org).pipe(
  Stream.map(({ config, events, id }) => ({ id, url: config.url, events })),
  Stream.runCollect
)

/** Lists the deliveries that have failed in the last days. */
export const listDeliveriesForRepo = Hooks.listDeliveriesForRepo({ ...repo, hook_id: 51, status: "failure" }).pipe(
  Stream.map(({ action, event, status }) => `${event}.${action}: ${status}`),
  Stream.runCollect
)

/** Lists what was delivered to a hook of an organization. */
export const listDeliveriesForOrg = Hooks.listDeliveriesForOrg({ ...org, hook_id: 52 }).pipe(
  Stream.map(({ duration, event, status_code }) => ({ event, status_code, duration })),
  Stream.runCollect
)

/** Lists how the deliveries to the App have ended. */
export const listDeliveriesForApp = Hooks.listDeliveriesForApp().pipe(
  Stream.map(({ event, status }) => ({ event, status })),
  Stream.runCollect
)

/** Sends a ping, to see whether somebody answers. */
export const pingForRepo = Hooks.pingForRepo({ ...repo, hook_id: 51 })

/** Sends a ping to a hook of an organization. */
export const pingForOrg = Hooks.pingForOrg({ ...org, hook_id: 52 })

/** Redelivers what was lost: the failed deliveries that have not been redelivered yet. */
export const redeliverForRepo = Hooks.listDeliveriesForRepo({ ...repo, hook_id: 51, status: "failure" }).pipe(
  Stream.filter(({ redelivery }) => !redelivery),
  Stream.mapEffect(({ guid, id }) =>
    Effect.as(Hooks.redeliverForRepo({ ...repo, hook_id: 51, delivery_id: id }), guid)
  ),
  Stream.runCollect
)

/** Redelivers to a hook of an organization. */
export const redeliverForOrg = Hooks.redeliverForOrg({ ...org, hook_id: 52, delivery_id: 612 })

/** Redelivers to the App. */
export const redeliverForApp = Hooks.redeliverForApp({ delivery_id: 612 })

/** Sends the latest push to a hook, as a test. */
export const testForRepo = Hooks.testForRepo({ ...repo, hook_id: 51 })

/** Lets a hook get another event as well. */
export const updateForRepo = Hooks.updateForRepo({ ...repo, hook_id: 51, add_events: ["release"] }).pipe(
  Effect.map(({ events }) => events)
)

/** Switches a hook of an organization off. */
export const updateForOrg = Hooks.updateForOrg({ ...org, hook_id: 52, active: false }).pipe(
  Effect.map(({ active, events }) => ({ active, events }))
)

/** Changes the secret of a hook, and nothing else. */
export const updateConfigForRepo = Hooks.updateConfigForRepo({
  ...repo,
  hook_id: 51,
  secret: Redacted.make("lightning")
}).pipe(Effect.map(({ secret, url }) => ({ url, secret })))

/** Moves a hook of an organization to another URL. */
export const updateConfigForOrg = Hooks.updateConfigForOrg({
  ...org,
  hook_id: 52,
  url: "https://hooks.example.com/moved"
}).pipe(Effect.map(({ url }) => url))

/** Moves the hook of the App to another URL. */
export const updateConfigForApp = Hooks.updateConfigForApp({ url: "https://hooks.example.com/moved" }).pipe(
  Effect.map(({ secret, url }) => ({ url, secret }))
)
