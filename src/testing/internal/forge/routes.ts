/** All endpoints of the simulated service. */
import { routes as about } from "./handlers/about.ts"
import { routes as accounts } from "./handlers/accounts.ts"
import { routes as apps } from "./handlers/apps.ts"
import { routes as applications } from "./handlers/applications.ts"
import { routes as archives } from "./handlers/archives.ts"
import { routes as assets } from "./handlers/assets.ts"
import { routes as assignees } from "./handlers/assignees.ts"
import { routes as branches } from "./handlers/branches.ts"
import { routes as caches } from "./handlers/caches.ts"
import { routes as checks } from "./handlers/checks.ts"
import { routes as collaborators } from "./handlers/collaborators.ts"
import { routes as comments } from "./handlers/comments.ts"
import { routes as commitComments } from "./handlers/commitComments.ts"
import { routes as commits } from "./handlers/commits.ts"
import { routes as contents } from "./handlers/contents.ts"
import { routes as deployKeys } from "./handlers/deployKeys.ts"
import { routes as deployments } from "./handlers/deployments.ts"
import { routes as gists } from "./handlers/gists.ts"
import { routes as environments } from "./handlers/environments.ts"
import { routes as feed } from "./handlers/feed.ts"
import { routes as followers } from "./handlers/followers.ts"
import { routes as git } from "./handlers/git.ts"
import { routes as hooks } from "./handlers/hooks.ts"
import { routes as issues } from "./handlers/issues.ts"
import { routes as jobs } from "./handlers/jobs.ts"
import { routes as labels } from "./handlers/labels.ts"
import { routes as markdown } from "./handlers/markdown.ts"
import { routes as members } from "./handlers/members.ts"
import { routes as milestones } from "./handlers/milestones.ts"
import { routes as notifications } from "./handlers/notifications.ts"
import { routes as profile } from "./handlers/profile.ts"
import { routes as protection } from "./handlers/protection.ts"
import { routes as mergePulls } from "./handlers/mergePulls.ts"
import { routes as publicKeys } from "./handlers/publicKeys.ts"
import { routes as pulls } from "./handlers/pulls.ts"
import { routes as reactions } from "./handlers/reactions.ts"
import { routes as refs } from "./handlers/refs.ts"
import { routes as relations } from "./handlers/relations.ts"
import { routes as releases } from "./handlers/releases.ts"
import { routes as repositories } from "./handlers/repositories.ts"
import { routes as repositoryLists } from "./handlers/repositoryLists.ts"
import { routes as reviewComments } from "./handlers/reviewComments.ts"
import { routes as reviews } from "./handlers/reviews.ts"
import { routes as searchCode } from "./handlers/searchCode.ts"
import { routes as rulesets } from "./handlers/rulesets.ts"
import { routes as searchIssues } from "./handlers/searchIssues.ts"
import { routes as searchRepositories } from "./handlers/searchRepositories.ts"
import { routes as searchTopics } from "./handlers/searchTopics.ts"
import { routes as searchUsers } from "./handlers/searchUsers.ts"
import { routes as stars } from "./handlers/stars.ts"
import { routes as settings } from "./handlers/settings.ts"
import { routes as statuses } from "./handlers/statuses.ts"
import { routes as templates } from "./handlers/templates.ts"
import { routes as teams } from "./handlers/teams.ts"
import { routes as timeline } from "./handlers/timeline.ts"
import { routes as workflows } from "./handlers/workflows.ts"
import type { Route } from "./http/router.ts"

export const routes: ReadonlyArray<Route> = [
  ...about,
  ...accounts,
  ...apps,
  ...applications,
  ...archives,
  ...assignees,
  ...assets,
  ...branches,
  ...caches,
  ...checks,
  ...collaborators,
  ...comments,
  ...commitComments,
  ...commits,
  ...contents,
  ...deployKeys,
  ...deployments,
  ...gists,
  ...environments,
  ...feed,
  ...followers,
  ...git,
  ...hooks,
  ...issues,
  ...jobs,
  ...labels,
  ...markdown,
  ...members,
  ...milestones,
  ...notifications,
  ...profile,
  ...protection,
  ...publicKeys,
  ...pulls,
  ...mergePulls,
  ...reactions,
  ...refs,
  ...relations,
  ...releases,
  ...repositories,
  ...repositoryLists,
  ...reviewComments,
  ...reviews,
  ...searchCode,
  ...rulesets,
  ...searchIssues,
  ...searchRepositories,
  ...searchTopics,
  ...searchUsers,
  ...stars,
  ...settings,
  ...statuses,
  ...templates,
  ...teams,
  ...timeline,
  ...workflows
]
