/** All endpoints of the simulated service. */
import { routes as access } from "./handlers/access/routes.ts"
import { routes as issues } from "./handlers/issues/routes.ts"
import type { Route } from "./http/router.ts"

export const routes: ReadonlyArray<Route> = [...access, ...issues]
