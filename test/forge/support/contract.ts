/** The operations by name, all of them. */
import type { Row } from "./contractRow.ts"
import { issues } from "./contractIssues.ts"
import { pulls } from "./contractPulls.ts"
import { repositories } from "./contractRepositories.ts"

export const contract: ReadonlyArray<Row> = [...issues, ...pulls, ...repositories]
