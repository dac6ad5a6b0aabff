import { defineConfig } from "vitest/config"

/** Other people's programs against the served simulator: `npm run test:programs`. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ["test/programs/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    // For tests that hang: none is to fail because the machine has much to do.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // Each waits for other processes most of the time.
    maxWorkers: 3
  }
})
