/** All operations by name. */
import { actions } from "./contractActions.ts"
import { deployments } from "./contractDeployments.ts"
import type { Row } from "./contractRow.ts"
import { conversations } from "./contractConversations.ts"
import { files } from "./contractFiles.ts"
import { git } from "./contractGit.ts"
import { issues } from "./contractIssues.ts"
import { media } from "./contractMedia.ts"
import { pulls } from "./contractPulls.ts"
import { refs } from "./contractRefs.ts"
import { repositories } from "./contractRepositories.ts"

export const contract: ReadonlyArray<Row> = [
  ...actions,
  ...conversations,
  ...deployments,
  ...files,
  ...git,
  ...issues,
  ...media,
  ...pulls,
  ...refs,
  ...repositories
]
