import { existsSync } from "node:fs"
import { defineConfig } from "vitest/config"

if (!existsSync("dist")) throw new Error("There is no built package: run `npm run build` first.")

/** Tests of the built package, as programs find it. `npm run build` builds it. */
export default defineConfig({
  test: {
    include: ["test/package/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    // For tests that hang: none is to fail because the machine has much to do.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // Each waits for other processes most of the time.
    maxWorkers: 3
  }
})
