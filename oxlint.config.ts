import { defineConfig, type OxlintConfig } from "oxlint"

type Graph = Readonly<Record<string, ReadonlyArray<string>>>

/** The floors of the house, each with those that it may import. */
const floors: Graph = {
  html: [],
  rest: [],
  forge: ["rest"],
  weather: ["rest"],
  workflow: ["rest", "forge"],
  ai: ["rest", "forge", "weather", "workflow"],
  testing: ["html", "rest", "forge", "weather"],
  node: ["rest", "forge", "weather"],
  fleet: ["html", "rest", "forge", "workflow", "node"],
  mcp: ["rest", "forge", "weather", "workflow", "ai", "testing", "node"],
  command: []
}

/** Rooms by level, the highest first: each may import those of lower levels. */
const graphOf = (levels: ReadonlyArray<ReadonlyArray<string>>): Graph =>
  Object.fromEntries(
    levels.flatMap((level, index) => level.map((room) => [room, levels.slice(index + 1).flat()] as const))
  )

/** The rooms of `src/rest/internal`. */
const rooms: Graph = {
  ...graphOf([["verify"], ["declare"], ["pipeline", "persist"], ["input", "wire", "response"], ["decode", "text"]]),
  gate: ["text"],
  shared: ["gate", "text"]
}

/** The rooms of `src/testing/internal/forge`; the upper ones are single files. */
const simulatorRooms = graphOf([
  ["handle"],
  ["service"],
  ["routes"],
  ["handlers"],
  ["access", "wire"],
  ["http"],
  ["state"]
])

/** Everything but `name` and what it may import. */
const others = (all: Graph, name: string): string =>
  Object.keys(all)
    .filter((other) => other !== name && all[name]?.includes(other) !== true)
    .join("|")

const says = (name: string, kind: string, names: ReadonlyArray<string> = []): string =>
  `${name} may import no ${names.length === 0 ? `other ${kind}` : `${kind} but ${names.join(", ")}`}.`

const otherFloors = (floor: string) => ({
  regex: `^(\\./)?(\\.\\./)*(${others(floors, floor)})(/|\\.ts$)`,
  message: says(`src/${floor}`, "floor", floors[floor])
})

const otherRooms = (room: string) => ({
  regex: `^(\\.\\./)+(${others(rooms, room)})/`,
  message: says(`rest/internal/${room}`, "room", rooms[room])
})

const otherSimulatorRooms = (room: string) => ({
  regex: `^(\\./|(\\.\\./)+)(${others(simulatorRooms, room)})(/|\\.ts$)`,
  message: says(`testing/internal/forge/${room}`, "room", simulatorRooms[room])
})

const ofRest = {
  regex: "(^|/)rest/internal/",
  message: "Only src/rest/*.ts is public: see docs/decisions/042-rest-is-a-kit.md."
}

const ofNode = {
  regex: "^(node:|@effect/platform-node)",
  message: "Only src/command, src/fleet, src/mcp, src/node and the Node files of src/testing may depend on Node."
}

/** The files of `src/testing` that depend on Node. */
const nodeTesting = [
  "src/testing/node.ts",
  "src/testing/SimulatorSeed.ts",
  "src/testing/internal/node/**",
  "src/testing/internal/git/wire/**"
]

const byPath = { regex: "^forgecast", message: "Sources import each other by relative paths." }

/** What holds for all sources. */
const ofSources = [byPath, { regex: "(^|/)index\\.ts$", message: "Import the module that is meant." }]

const barrel = { name: "effect", message: "Import from its modules, such as effect/Effect." }

const typeAssertions = ["vitest", "@effect/vitest"].map((name) => ({
  name,
  importNames: ["assertType", "expectTypeOf"],
  message: "Vitest does not check types. Put type tests in a *.types.ts file."
}))

/** An override replaces the rule, so each states everything that holds for its files. */
const imports = (patterns: ReadonlyArray<{ regex: string; message: string }>, paths = [barrel]) =>
  ({
    "no-restricted-imports": ["error", { paths, patterns: [...patterns] }]
  }) satisfies OxlintConfig["rules"]

export default defineConfig({
  // `npm run docs` lints the site and its tests, once its packages are there.
  // What a program of others is given has the types of packages that are not installed here.
  ignorePatterns: ["docs/site", "test/site", "test/programs/*.mjs"],
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "promise", "vitest"],
  categories: { correctness: "error" },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: "error" },
  rules: {
    eqeqeq: "error",
    // Imports of types count. `typescript/consistent-type-imports` bans `import("…")`, which this rule cannot see.
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "import/no-duplicates": "error",
    "import/no-self-import": "error",
    "no-console": "error",
    ...imports([]),
    "no-var": "error",
    "prefer-const": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-exports": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-deprecated": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-import-type-side-effects": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-unnecessary-type-assertion": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-function-type": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/only-throw-error": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "unicorn/prefer-node-protocol": "error",
    // It does not know it.effect and it.live.
    "vitest/no-standalone-expect": "off"
  },
  overrides: [
    { files: ["src/**"], rules: { "max-lines": ["error", 500] } },
    { files: ["src/html/**"], rules: imports([...ofSources, ofNode, otherFloors("html")]) },
    { files: ["src/rest/**"], rules: imports([...ofSources, ofNode, otherFloors("rest")]) },
    ...["forge", "weather", "workflow", "ai"].map((floor) => ({
      files: [`src/${floor}/**`],
      rules: imports([...ofSources, ofNode, ofRest, otherFloors(floor)])
    })),
    ...Object.keys(rooms).map((room) => ({
      files: [`src/rest/internal/${room}/**`],
      rules: imports([...ofSources, ofNode, otherFloors("rest"), otherRooms(room)])
    })),
    {
      files: ["src/testing/**"],
      excludeFiles: nodeTesting,
      rules: imports([...ofSources, ofNode, ofRest, otherFloors("testing")])
    },
    { files: nodeTesting, rules: imports([...ofSources, ofRest, otherFloors("testing")]) },
    // The highest room may import all others.
    ...Object.keys(simulatorRooms)
      .slice(1)
      .map((room) => ({
        files: [`src/testing/internal/forge/${room}.ts`, `src/testing/internal/forge/${room}/**`],
        rules: imports([...ofSources, ofNode, ofRest, otherFloors("testing"), otherSimulatorRooms(room)])
      })),
    { files: ["src/node/**"], rules: imports([...ofSources, ofRest, otherFloors("node")]) },
    { files: ["src/fleet/**"], rules: imports([...ofSources, ofRest, otherFloors("fleet")]) },
    // Its users name operations of all modules.
    { files: ["src/mcp/**"], rules: imports([byPath, ofRest, otherFloors("mcp")]) },
    { files: ["src/command/**"], rules: imports([...ofSources, ofRest, otherFloors("command")]) },
    { files: ["docs/examples/**"], rules: imports([ofRest]) },
    { files: ["**/*.test.ts"], rules: imports([], [barrel, ...typeAssertions]) },
    { files: [".build/**", "docs/examples/**", "test/**"], rules: { "no-console": "off" } },
    { files: ["docs/recipes/**"], rules: { "import/no-default-export": "off", "no-console": "off" } },
    { files: ["*.config.{js,ts}"], rules: { "import/no-default-export": "off" } }
  ]
})
