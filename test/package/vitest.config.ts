import { defineConfig } from "vitest/config"

/** Tests of the built package, as programs find it. `npm run build` builds it. */
export default defineConfig({
  test: {
    include: ["test/package/**/*.test.ts"],
    globalSetup: "test/package/built.ts",
    setupFiles: ["test/setup.ts"],
    // For tests that hang: none is to fail because the machine has much to do.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // Each waits for other processes most of the time.
    maxWorkers: 3
  }
})
