import { defineConfig } from "vitest/config"

/** Tests of the built site. `npm run docs` builds it. */
export default defineConfig({
  test: {
    include: ["test/site/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Some of them measure how long a page takes.
    fileParallelism: false
  }
})
