/** The declaration files of the library, which the compiler makes of its sources. */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { root } from "../site.ts"

/** Inside the repository, so that imports of packages resolve. */
export const declarations = Path.resolve(import.meta.dirname, "../../.astro/declarations")

/** The declaration file of a source. */
export const declarationFile = (source: string): string =>
  Path.join(declarations, Path.relative(Path.join(root, "src"), source).replace(/\.ts$/, ".d.ts"))

/** Makes them. `npm run check` has checked the sources. */
export const emitDeclarations = (): void => {
  Fs.rmSync(declarations, { recursive: true, force: true })
  const options = ["--emitDeclarationOnly", "--noCheck", "--outDir", declarations]
  const args = [Path.join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json", ...options]
  execFileSync(process.execPath, args, { cwd: root, stdio: "inherit" })
}
