/** Programs that tests start as processes of their own: from the sources, each process would load 700 modules. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { build, type Plugin } from "esbuild"

const root = Path.resolve(import.meta.dirname, "..")

/** Modules find files beside them as if they were not in a bundle. */
const inPlace: Plugin = {
  name: "in place",
  setup: (bundler) =>
    bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: "ts",
      contents: Fs.readFileSync(path, "utf8").replaceAll("import.meta.dirname", JSON.stringify(Path.dirname(path)))
    }))
}

const bundle = async (module: string): Promise<string> => {
  const file = Path.join(root, ".snippets/programs", `${module.replaceAll("/", "-")}.mjs`)
  // Other workers may run what is there.
  const part = `${file}.${process.pid}`
  await build({
    absWorkingDir: root,
    entryPoints: [module],
    outfile: part,
    bundle: true,
    format: "esm",
    platform: "node",
    // Packages in CommonJS use it.
    banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url)' },
    plugins: [inPlace],
    logLevel: "error"
  })
  Fs.renameSync(part, file)
  return file
}

const made = new Map<string, Promise<string>>()

/** The file of a program with all that it imports, made once by a worker. Its module is named from the root. */
export const bundled = (module: string): Promise<string> => {
  const file = made.get(module) ?? bundle(module)
  made.set(module, file)
  return file
}
