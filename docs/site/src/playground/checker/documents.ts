/** The files of the editor, as the compiler sees them. */
export interface Document {
  readonly path: string
  /** What precedes the editor's text in the compiler's file. */
  readonly prefix: string
  readonly suffix: string
}

/** A seed is checked as a value of its type. */
const seed = (module: string, path: string): Document => ({
  path,
  prefix: `import type { ${module} } from "forgecast/testing"; const seed: ${module}.Seed & { $schema?: string } = `,
  suffix: "\nexport {}"
})

const seeds: Readonly<Record<string, Document>> = {
  "forge.json": seed("ForgeSimulator", "/seeds/forge.ts"),
  "weather.json": seed("WeatherSimulator", "/seeds/weather.ts")
}

export const documentOf = (file: string): Document => seeds[file] ?? { path: `/${file}`, prefix: "", suffix: "" }
