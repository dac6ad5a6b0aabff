/** Programs start others by their sources: under `node --import startBundled.ts`, their bundles are started. */
import { registerHooks } from "node:module"
import * as Path from "node:path"
import { pathToFileURL } from "node:url"

const root = Path.resolve(import.meta.dirname, "..")

// The cast is safe: `setup` of bundled.ts wrote it.
const bundles = JSON.parse(process.env["FORGECAST_TEST_PROGRAMS"] ?? "[]") as ReadonlyArray<readonly [string, string]>

const started = new Map(
  bundles.map(([module, file]) => [pathToFileURL(Path.join(root, module)).href, pathToFileURL(file).href])
)

registerHooks({
  resolve: (specifier, context, next) => next(started.get(specifier) ?? specifier, context)
})
