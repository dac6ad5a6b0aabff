/** What the service knows by name, and how flatbuffers label it. Its mistakes are repeated, so that tests find them. */
import { renames } from "../../../../weather/internal/tables/renames.ts"
import type { SeriesBlock } from "../../../../weather/Answer.ts"
import { height, hourly, pressure } from "./hourly.ts"
import { models } from "./models.ts"
import { daily, monthly, weekly } from "./periods.ts"

/** What a column says of its variable: names of the SDK, and numbers. */
export interface Label {
  readonly variable: string
  readonly aggregation: string
  readonly probability: string
  readonly altitude: number
  readonly pressureLevel: number
  readonly depth: number
  readonly depthTo: number
  readonly previousDay: number
}

/** A variable that the service knows. */
export interface KnownVariable {
  /** The newest of its names. */
  readonly name: string
  readonly label: Label
}

interface NamedVariable extends KnownVariable {
  /** Whether the label says nothing of an earlier run. */
  readonly isLost: boolean
}

const numberIn = (texts: ReadonlyArray<string>, pattern: RegExp): number => {
  for (const text of texts) {
    const [, digits] = pattern.exec(text) ?? []
    if (digits !== undefined) return Number(digits)
  }
  return 0
}

const entryOf = (text: string): NamedVariable => {
  const [names = "", ...details] = text.split(" ")
  const [name = "", variable = name] = names.split("=")
  const words = details.filter((detail) => detail !== "lost" && !/^\d/.test(detail))
  const isThreshold = (word: string): boolean => /^[gl]t/.test(word)
  return {
    name,
    label: {
      variable,
      aggregation: words.find((word) => !isThreshold(word)) ?? "none",
      probability: words.find(isThreshold) ?? "none",
      altitude: numberIn(details, /^(\d+)m$/),
      pressureLevel: 0,
      depth: numberIn(details, /^(\d+)(?:-\d+)?cm$/),
      depthTo: numberIn(details, /^\d+-(\d+)cm$/),
      previousDay: 0
    },
    isLost: details.includes("lost")
  }
}

type Table = ReadonlyMap<string, NamedVariable>

const tableOf = (text: string): Table => {
  const entries = text.trim().split(/,\s+/)
  const table = new Map(
    entries.flatMap((entry) => (entry.includes("~") ? [] : [entryOf(entry)])).map((entry) => [entry.name, entry])
  )
  for (const entry of entries) {
    const [name = "", other = ""] = entry.split("~")
    const known = table.get(other)
    if (known !== undefined) table.set(name, known)
  }
  return table
}

const tables = {
  hourly: tableOf(hourly),
  pressure: tableOf(pressure),
  height: tableOf(height),
  daily: tableOf(daily),
  weekly: tableOf(weekly),
  monthly: tableOf(monthly)
}

const atLevel = (name: string): KnownVariable | undefined => {
  const [, base = "", level = "", spread = ""] = /^(.+)_(\d+)hPa(_spread)?$/.exec(name) ?? []
  const known = tables.pressure.get(base)
  return (
    known && {
      name: `${known.name}_${level}hPa${spread}`,
      label: { ...known.label, pressureLevel: Number(level), ...(spread === "" ? {} : { aggregation: "spread" }) }
    }
  )
}

const atSurface = (name: string): KnownVariable | undefined => {
  const [, base = name, day = "0"] = /^(.+)_previous_day(\d+)$/.exec(name) ?? []
  const known = tables.hourly.get(base)
  return (
    known && {
      name: `${known.name}${name.slice(base.length)}`,
      label: { ...known.label, previousDay: known.isLost ? 0 : Number(day) }
    }
  )
}

const atHeight = (name: string): KnownVariable | undefined => {
  const [, base = "", metres = ""] = /^(.+)_(\d+)m$/.exec(name) ?? []
  const known = tables.height.get(base)
  return known && { name: `${known.name}_${metres}m`, label: { ...known.label, altitude: Number(metres) } }
}

/** Finds a variable of a block, in any service; undefined if no service knows it. */
export const variableOf = (block: SeriesBlock | "current", name: string): KnownVariable | undefined =>
  block === "daily" || block === "weekly" || block === "monthly"
    ? tables[block].get(name)
    : (atLevel(name) ?? atSurface(name) ?? atHeight(name))

/** A model of any service. */
export interface Model {
  /** The name that flatbuffers have for it. */
  readonly label: string
  /** Its number of runs. */
  readonly members: number
}

const known: ReadonlyMap<string, Model> = new Map(
  models
    .trim()
    .split(/,\s+/)
    .map((entry) => {
      const [names = "", members = "1"] = entry.split(" ")
      const [name = "", label = name] = names.split("=")
      return [name, { label, members: Number(members) }]
    })
)

/** Finds a model; undefined if no service knows it. */
export const modelOf = (name: string): Model | undefined => known.get(name)

/** Returns the name that a service has for a requested model. Without one, it has a model of its own. */
export const resolvedName = (root: string, model: string): string => {
  const asked = model === "" || model === "auto" ? "best_match" : model
  return renames[root]?.[asked] ?? asked
}

/** Returns how many runs a requested model of a service has. */
export const membersOf = (root: string, model: string): number => modelOf(resolvedName(root, model))?.members ?? 1
