/** All operations by name. */
import type { Row } from "./contractRow.ts"
import { files } from "./contractFiles.ts"
import { git } from "./contractGit.ts"
import { issues } from "./contractIssues.ts"
import { media } from "./contractMedia.ts"
import { pulls } from "./contractPulls.ts"
import { refs } from "./contractRefs.ts"
import { repositories } from "./contractRepositories.ts"

export const contract: ReadonlyArray<Row> = [...files, ...git, ...issues, ...media, ...pulls, ...refs, ...repositories]
