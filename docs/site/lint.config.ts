/** The rules of the library, for what needs the packages of the site. `npm run docs` checks them. */
import { defineConfig } from "oxlint"
import library from "../../oxlint.config.ts"

export default defineConfig({
  ...library,
  ignorePatterns: [".astro", "dist", "public", "src/content", "src/generated"],
  rules: {
    ...library.rules,
    "no-console": "off",
    // `succeeds` asserts that a program ends well.
    "vitest/expect-expect": ["error", { assertFunctionNames: ["assert.*", "assertClean", "expect", "succeeds"] }]
  },
  overrides: [
    { files: ["src/**"], rules: { "no-console": "error" } },
    // Tools and the playground import these.
    {
      files: ["*.config.{mjs,ts}", "src/playground/{compare/forgecast,compare/octokit,page/first/{merge,program}}.ts"],
      rules: { "import/no-default-export": "off" }
    }
  ]
})
