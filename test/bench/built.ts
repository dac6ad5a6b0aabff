/** The built package, for cases that measure what users install. */
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../", import.meta.url))

let isBuilt = false

/** Builds the package, once in a run. */
export const buildPackage = (): void => {
  if (!isBuilt) execFileSync("npm", ["run", "--silent", "build"], { cwd: root })
  isBuilt = true
}
