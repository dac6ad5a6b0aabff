/** All endpoints of the simulated service. */
import { routes as access } from "./handlers/access/routes.ts"
import { routes as accounts } from "./handlers/accounts/routes.ts"
import { routes as checks } from "./handlers/checks/routes.ts"
import { routes as commits } from "./handlers/commits/routes.ts"
import { routes as contents } from "./handlers/contents/routes.ts"
import { routes as deployments } from "./handlers/deployments/routes.ts"
import { routes as git } from "./handlers/git/routes.ts"
import { routes as issues } from "./handlers/issues/routes.ts"
import { routes as pulls } from "./handlers/pulls/routes.ts"
import { routes as reactions } from "./handlers/reactions/routes.ts"
import { routes as releases } from "./handlers/releases/routes.ts"
import { routes as repositories } from "./handlers/repositories/routes.ts"
import { routes as reviews } from "./handlers/reviews/routes.ts"
import { routes as search } from "./handlers/search/routes.ts"
import { routes as timeline } from "./handlers/timeline/routes.ts"
import { routes as workflows } from "./handlers/workflows/routes.ts"
import type { Route } from "./http/router.ts"

// The paths of reviews come first: `/pulls/comments` is not the pull request "comments".
export const routes: ReadonlyArray<Route> = [
  ...access,
  ...issues,
  ...reactions,
  ...timeline,
  ...reviews,
  ...pulls,
  ...releases,
  ...repositories,
  ...accounts,
  ...contents,
  ...commits,
  ...git,
  ...checks,
  ...workflows,
  ...deployments,
  ...search
]
