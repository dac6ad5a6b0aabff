/** All endpoints of the simulated service. */
import { routes as accounts } from "./handlers/accounts/routes.ts"
import { routes as checks } from "./handlers/checks/routes.ts"
import { routes as commits } from "./handlers/commits/routes.ts"
import { routes as contents } from "./handlers/contents/routes.ts"
import { routes as git } from "./handlers/git/routes.ts"
import { routes as issues } from "./handlers/issues/routes.ts"
import { routes as releases } from "./handlers/releases/routes.ts"
import { routes as repositories } from "./handlers/repositories/routes.ts"
import { routes as search } from "./handlers/search/routes.ts"
import type { Route } from "./http/router.ts"

export const routes: ReadonlyArray<Route> = [
  ...issues,
  ...releases,
  ...repositories,
  ...accounts,
  ...contents,
  ...commits,
  ...git,
  ...checks,
  ...search
]
