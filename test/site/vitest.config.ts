import { defineConfig } from "vitest/config"

/** Tests of the built site. `npm run docs` builds it. */
export default defineConfig({
  test: {
    include: ["test/site/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each waits for a browser most of the time.
    maxWorkers: 3
  }
})
