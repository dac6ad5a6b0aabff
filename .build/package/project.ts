/** An empty project in a temporary folder, in which the packed package is installed. */
import { execFileSync, spawnSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"

const root = Path.resolve(import.meta.dirname, "../..")

const compilerOptions = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  types: [],
  // More of them repeat each other's work.
  checkers: 1
}

export class Project {
  readonly home = Fs.mkdtempSync(Path.join(Os.tmpdir(), "forgecast-package-"))
  readonly package = this.path("node_modules", "forgecast")

  constructor() {
    this.write("package.json", JSON.stringify({ type: "module", private: true }))
  }

  path(...names: ReadonlyArray<string>): string {
    return Path.join(this.home, ...names)
  }

  read(file: string): string {
    return Fs.readFileSync(this.path(file), "utf8")
  }

  has(file: string): boolean {
    return Fs.existsSync(this.path(file))
  }

  write(file: string, text: string): void {
    Fs.mkdirSync(Path.dirname(this.path(file)), { recursive: true })
    Fs.writeFileSync(this.path(file), text)
  }

  /** Packs the package and unpacks it into `node_modules`. Returns the size of the tarball in bytes. */
  install(): number {
    execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", this.home], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"]
    })
    const tarball = Fs.readdirSync(this.home).find((file) => file.endsWith(".tgz")) ?? ""
    execFileSync("tar", ["-xzf", tarball], { cwd: this.home })
    Fs.mkdirSync(Path.dirname(this.package))
    Fs.renameSync(this.path("package"), this.package)
    return Fs.statSync(this.path(tarball)).size
  }

  /** Makes a package of ours available in the project. */
  link(name: string): void {
    const link = this.path("node_modules", name)
    Fs.mkdirSync(Path.dirname(link), { recursive: true })
    Fs.symlinkSync(Path.join(root, "node_modules", name), link)
  }

  /** Runs Node in the project. Returns what the program wrote. */
  node(...args: ReadonlyArray<string>): string {
    return execFileSync(process.execPath, args, {
      cwd: this.home,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"]
    })
  }

  /** Compiles a folder. Returns the compiler's messages, none on success. */
  compile(folder: string, options: object, files = "*"): ReadonlyArray<string> {
    this.write(
      Path.join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, include: [files] })
    )
    const { stdout } = spawnSync("tsc", ["-p", folder], { cwd: this.home, encoding: "utf8" })
    return stdout
      .replaceAll(`${this.home}/`, "")
      .split("\n")
      .filter((line) => line !== "")
  }

  remove(): void {
    Fs.rmSync(this.home, { recursive: true, force: true })
  }
}
