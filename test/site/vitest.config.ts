import { defineConfig } from "vitest/config"

/** Tests of the built site. `npm run docs` builds it. */
export default defineConfig({
  test: {
    include: ["test/site/**/*.test.ts"],
    globalSetup: "test/site/engine/bundle.ts",
    // For tests that hang: none is to fail because the machine has much to do.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // They share no state but the built site, and most of them load the same large modules.
    isolate: false,
    // Each waits for a browser most of the time.
    maxWorkers: 3,
    maxConcurrency: 3
  }
})
