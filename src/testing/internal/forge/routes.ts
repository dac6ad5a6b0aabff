/** All endpoints of the simulated service. */
import { routes as accounts } from "./handlers/accounts/routes.ts"
import { routes as issues } from "./handlers/issues/routes.ts"
import { routes as releases } from "./handlers/releases/routes.ts"
import { routes as repositories } from "./handlers/repositories/routes.ts"
import type { Route } from "./http/router.ts"

export const routes: ReadonlyArray<Route> = [...issues, ...releases, ...repositories, ...accounts]
