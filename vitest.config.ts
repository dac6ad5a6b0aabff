import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"

/** Tests that take a module away, or read gauges, whose number in a process is limited. Others share their modules. */
const alone = [
  "test/{node,testing/forge/graphql,testing/weather,weather/flatbuffers}/without*.test.ts",
  "test/rest/{internal/gate/measures,loopback/observability}.test.ts"
]

/** Tests of whole programs, most of them in processes of their own: commands, fleets, and what the documentation shows. */
const processes = ["test/{command,docs,examples,fleet,mcp/command,processes,recipes,testing/command}/**/*.test.ts"]

// The programs that tests start, and the workers themselves, load the same modules again and again.
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "forgecast-compile-cache")

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
    // Tests make much that is soon garbage: with more room for it, workers need a tenth less of the processor's time.
    execArgv: ["--max-semi-space-size=64"],
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      // Scripts of their own: `npm run build:test`, `npm run test:programs`, `npm run docs:test`.
      {
        extends: true,
        test: {
          name: "sharing",
          include: ["test/**/*.test.ts"],
          exclude: [...alone, ...processes, "test/{package,programs,site}/**"],
          isolate: false
        }
      },
      // `npm run test:processes`.
      {
        extends: true,
        test: { name: "processes", include: processes, isolate: false, globalSetup: "test/bundled.ts" }
      }
    ]
  }
})
