/**
 * Proves that the built package works where it is installed: packs it, unpacks it into an empty project, and there
 * compiles and runs an import of every module that the exports map offers; first without the optional peer.
 */
import { execFileSync } from "node:child_process"
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
  noEmit: true
}

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string | null>>
  readonly dependencies?: Readonly<Record<string, string>>
}

const demand = (condition: boolean, complaint: string): void => {
  if (!condition) throw new Error(complaint)
}

/** What stands for `*` when `path` fits `pattern`. */
const starOf = (pattern: string, path: string): string | undefined => {
  const [before = "", after = ""] = pattern.split("*")
  return path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length
    ? path.slice(before.length, path.length - after.length)
    : undefined
}

/** Every subpath that the exports map opens, and every one that it shuts although a pattern would open it. */
const subpaths = (manifest: Manifest, files: ReadonlyArray<string>) => {
  const entries = Object.entries(manifest.exports)
  const shut = entries.filter(([, target]) => target === null).map(([key]) => key)
  const isShut = (subpath: string) =>
    shut.some((key) => (key.includes("*") ? starOf(key, subpath) !== undefined : key === subpath))
  const all = entries.flatMap(([key, target]) => {
    if (target === null || target.endsWith(".json")) return []
    if (!target.includes("*")) {
      demand(files.includes(target), `${key} leads to ${target}, which isn't in the package`)
      return [key]
    }
    const stars = files.map((file) => starOf(target, file)).filter((star) => star !== undefined)
    demand(stars.length > 0, `${key} leads to nothing`)
    return stars.map((star) => key.replace("*", star))
  })
  return { open: all.filter((subpath) => !isShut(subpath)), shut: all.filter(isShut) }
}

const project = Fs.mkdtempSync(Path.join(Os.tmpdir(), "forgecast-package-"))
const modules = Path.join(project, "node_modules")

const run = (file: string, ...args: ReadonlyArray<string>): void => {
  execFileSync(file, args, { cwd: project, stdio: ["ignore", "ignore", "inherit"] })
}

const link = (name: string): void => {
  Fs.mkdirSync(Path.dirname(Path.join(modules, name)), { recursive: true })
  Fs.symlinkSync(Path.join(root, "node_modules", name), Path.join(modules, name))
}

/** A module that imports all of them: it must compile, with the declarations of the package checked too, and run. */
const compileAndRun = (specifiers: ReadonlyArray<string>, types: ReadonlyArray<string>): void => {
  const lines = specifiers.map((specifier, index) => `import * as _${index} from "${specifier}"`)
  const loaded = `for (const module of [${lines.map((_, index) => `_${index}`).join()}]) Object.keys(module)`
  Fs.writeFileSync(Path.join(project, "main.ts"), [...lines, loaded, ""].join("\n"))
  Fs.writeFileSync(
    Path.join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, types, skipLibCheck: types.length > 0 } })
  )
  execFileSync("tsc", { cwd: project, stdio: ["ignore", "inherit", "inherit"] })
  run(process.execPath, "main.ts")
}

try {
  Fs.writeFileSync(Path.join(project, "package.json"), JSON.stringify({ type: "module", private: true }))
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", project], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"]
  })
  const tarball = Fs.readdirSync(project).find((file) => file.endsWith(".tgz")) ?? ""
  Fs.mkdirSync(modules)
  run("tar", "-xzf", tarball)
  Fs.renameSync(Path.join(project, "package"), Path.join(modules, "forgecast"))

  const home = Path.join(modules, "forgecast")
  const manifest = JSON.parse(Fs.readFileSync(Path.join(home, "package.json"), "utf8")) as Manifest
  const files = Fs.globSync("**/*.*", { cwd: home }).map((file) => `./${file.replaceAll("\\", "/")}`)
  for (const file of ["README.md", "LICENSE", "CHANGELOG.md"]) {
    demand(Fs.existsSync(Path.join(home, file)), `${file} isn't in the package`)
  }
  for (const file of files.filter((file) => file.endsWith(".map"))) {
    const map = JSON.parse(Fs.readFileSync(Path.join(home, file), "utf8")) as { readonly sources: Array<string> }
    for (const source of map.sources) {
      demand(
        Fs.existsSync(Path.resolve(home, Path.dirname(file), source)),
        `${file} names ${source}, which isn't there`
      )
    }
  }

  const { open, shut } = subpaths(manifest, files)
  const specifiers = open.map((subpath) => Path.posix.join(manifest.name, subpath))
  for (const dependency of ["effect", ...Object.keys(manifest.dependencies ?? {})]) link(dependency)
  compileAndRun(
    specifiers.filter((specifier) => !specifier.endsWith("/node")),
    []
  )
  link("@effect/platform-node")
  link("@types/node")
  compileAndRun(specifiers, ["node"])
  for (const subpath of shut) {
    const attempt = `import("${Path.posix.join(manifest.name, subpath)}").then(() => process.exit(1), () => {})`
    run(process.execPath, "--input-type=module", "--eval", attempt)
  }
  const size = Math.round(Fs.statSync(Path.join(project, tarball)).size / 1024)
  process.stdout.write(`package: ${specifiers.length} modules import, ${shut.length} are shut, ${size} KB packed\n`)
} finally {
  Fs.rmSync(project, { recursive: true, force: true })
}
