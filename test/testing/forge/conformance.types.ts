/** Checks the simulator's records against the service's official types. */
import type { components } from "@octokit/openapi-types"
import type * as Commits from "../../../src/testing/internal/forge/wire/commits.ts"
import type { user } from "../../../src/testing/internal/forge/wire/common.ts"
import type * as Wire from "../../../src/testing/internal/forge/wire/issues.ts"
import type { All } from "../../forge/support/types.ts"

type Schemas = components["schemas"]

type Fits<Written extends (...args: never) => unknown, Described> = ReturnType<Written> extends Described ? true : false

export type Records = All<
  [
    Fits<typeof user, Schemas["nullable-simple-user"]>,
    Fits<typeof Wire.label, Schemas["label"]>,
    Fits<typeof Wire.milestone, Schemas["milestone"]>,
    // An issue without a text has none in HTML either: the description forgets these nulls.
    Fits<typeof Wire.issue, Omit<Schemas["issue"], "body_html" | "body_text">>,
    Fits<typeof Wire.comment, Schemas["issue-comment"]>,
    Fits<typeof Commits.commit, Schemas["commit"]>,
    Fits<typeof Commits.commitWithFiles, Schemas["commit"]>,
    Fits<typeof Commits.commitFile, Schemas["diff-entry"]>,
    Fits<typeof Commits.gitCommit, Schemas["git-commit"]>,
    Fits<typeof Commits.comparison, Schemas["commit-comparison"]>
  ]
>
