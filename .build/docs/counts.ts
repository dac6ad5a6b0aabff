/** How much there is: what pages say about it is compared with this. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as forge from "../../src/forge/index.ts"
import { declarationsOf } from "./declarations.ts"

const types = Path.resolve(import.meta.dirname, "../../node_modules/@octokit/openapi-types/types.d.ts")

export const counts = {
  /** The operations of GitHub. */
  operations: Object.values(forge).flatMap((module: object) => declarationsOf(module)).length,
  /** The endpoints that it describes, by the routes that `Routes` takes. */
  endpoints: Fs.readFileSync(types, "utf8").match(/^\s+(?:delete|get|patch|post|put): operations\[/gm)?.length ?? 0
}
