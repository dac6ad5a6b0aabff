/** The order of the pages. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { folders } from "./site.ts"

/** An entry of the sidebar, as Starlight's configuration has it: a page by its path, or a group. */
export type SidebarItem =
  | { readonly label: string; readonly slug: string }
  | { readonly label: string; readonly collapsed: boolean; readonly items: Array<SidebarItem> }

/** The operations that the sidebar lists on the pages of their module, by the module's URL. */
export type Siblings = Readonly<
  Record<
    string,
    { readonly label: string; readonly links: ReadonlyArray<{ readonly label: string; readonly href: string }> }
  >
>

/** Guides by subject, in the order in which they are read. A guide that is in none of them fails the build. */
export const guides = {
  "Start here": [
    "why-forgecast",
    "getting-started",
    "from-octokit",
    "from-probot",
    "just-enough-effect",
    "from-async-await",
    "tutorial"
  ],
  Basics: ["modules", "errors", "lost-responses"],
  Testing: ["testing", "seeds", "faults", "simulated-github", "simulator-server", "other-programs"],
  Workflows: ["workflows", "keep-in-order", "plans-and-bulk", "pull-requests"],
  Requests: ["credentials", "policies-and-layers", "rate-limits", "pagination", "caching", "reliability"],
  GitHub: [
    "webhooks",
    "files",
    "releases",
    "actions",
    "search",
    "graphql",
    "media-types",
    "every-endpoint",
    "add-an-operation",
    "your-own-operations"
  ],
  Agents: ["agents", "mcp", "agent-bounds"],
  Weather: ["weather", "weather-many", "weather-series", "weather-statistics", "weather-tasks"],
  Production: [
    "runtimes",
    "cli",
    "observability",
    "many-processes",
    "many-machines",
    "capacity",
    "your-own-service",
    "troubleshooting"
  ],
  "Other clients": ["from-openmeteo", "github-mcp-server"]
} as const satisfies Record<string, ReadonlyArray<string>>

const folder = (label: string, directory: string) => ({
  label,
  collapsed: true,
  items: [{ autogenerate: { directory } }]
})

/** What a generator has written for the sidebar. */
const written = (name: string): Array<SidebarItem> =>
  JSON.parse(Fs.readFileSync(Path.join(folders.data, `${name}.json`), "utf8")) as Array<SidebarItem>

/** Call it once the pages are written. */
export const readSidebar = () => [
  { label: "Documentation", slug: "guides" },
  ...Object.entries(guides).map(([label, names]) => ({ label, items: names.map((name) => `guides/${name}`) })),
  { label: "Methods of Octokit", slug: "octokit" },
  folder("Recipes", "recipes"),
  folder("Weather variables", "variables"),
  { label: "Operations", collapsed: true, items: written("operations") },
  { label: "Reference", collapsed: true, items: written("reference") },
  folder("Examples", "examples"),
  folder("Decisions", "decisions"),
  {
    label: "Project",
    collapsed: true,
    items: ["changelog", "contributing", "security", "agents", "benchmarks", "dependencies"]
  }
]
