/** The package as a program finds it: built, in the `node_modules` of a project, which also has the program. */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { build } from "esbuild"

const root = Path.resolve(import.meta.dirname, "../../..")

export interface Project {
  readonly home: string
  /** The program for servers. */
  readonly main: string
  /** The program of a page, bundled. */
  readonly page: string
  readonly remove: () => void
}

/** Installs the package without what only compilers and debuggers read. */
const install = (folder: string): void => {
  const runs = (file: string) => Fs.statSync(file).isDirectory() || file.endsWith(".js")
  Fs.cpSync(Path.join(root, "dist"), Path.join(folder, "dist"), { recursive: true, filter: runs })
  Fs.copyFileSync(Path.join(root, "package.json"), Path.join(folder, "package.json"))
}

const bundle = async (home: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [Path.join(home, "program/page.ts")],
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "error"
  })
  return outputFiles[0]?.text ?? ""
}

export const makeProject = async (): Promise<Project> => {
  const home = Fs.realpathSync(Fs.mkdtempSync(Path.join(Os.tmpdir(), "forgecast-runtimes-")))
  const modules = Path.join(home, "node_modules")
  Fs.mkdirSync(Path.join(modules, "forgecast"), { recursive: true })
  install(Path.join(modules, "forgecast"))
  for (const name of Fs.readdirSync(Path.join(root, "node_modules"))) {
    if (!name.startsWith(".") && name !== "forgecast") {
      Fs.symlinkSync(Path.join(root, "node_modules", name), Path.join(modules, name))
    }
  }
  Fs.writeFileSync(Path.join(home, "package.json"), JSON.stringify({ type: "module", private: true }))
  Fs.cpSync(Path.join(import.meta.dirname, "program"), Path.join(home, "program"), { recursive: true })
  return {
    home,
    main: Path.join(home, "program/main.ts"),
    page: await bundle(home),
    remove: () => Fs.rmSync(home, { recursive: true, force: true })
  }
}
