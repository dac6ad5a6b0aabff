import { defineConfig } from "vitest/config"

/** Tests of the built site. `npm run docs` builds it. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
