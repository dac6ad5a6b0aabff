/** Which tools a client is shown: sets for a task, modules, single operations, and workflows. */
import * as McpServer from "effect/ai/McpServer"
import * as Toolkit from "effect/ai/Toolkit"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as ForgeTools from "../ai/ForgeTools.ts"
import * as ToolSets from "../ai/ToolSets.ts"
import * as WeatherTools from "../ai/WeatherTools.ts"
import * as WorkflowTools from "../ai/WorkflowTools.ts"
import type { Forge } from "../forge/Forge.ts"
import * as forge from "../forge/index.ts"
import * as UnknownFields from "../rest/UnknownFields.ts"
import * as weather from "../weather/index.ts"
import type { Weather } from "../weather/Weather.ts"

/** Operations by module. */
interface Modules {
  readonly [module: string]: object
}

/** What a name stands for. */
interface Selection {
  readonly forge?: Modules
  readonly weather?: Modules
  /** Names of tools. */
  readonly workflows?: ReadonlyArray<string>
}

const workflows = {
  merge_when_green: WorkflowTools.mergeWhenGreen,
  propose_pull_request: WorkflowTools.proposePullRequest,
  release_next: WorkflowTools.releaseNext,
  release_publish: WorkflowTools.releasePublish
}

// Commits, archives and the air would be more than 4,000 tokens.
const { Commits: _, ...reading } = ToolSets.reading
const { Forecast, Geocoding } = ToolSets.weather

const sets: Readonly<Record<string, Selection>> = {
  default: { forge: reading, weather: { Geocoding, Forecast } },
  reading: { forge: ToolSets.reading },
  triage: { forge: ToolSets.triage },
  review: { forge: ToolSets.review },
  runs: { forge: ToolSets.runs },
  release: { forge: ToolSets.release, workflows: ["release_next", "release_publish"] },
  weather: { weather: ToolSets.weather },
  workflows: { workflows: Object.keys(workflows) }
}

/** The names of the sets. */
export const setNames: ReadonlyArray<string> = Object.keys(sets)

/** What is there unless somebody chooses. */
export const defaultNames: ReadonlyArray<string> = ["default"]

const modules: Modules = { ...forge, ...weather }

const operationsOf = (module: string): ReadonlyArray<string> =>
  Object.entries(modules[module] ?? {}).flatMap(([name, operation]: readonly [string, unknown]) =>
    typeof operation === "function" && "declaration" in operation ? [`${module}.${name}`] : []
  )

/** All that can be named, but the operations. */
const known = (): ReadonlyArray<string> => [
  ...setNames,
  ...Object.values(workflows).map(({ name }) => name),
  ...Object.keys(modules).filter((module) => operationsOf(module).length > 0)
]

const moduleOf = (module: string, operations: object): Selection =>
  module in forge ? { forge: { [module]: operations } } : { weather: { [module]: operations } }

const selectionOf = (name: string): Result.Result<Selection, string> => {
  const set = Object.hasOwn(sets, name) ? sets[name] : undefined
  if (set !== undefined) return Result.succeed(set)
  const workflow = Object.entries(workflows).find(([, one]) => one.name === name)
  if (workflow !== undefined) return Result.succeed({ workflows: [workflow[0]] })
  const [module = "", operation] = name.split(".")
  const operations = Object.hasOwn(modules, module) ? operationsOf(module) : []
  const exports: Readonly<Record<string, unknown>> = { ...modules[module] }
  if (operations.length > 0 && operation === undefined) return Result.succeed(moduleOf(module, exports))
  if (operation !== undefined && operations.includes(name)) {
    return Result.succeed(moduleOf(module, { [operation]: exports[operation] }))
  }
  const meant = UnknownFields.closest(name, operation === undefined ? known() : operations)
  return Result.fail(
    `There are no tools ${name}${meant === undefined ? "" : `: did you mean ${meant}?`} Sets are ${setNames.join(", ")}`
  )
}

const together = (all: ReadonlyArray<Modules | undefined>): Modules => {
  const merged: Record<string, object> = {}
  for (const [module, operations] of all.flatMap((one) => Object.entries(one ?? {}))) {
    merged[module] = { ...merged[module], ...operations }
  }
  return merged
}

/** The tools of a server. */
export interface Chosen {
  /** Their names. */
  readonly names: ReadonlySet<string>
  /** Shows them to clients, and carries them out. */
  readonly registrations: Layer.Layer<never, never, Forge | Weather | McpServer.McpServer>
}

/** Makes the tools that names stand for. Fails with what is wrong with the names. */
export const choose = (names: ReadonlyArray<string>, readOnly: boolean): Result.Result<Chosen, string> => {
  const selections: Array<Selection> = []
  for (const name of names) {
    const selection = selectionOf(name)
    if (Result.isFailure(selection)) return Result.fail(selection.failure)
    selections.push(selection.success)
  }
  const ofForge = ForgeTools.toolkit({ operations: together(selections.map((one) => one.forge)), readOnly })
  const ofWeather = WeatherTools.toolkit({ operations: together(selections.map((one) => one.weather)) })
  const ofWorkflows = WorkflowTools.toolkit({ workflows, readOnly })
  const wanted = new Set(selections.flatMap((one) => one.workflows ?? []))
  const chosen = Toolkit.make(...Object.values(ofWorkflows.toolkit.tools).filter((tool) => wanted.has(tool.name)))
  const toolkit = Toolkit.merge(ofForge.toolkit, ofWeather.toolkit, chosen)
  const tools = new Set(Object.keys(toolkit.tools))
  if (tools.size === 0) {
    const chosenNames = names.length === 0 ? "--tools names nothing" : `${names.join(", ")}: nothing of it only reads`
    return Result.fail(names.length === 0 ? chosenNames : `${chosenNames}. Give --write or --plan`)
  }
  return Result.succeed({
    names: tools,
    registrations: McpServer.toolkit(toolkit).pipe(Layer.provide([ofForge.layer, ofWeather.layer, ofWorkflows.layer]))
  })
}
