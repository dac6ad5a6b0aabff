/** The order of the pages. */

/** Guides by subject. A guide that is in none of them fails the build. */
export const guides = {
  Basics: ["errors", "pagination", "policies-and-layers", "credentials", "caching", "reliability", "testing"],
  GitHub: [
    "pull-requests",
    "workflows",
    "files",
    "releases",
    "actions",
    "search",
    "media-types",
    "graphql",
    "every-endpoint",
    "your-own-operations"
  ],
  Weather: ["weather", "weather-series"],
  Production: ["runtimes", "cli", "observability", "many-processes", "many-machines", "troubleshooting"],
  "Coming from": ["from-octokit", "from-openmeteo"]
} as const satisfies Record<string, ReadonlyArray<string>>

const folder = (label: string, directory: string) => ({
  label,
  collapsed: true,
  items: [{ autogenerate: { directory } }]
})

export const sidebar = [
  { label: "Overview", slug: "guides" },
  ...Object.entries(guides).map(([label, names]) => ({ label, items: names.map((name) => `guides/${name}`) })),
  folder("Recipes", "recipes"),
  folder("Operations", "operations"),
  folder("Reference", "reference"),
  folder("Examples", "examples"),
  folder("Decisions", "decisions"),
  {
    label: "Project",
    collapsed: true,
    items: ["changelog", "contributing", "security", "agents", "benchmarks", "dependencies"]
  }
]
