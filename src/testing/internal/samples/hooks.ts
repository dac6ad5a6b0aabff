/** Hooks of the scene, and what was delivered to them. */
import type { Hook, HookConfig, OrganizationHook } from "../../../forge/schema/Hook.ts"
import type { HookDelivery, ListedHookDelivery } from "../../../forge/schema/HookDelivery.ts"
import type { Place } from "../../SampleTypes.ts"
import { first, open } from "./scene.ts"

const usual = {
  url: "https://hooks.acme.example/web",
  events: ["push", "pull_request"],
  secret: "rain",
  created_at: "2026-01-05T09:00:00Z"
}

const hooked = ({ id = 29_000_001 }: { readonly id?: number | undefined }, place: Place, deliveries: object = {}) => {
  const { inRepo } = open({ ...place, repository: { hooks: [{ ...usual, ...deliveries, id }] } })
  return (path: string) => inRepo("GET", `/hooks/${id}${path}`)
}

export const hook = (fields: Partial<Hook>, place: Place): unknown => hooked(fields, place)("")

export const hookConfig = (_: Partial<HookConfig>, place: Place): unknown => hooked({}, place)("/config")

export const organizationHook = ({ id = 29_000_002 }: Partial<OrganizationHook>, place: Place): unknown =>
  open({ ...place, hooks: [{ ...usual, id }] })("GET", `/orgs/${place.owner ?? "acme"}/hooks/${id}`)

const delivered = (
  { action = "opened", event = "issues", id = 30_000_001 }: Partial<ListedHookDelivery>,
  place: Place
) =>
  hooked({}, place, {
    deliveries: [
      {
        id,
        event,
        ...(action === null ? {} : { action }),
        payload: action === null ? {} : { action },
        duration: 0.27,
        response: { headers: { "Content-Type": "text/plain" }, payload: "ok" },
        delivered_at: "2026-01-14T16:10:00Z"
      }
    ]
  })

export const listedHookDelivery = (fields: Partial<ListedHookDelivery>, place: Place): unknown =>
  first(delivered(fields, place)("/deliveries"))

export const hookDelivery = (fields: Partial<HookDelivery>, place: Place): unknown =>
  delivered(fields, place)(`/deliveries/${fields.id ?? 30_000_001}`)
