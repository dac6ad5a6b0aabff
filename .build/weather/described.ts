/** What variables are: unit, description and time, as docstrings of constants and as rows of pages. */
import { completions } from "./completions.ts"
import { metas } from "./metas.ts"

/** What is said of a variable. */
export interface Description {
  /** In JSON, unless the request names others; empty for what has no dimension. */
  readonly unit: string
  readonly text: string
  /** What time a value belongs to: `instant`, `preceding hour sum`. */
  readonly valid: string | undefined
}

const ofHours: ReadonlyArray<string> = ["current", "minutely_15", "hourly"]

/** The service has no words for some: those of the name are used then. `wind_speed_40m`: Wind speed (40 m). */
const wordsOf = (name: string): string => {
  const words = name
    .replace(/_(\d+)_to_(\d+)(cm|m)(?=_|$)/, " ($1-$2 $3)")
    .replace(/_(\d+)(cm|m)(?=_|$)/, " ($1 $2)")
    .replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const inTable = (block: string, name: string) => {
  const { daily, hourly, monthly, weekly } = metas.variables
  return (ofHours.includes(block) ? hourly : { daily, monthly, weekly }[block])?.[name]
}

const atLevel = (name: string): Description | undefined => {
  const [, base = "", level = "", kind] = /^(.*)_(\d+)(hPa|m)$/.exec(name) ?? []
  const found = kind === undefined ? undefined : metas.variables[kind === "hPa" ? "pressure" : "height"].variables[base]
  return (
    found && {
      unit: found.unit ?? "",
      text: `${found.description ?? wordsOf(base)} (${level} ${kind})`,
      valid: "instant"
    }
  )
}

/** Describes a variable of a block. */
export const descriptionOf = (block: string, name: string): Description => {
  const found = inTable(block, name)
  if (found === undefined) return atLevel(name) ?? { unit: "", text: wordsOf(name), valid: undefined }
  return { unit: found.unit ?? "", text: found.description ?? wordsOf(name), valid: found.valid?.toLowerCase() }
}

/** Says it in a line: `°C, Temperature (2 m), instant`. */
export const lineOf = ({ text, unit, valid }: Description): string =>
  [unit === "" ? "No unit" : unit, text, ...(valid === undefined ? [] : [valid])].join(", ")

/** All names of the blocks of a kind that a service completes, once each. */
const namesOf = (block: string): ReadonlyArray<string> => [
  ...new Set(Object.values(completions).flatMap(({ blocks }) => blocks[block] ?? []))
]

const isAtPressure = (name: string): boolean => name.endsWith("hPa")

const interfaceOf = (what: string, name: string, block: string, names: ReadonlyArray<string>): string =>
  [
    `/** ${what} */`,
    `export interface ${name} {`,
    ...names.map((each) => `  /** ${lineOf(descriptionOf(block, each))}. */ readonly ${each}: "${each}"`),
    "}",
    ""
  ].join("\n")

const hourly = namesOf("hourly")

/** The interfaces by file. */
export const interfaces: Readonly<Record<string, string>> = {
  "src/weather/variables/HourlyNames.ts": interfaceOf(
    "Names of variables of an instant or an hour, with what they are.",
    "HourlyNames",
    "hourly",
    hourly.filter((name) => !isAtPressure(name))
  ),
  "src/weather/variables/PressureNames.ts": interfaceOf(
    "Names of variables at pressure levels, with what they are.",
    "PressureNames",
    "hourly",
    hourly.filter(isAtPressure)
  ),
  "src/weather/variables/PeriodNames.ts": [
    interfaceOf("Names of variables of days, with what they are.", "DailyNames", "daily", namesOf("daily")),
    interfaceOf("Names of variables of weeks, with what they are.", "WeeklyNames", "weekly", namesOf("weekly")),
    interfaceOf("Names of variables of months, with what they are.", "MonthlyNames", "monthly", namesOf("monthly"))
  ].join("\n")
}
