import { load as queries } from "../../../../../src/testing/internal/forge/graphql/load.ts"

/**
 * The packages that the library loads when it first needs them. A running program loads nothing more, so they are there
 * before it begins.
 */
const packages = [
  {
    /** Secrets are sealed. */
    needed: /secret/i,
    load: () =>
      Promise.all([
        import("@noble/ciphers/salsa.js"),
        import("@noble/curves/ed25519.js"),
        import("@noble/hashes/blake2.js")
      ])
  },
  {
    /** Archives are read. */
    needed: /listFiles/,
    load: () => import("modern-tar")
  },
  {
    needed: /flatbuffers/i,
    load: () => Promise.all([import("flatbuffers"), import("@openmeteo/sdk/weather_api.js")])
  },
  {
    /** The simulator executes queries. */
    needed: /graphql/i,
    load: queries
  },
  {
    /** A plan that is applied looks for its operations by their names. */
    needed: /\bPlan(?:ning)?\.apply/,
    load: () => import("../../../../../src/forge/index.ts")
  }
]

/** Loads those that the text of a program speaks of. */
export const loadPackages = (program: string): Promise<unknown> =>
  Promise.all(packages.filter(({ needed }) => needed.test(program)).map(({ load }) => load()))
