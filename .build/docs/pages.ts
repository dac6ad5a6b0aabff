/** Writes the pages that follow from the declarations and from AGENTS.md; with `--check`, fails if one differs. */
import "./llms.ts"
import "./modules.ts"
import "./octokit.ts"
import "./operations.ts"
import "./variables.ts"
