/** Where the events of the repository and of the App go, and what was delivered there. */
import type { ForgeSimulator } from "forgecast/testing"

const created_at = "2026-01-15T09:00:00Z"

/** One was lost. The ids of deliveries are unique among those of a hook. */
export const deliveries: ReadonlyArray<ForgeSimulator.DeliverySeed> = [
  {
    id: 611,
    guid: "5c0de000-0000-11f1-8000-000000000611",
    event: "issues",
    action: "opened",
    payload: { action: "opened" },
    duration: 0.12,
    delivered_at: { ago: "23 hours" }
  },
  {
    id: 612,
    guid: "5c0de000-0000-11f1-8000-000000000612",
    event: "issues",
    action: "closed",
    payload: { action: "closed" },
    status: "timed out",
    status_code: 504,
    duration: 10,
    delivered_at: { ago: "22 hours" }
  }
]

export const hooks: ReadonlyArray<ForgeSimulator.HookSeed> = [
  {
    id: 51,
    url: "https://hooks.example.com/web",
    events: ["issues", "push"],
    secret: "rain",
    created_at,
    deliveries
  }
]

export const appHook: ForgeSimulator.AppHookSeed = {
  id: 53,
  url: "https://hooks.example.com/linter",
  events: ["check_run", "push"],
  secret: "snow",
  created_at
}
