/** Writes a page for each operation, one for each of their modules, and one for all. */
import { isDescribed, isMethodOf, methods, withoutOperation } from "../../../.build/docs/octokitMethods.ts"
import type { Library } from "./library/model.ts"
import { operationOf } from "../../../test/testing/forge/description.ts"
import { curlOf, octokitOf, recordCalls, type Recorded } from "./operations/calls.ts"
import { type Example, readExamples } from "./operations/examples.ts"
import { type Operation, operationsOf, type Service } from "./operations/list.ts"
import { bodyOf, type Context } from "./operations/page.ts"
import { seedFile, testOf } from "./operations/testProgram.ts"
import { baseOf, type Links, linksOf, operationPath, slugOf } from "./reference/links.ts"
import { plain } from "./markdown.ts"
import { once } from "./once.ts"
import { sentenceOf } from "./reference/page.ts"
import { playgroundLink } from "./playground.ts"
import type { Siblings, SidebarItem } from "./sidebar.ts"
import { makePage, urlOf, writeData, writeFile } from "./site.ts"

const services: Readonly<Record<Service, string>> = { forge: "GitHub", weather: "Open-Meteo" }

const modulePath = (module: string): string => `operations/${slugOf(module)}`

const rowOf = ({ docs, module, name }: Operation, links: Links): string =>
  `- [\`${baseOf(module)}.${name}\`](${links.urlOf({ module, name }) ?? ""}): ${links.linked(sentenceOf(docs), { module, name })}`

const modulesOf = (operations: ReadonlyArray<Operation>, service: Service): ReadonlyArray<string> => [
  ...new Set(operations.filter((each) => each.service === service).map(({ module }) => module))
]

const writeModules = (library: Library, operations: ReadonlyArray<Operation>, links: Links): void => {
  for (const module of new Set(operations.map((each) => each.module))) {
    const docs = library.get(module)?.docs ?? ""
    const rows = operations.filter((each) => each.module === module).map((each) => rowOf(each, links))
    makePage(`${modulePath(module)}/index`, {
      title: `Operations of ${baseOf(module)}`,
      description: plain(sentenceOf(docs)),
      body: [
        links.linked(docs, { module }),
        "",
        ...rows,
        "",
        `[Reference of the module](${links.urlOf({ module }) ?? ""})`
      ].join("\n"),
      sidebar: { label: baseOf(module) }
    })
  }
}

const overviewOf = (operations: ReadonlyArray<Operation>, links: Links): string =>
  Object.entries(services)
    .flatMap(([service, label]) => [
      `\n## ${label}`,
      // The keys of the object are the services.
      ...modulesOf(operations, service as Service).flatMap((module) => [
        `\n### ${baseOf(module)}\n`,
        ...operations.filter((each) => each.module === module).map((each) => rowOf(each, links))
      ])
    ])
    .join("\n")

/** The operations of each module, for the sidebar of their pages. */
const siblingsOf = (operations: ReadonlyArray<Operation>): Siblings =>
  Object.fromEntries(
    [...new Set(operations.map(({ module }) => module))].map((module) => [
      urlOf(modulePath(module)),
      {
        label: baseOf(module),
        links: operations
          .filter((each) => each.module === module)
          .map(({ name }) => ({ label: name, href: urlOf(operationPath(module, name)) }))
      }
    ])
  )

const sidebarOf = (operations: ReadonlyArray<Operation>): ReadonlyArray<SidebarItem> => [
  { label: "All operations", slug: "operations" },
  ...Object.entries(services).map(([service, label]) => ({
    label,
    collapsed: true,
    // As above.
    items: modulesOf(operations, service as Service).map((module) => ({
      label: baseOf(module),
      slug: modulePath(module)
    }))
  })),
  { label: "Errors", slug: "errors" }
]

/** What Octokit calls each operation, for the search, by the page of the operation. */
const octokitNamesOf = (operations: ReadonlyArray<Operation>): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    operations.flatMap(({ declaration, module, name, service }) => {
      const all = service === "forge" ? methods.filter((method) => isMethodOf(method, declaration)) : []
      const names = all.flatMap((method) => [`${method.scope}.${method.name}`, method.name])
      const others = names.filter((each) => each !== name && each.toLowerCase() !== declaration.name.toLowerCase())
      return others.length === 0 ? [] : [[`${operationPath(module, name)}/`, [...new Set(others)]] as const]
    })
  )

/** The routes of Octokit's methods that no operation calls, but `Routes` does, for the search, by the names of the methods. */
const octokitRoutesOf = (operations: ReadonlyArray<Operation>): Readonly<Record<string, string>> => {
  const declarations = operations.flatMap(({ declaration, service }) => (service === "forge" ? [declaration] : []))
  const byRoute = withoutOperation(declarations).filter(isDescribed)
  return Object.fromEntries(byRoute.map(({ name, route, scope }) => [`${scope}.${name}`, route]))
}

/** The pages of the weather service about its APIs. */
const weatherPages: Readonly<Record<string, string>> = {
  AirQuality: "air-quality-api",
  Archive: "historical-weather-api",
  Climate: "climate-api",
  Elevation: "elevation-api",
  Ensemble: "ensemble-api",
  Flood: "flood-api",
  Geocoding: "geocoding-api",
  HistoricalForecast: "historical-forecast-api",
  Marine: "marine-weather-api",
  PreviousRuns: "previous-runs-api",
  SatelliteRadiation: "satellite-radiation-api",
  Seasonal: "seasonal-forecast-api",
  SingleRuns: "single-runs-api"
}

/** What the service itself says about an operation. */
const officialOf = ({ declaration, module, service }: Operation): string | undefined => {
  if (service === "weather") {
    const page = weatherPages[baseOf(module)]
    return `https://open-meteo.com/en/docs${page === undefined ? "" : `/${page}`}`
  }
  const [method = "", path = ""] = declaration.template.split(" ")
  const docs = operationOf(method, path)?.["externalDocs"]
  const url = typeof docs === "object" && docs !== null && "url" in docs ? docs.url : undefined
  return typeof url === "string" ? url : undefined
}

/** The seeds of tests, each once, with their URLs. */
const writeSeeds = () => {
  let count = 0
  return once((seed: string) => {
    const path = `operations/${++count}/seed.ts`
    writeFile(path, seed)
    return urlOf(`generated/${path}`)
  })
}

const testIn = async (
  { declaration, service }: Operation,
  example: Example,
  recorded: Recorded,
  seedUrl: (seed: string) => string
): Promise<Context["test"]> => {
  const program = testOf({ module: example.module, service, name: declaration.name, output: example.value, recorded })
  const seed = seedFile(service, example.sketch.forge ?? example.sketch.weather ?? "{}")
  return {
    code: program,
    seed: seedUrl(seed),
    playground: await playgroundLink({ program, files: { "seed.ts": seed } })
  }
}

export const writeOperations = async (modules: Library): Promise<void> => {
  const links = linksOf(modules, urlOf)
  const operations = operationsOf(modules)
  const exampleOf = await readExamples()
  const calls = await recordCalls()
  const seedUrl = writeSeeds()
  const write = async (operation: Operation): Promise<void> => {
    const { declaration, docs, module, name, service } = operation
    const example = exampleOf(operation)
    const octokit = service === "forge" ? methods.filter((method) => isMethodOf(method, declaration)) : []
    const recorded = calls.get(declaration.name)
    const [method] = octokit
    const [playground, test] = await Promise.all([
      example === undefined ? undefined : playgroundLink(example.sketch),
      example === undefined || recorded === undefined ? undefined : testIn(operation, example, recorded, seedUrl)
    ])
    const context: Context = {
      library: modules,
      links,
      pageUrl: urlOf,
      octokit: octokit.map((method) => `${method.scope}.${method.name}`),
      example,
      playground,
      test,
      clients:
        recorded === undefined
          ? []
          : [
              ...(method === undefined
                ? []
                : [{ label: "Octokit", language: "ts", code: octokitOf(operation, method, recorded.sent) }]),
              { label: "curl", language: "sh", code: curlOf(operation, recorded.sent) }
            ],
      official: officialOf(operation)
    }
    makePage(operationPath(module, name), {
      title: declaration.name,
      description: plain(sentenceOf(docs)),
      body: bodyOf(operation, context),
      sidebar: { label: name, hidden: true }
    })
  }
  // Links are compressed, and programs formatted, by other threads.
  await Promise.all(operations.map(write))
  writeModules(modules, operations, links)
  makePage("operations/index", {
    title: "Operations",
    description: `All ${operations.length} operations, with their requests, inputs, results and errors.`,
    body: overviewOf(operations, links)
  })
  writeData("operations", sidebarOf(operations))
  writeData("siblings", siblingsOf(operations))
  writeData("octokitNames", octokitNamesOf(operations))
  writeData("octokitRoutes", octokitRoutesOf(operations))
}
