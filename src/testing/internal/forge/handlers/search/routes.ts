/** The endpoints of searches. */
import { endpoint, type Route } from "../../http/router.ts"
import { issues } from "./issues.ts"
import { repositories } from "./repositories.ts"
import { users } from "./users.ts"

export const routes: ReadonlyArray<Route> = [
  endpoint("Search.issues", "GET /search/issues", "search/search#search-issues-and-pull-requests", issues, "search"),
  endpoint(
    "Search.repositories",
    "GET /search/repositories",
    "search/search#search-repositories",
    repositories,
    "search"
  ),
  endpoint("Search.users", "GET /search/users", "search/search#search-users", users, "search")
]
