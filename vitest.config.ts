import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

/** Tests that change nothing global. Their files share the modules that they load, which halves their time. */
const sharing = [
  "test/{forge,weather}/**/*.test.ts",
  "test/testing/{forge,git,octokit,samples}/**/*.test.ts",
  // That one takes a module away.
  "test/testing/weather/!(withoutPeer).test.ts"
]

export default defineConfig({
  // Examples import the package by its name, which tsconfig.json maps to the sources.
  resolve: { tsconfigPaths: true },
  test: {
    environment: "node",
    setupFiles: ["test/setup.ts"],
    // For tests that hang: none is to fail because the machine has much to do. No test has a limit of its own.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    teardownTimeout: 60_000,
    // Many tests wait for servers and processes. The default is a worker less than there are processors.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      { extends: true, test: { name: "sharing", include: sharing, isolate: false } },
      // The tests of the site need the built one: `npm run docs:test`.
      {
        extends: true,
        test: { name: "isolated", include: ["test/**/*.test.ts"], exclude: [...sharing, "test/site/**"] }
      }
    ]
  }
})
