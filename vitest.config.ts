import { defineConfig } from "vitest/config"

export default defineConfig({
  // Examples import the package by its name, which tsconfig.json maps to the sources.
  resolve: { tsconfigPaths: true },
  test: {
    environment: "node",
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    // For tests that hang: none is to fail because the machine has much to do.
    testTimeout: 60_000
  }
})
