/** What the playground runs, bundled once for all tests of its engine. */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { rolldown } from "rolldown"
import type { TestProject } from "vitest/node"
import { bundleInto } from "../../../docs/site/build/runtime.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the engine, and the page's side of it. */
    readonly engine: string
  }
}

const folder = Path.join(Os.tmpdir(), `forgecast-engine-${process.pid}`)

export const setup = async ({ provide }: TestProject): Promise<void> => {
  await bundleInto(folder)
  const client = await rolldown({
    input: Path.join(import.meta.dirname, "../../../docs/site/src/playground/engine/client.ts")
  })
  await client.write({ dir: folder, format: "iife", name: "playground" })
  provide("engine", folder)
}

export const teardown = (): void => Fs.rmSync(folder, { recursive: true, force: true })
