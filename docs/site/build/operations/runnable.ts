/** Makes a module that exports an effect a program that prints what the effect returns. */
import type { Service } from "./list.ts"

/** What provides the service that an example needs. */
const layers: Readonly<Record<Service, { readonly module: string; readonly line: string }>> = {
  forge: { module: "Forge", line: "Effect.provide(Forge.layerGitHub), // reads GITHUB_TOKEN" },
  weather: { module: "Weather", line: "Effect.provide(Weather.layerOpenMeteo)," }
}

/** The imports with another name of a module of the package. */
export const withName = (imports: ReadonlyArray<string>, name: string, specifier: string): ReadonlyArray<string> => {
  const end = ` } from "${specifier}"`
  const found = imports.find((line) => line.startsWith("import { ") && line.endsWith(end))
  if (found === undefined) return [`import { ${name}${end}`, ...imports]
  const names = new Set([...found.slice("import { ".length, -end.length).split(", "), name])
  return imports.map((line) => (line === found ? `import { ${[...names].toSorted().join(", ")}${end}` : line))
}

/** The imports with a module of Effect, in their order. */
export const withModule = (imports: ReadonlyArray<string>, name: string): ReadonlyArray<string> => {
  const line = `import * as ${name} from "effect/${name}"`
  if (imports.includes(line)) return imports
  const index = imports.findIndex((each) => /^import \* as \w+ from "effect\//.test(each) && each > line)
  return imports.toSpliced(index === -1 ? imports.length : index, 0, line)
}

/** `module` ends with the effect that it exports as its default. `prints` says whether that returns something. */
export const runnable = (module: string, service: Service, prints: boolean): string => {
  const [head = "", ...rest] = module.trimEnd().split("\n\n")
  const layer = layers[service]
  const named = withName(head.split("\n"), layer.module, `forgecast/${service}`)
  const imports = withModule(withModule(named, "Console"), "Effect")
  return [
    imports.join("\n"),
    ...rest.map((part) => part.replace(/^export default /, "const program = ")),
    [
      "await program.pipe(",
      prints ? "  Effect.flatMap((result) => Console.log(result))," : '  Effect.andThen(Console.log("Done")),',
      `  ${layer.line}`,
      "  Effect.runPromise",
      ")"
    ].join("\n")
  ]
    .join("\n\n")
    .concat("\n")
}
