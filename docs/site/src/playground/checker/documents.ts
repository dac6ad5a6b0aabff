/** The files of the editor, as the compiler sees them. */
import type { FileName } from "./protocol.ts"

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

export const documents: Readonly<Record<FileName, Document>> = {
  "main.ts": { path: "/main.ts", prefix: "", suffix: "" },
  "forge.json": seed("ForgeSimulator", "/forge.ts"),
  "weather.json": seed("WeatherSimulator", "/weather.ts")
}
