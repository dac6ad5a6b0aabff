/** All endpoints of the simulated service. */
import { routes as issues } from "./handlers/issues/routes.ts"
import { routes as pulls } from "./handlers/pulls/routes.ts"
import type { Route } from "./http/router.ts"

export const routes: ReadonlyArray<Route> = [...issues, ...pulls]
