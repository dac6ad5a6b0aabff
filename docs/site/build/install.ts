/** Installs the packages of the site, unless they are what the lock file says. */
import { spawnSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"

const site = Path.resolve(import.meta.dirname, "..")

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>
}

const read = (file: string): Lock => {
  const path = Path.join(site, file)
  return Fs.existsSync(path) ? JSON.parse(Fs.readFileSync(path, "utf8")) : { packages: {} }
}

const locked = read("package-lock.json").packages
const installed = read("node_modules/.package-lock.json").packages

const current = Object.entries(locked).every(
  // Optional ones may be for other platforms.
  ([path, { optional, version }]) => path === "" || optional === true || installed[path]?.version === version
)

if (!current) {
  const { status } = spawnSync("npm", ["ci", "--prefix", site], {
    stdio: "inherit",
    shell: process.platform === "win32"
  })
  process.exitCode = status ?? 1
}
