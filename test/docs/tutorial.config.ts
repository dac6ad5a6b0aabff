/** Runs the tests of the tutorial's steps, which the test beside it writes. */
import * as Path from "node:path"
import { defineConfig } from "vitest/config"

const source = (path: string): string => Path.resolve(import.meta.dirname, "../../src", path)

export default defineConfig({
  root: Path.resolve(import.meta.dirname, "../../.snippets/tutorial"),
  resolve: {
    alias: [
      { find: /^forgecast\/(ai|forge|weather|workflow|testing)$/, replacement: source("$1/index.ts") },
      { find: /^forgecast\/(.+)$/, replacement: source("$1.ts") },
      { find: /^forgecast$/, replacement: source("index.ts") }
    ]
  },
  test: { testTimeout: 1_200_000, isolate: false, maxWorkers: 1 }
})
