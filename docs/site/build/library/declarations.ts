/** The declaration files of the library: those of the built package, or else what the compiler makes of the sources. */
import { execFile } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { promisify } from "node:util"
import { root } from "../site.ts"

const dist = Path.join(root, "dist")

/** Whether the package has been built since the last change of a source. The last step of its declarations adds their tags. */
export const isBuilt = ((): boolean => {
  const last = Path.join(dist, "forge/Issues.d.ts")
  if (!Fs.existsSync(last) || !Fs.readFileSync(last, "utf8").includes("@since")) return false
  const { mtimeMs: begun } = Fs.statSync(Path.join(dist, "index.d.ts"))
  return Fs.globSync("src/**/*.ts", { cwd: root }).every((file) => Fs.statSync(Path.join(root, file)).mtimeMs < begun)
})()

/** Inside the repository, so that imports of packages resolve. */
export const declarations = isBuilt ? dist : Path.resolve(import.meta.dirname, "../../.astro/declarations")

/** The declaration file of a source. */
export const declarationFile = (source: string): string =>
  Path.join(declarations, Path.relative(Path.join(root, "src"), source).replace(/\.ts$/, ".d.ts"))

/** Makes them in another process, if the package has none. `npm run check` has checked the sources. */
export const emitDeclarations = async (): Promise<void> => {
  if (isBuilt) return
  Fs.rmSync(declarations, { recursive: true, force: true })
  // A second checker would work out most types again, and takes a processor from what runs beside.
  const options = ["--emitDeclarationOnly", "--noCheck", "--checkers", "1", "--outDir", declarations]
  const args = [Path.join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json", ...options]
  await promisify(execFile)(process.execPath, args, { cwd: root })
}
