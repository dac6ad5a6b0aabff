/**
 * Makes the tables of names of the library and of the simulator from what the service's source says. As a program
 * (`npm run tables`), it writes them.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { type Label, metas, renames } from "./metas.ts"
import { interfaces } from "./described.ts"
import { modelNames } from "./modelNames.ts"

const root = Path.resolve(import.meta.dirname, "../..")

/** A docstring in lines of at most 120 characters. */
const docstring = (text: string): string => {
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = `${lines.at(-1) ?? ""} ${word}`
    if (line.length > 116) lines.push(` ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines.length === 1 ? `/**${lines[0]} */\n` : `/**\n${lines.map((line) => ` *${line}\n`).join("")} */\n`
}

const head = (what: string): string => docstring(`${what} Made by \`npm run tables\`.`)

const isWord = (name: string): boolean => /^[a-z]\w*$/i.test(name)

const key = (name: string): string => (isWord(name) ? name : JSON.stringify(name))

const objectOf = (values: Readonly<Record<string, string>>, indent: string): string =>
  `{\n${Object.entries(values)
    .map(([name, value]) => `${indent}  ${key(name)}: ${JSON.stringify(value)}`)
    .join(",\n")}\n${indent}}`

/** Objects of objects, or of texts. */
const nested = (values: Readonly<Record<string, Readonly<Record<string, string>>>>): string =>
  `{\n${Object.entries(values)
    .map(([name, value]) => {
      const entries = Object.entries(value)
      const line = `{ ${entries.map(([from, to]) => `${key(from)}: ${JSON.stringify(to)}`).join(", ")} }`
      return `  ${key(name)}: ${entries.length === 0 ? "{}" : entries.length === 1 ? line : objectOf(value, "  ")}`
    })
    .join(",\n")}\n}`

/** Entries in lines of at most 100 characters, as a template. */
const lines = (entries: ReadonlyArray<string>): string => {
  const lines: Array<string> = []
  for (const entry of entries) {
    const last = lines.at(-1)
    if (last === undefined || last.length + entry.length > 98) lines.push(entry)
    else lines[lines.length - 1] = `${last}, ${entry}`
  }
  return `\`\n${lines.join(",\n")}\n\``
}

/** A label as a text: `temperature maximum 2m`. Without its variable if that has the same name. */
const textOf = (name: string, label: Label, ...flags: ReadonlyArray<string>): string => {
  const { aggregation, altitude, depth, depth_to, probability, variable } = label
  const details = [
    aggregation,
    probability,
    altitude === undefined ? undefined : `${altitude}m`,
    depth === undefined ? undefined : `${[depth, ...(depth_to === undefined ? [] : [depth_to])].join("-")}cm`,
    ...flags
  ].flatMap((detail) => detail ?? [])
  return [variable === name ? name : `${name}=${variable}`, ...details].join(" ")
}

const isSame = (a: Label | undefined, b: Label | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

const variablesOf = (block: "hourly" | "daily" | "weekly" | "monthly"): string => {
  const all = metas.variables[block]
  const entries = Object.entries(all).map(([name, { alias_of: other = "", label, previous_day_lost: isLost }]) =>
    isSame(all[other]?.label, label) ? `${name}~${other}` : textOf(name, label, ...(isLost === true ? ["lost"] : []))
  )
  return lines(entries)
}

const familyOf = (family: "pressure" | "height"): string =>
  lines(
    Object.entries(metas.variables[family].variables).map(([name, { alias_of: other, label }]) =>
      other === undefined ? textOf(name, label) : `${name}~${other}`
    )
  )

const models = lines(
  Object.entries(metas.models).map(([name, { label, members }]) =>
    [label === name ? name : `${name}=${label}`, ...(members === 1 ? [] : [members])].join(" ")
  )
)

/** A list of names, in one line if there is room. */
const listOf = (what: string, name: string, names: ReadonlyArray<string>): string => {
  const line = `export const ${name} = [${names.map((each) => `"${each}"`).join(", ")}] as const`
  const list = `export const ${name} = [\n${names.map((each) => `  "${each}"`).join(",\n")}\n] as const`
  return `${docstring(what)}${line.length > 120 ? list : line}\n`
}

const typeOf = (what: string, name: string, list: string): string =>
  `${docstring(what)}export type ${name} = (typeof ${list})[number]\n`

const membersOf = (members: Readonly<Record<string, number>>): string =>
  `{\n${Object.entries(members)
    .map(([name, count]) => `  ${key(name)}: ${count}`)
    .join(",\n")}\n}`

/** Wind in metres per second has the same label as what is never converted, and as many decimals. */
const decimals: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(metas.units).flatMap(([unit, { decimals, sdk }]) =>
    (unit === "m/s" ? [sdk, "metre_per_second"] : [sdk]).map((name) => [name, decimals] as const)
  )
)

/** The tables by file. */
export const tables: Readonly<Record<string, string>> = {
  "src/weather/internal/tables/renames.ts": [
    head("Models that the services return under other names than the requested ones, by service."),
    "/** The name in responses by the requested one. */\n",
    "export type Renames = Readonly<Record<string, string>>\n\n",
    `export const renames: Readonly<Record<string, Renames | undefined>> = ${nested(renames)}\n`
  ].join(""),
  "src/weather/internal/tables/labels.ts": [
    head("The labels of models in flatbuffers, where they are not the names of the models."),
    "export const modelLabels: Readonly<Record<string, string>> = ",
    objectOf(
      Object.fromEntries(
        Object.entries(metas.models).flatMap(([name, { label }]) => (label === name ? [] : [[name, label]]))
      ),
      ""
    ),
    "\n"
  ].join(""),
  ...Object.fromEntries(
    Object.entries(interfaces).map(([file, text]) => [
      file,
      head("What variables are, for editors: they show docstrings of properties, but not of names in quotes.") +
        "\n" +
        text
    ])
  ),
  "src/weather/internal/tables/decimals.ts": [
    head("The number of decimals of values in JSON, by the name of their unit in the SDK."),
    `export const decimals: Readonly<Record<string, number>> = ${membersOf(decimals)}\n`
  ].join(""),
  "src/weather/variables/ModelNames.ts": [
    head(
      "Names of weather models, by service: those that the service documents first, and then its other names of the same and of more models."
    ),
    ...modelNames.lists.flatMap(({ list, names, one, type, what }) => [
      "\n",
      listOf(what, list, names),
      ...(type === undefined || one === undefined ? [] : ["\n", typeOf(one, type, list)])
    ]),
    "\n",
    docstring(
      "Number of runs of each ensemble, including the control run. The weight of a call counts all of them. Names without a word for it (`icon_d2`, `gfs025`) are ensembles for `Ensemble` only."
    ),
    `export const ensembleMembers = ${membersOf(modelNames.ensembleMembers)} as const\n\n`,
    docstring("Number of runs of each seasonal forecast that is not the mean of them."),
    `export const seasonalMembers = ${membersOf(modelNames.seasonalMembers)} as const\n`
  ].join(""),
  "src/testing/internal/weather/tables/models.ts": [
    head("All models of the service: `name=label members`, where the label in flatbuffers is the name, and members 1."),
    `export const models = ${models}\n`
  ].join(""),
  "src/testing/internal/weather/tables/hourly.ts": [
    head("Variables of an instant or an hour, at the surface and at levels. `periods.ts` says how they are written."),
    `export const hourly = ${variablesOf("hourly")}\n\n`,
    "/** Those at any pressure level, such as `temperature_850hPa`. */\n",
    `export const pressure = ${familyOf("pressure")}\n\n`,
    "/** Those at any height, such as `temperature_80m`. */\n",
    `export const height = ${familyOf("height")}\n`
  ].join(""),
  "src/testing/internal/weather/tables/periods.ts": [
    head(
      "Variables of days, weeks and months: `name=variable` and what else their label in flatbuffers says. `a~b` is an older name of `b`, and `lost` marks those whose label says nothing of an earlier run."
    ),
    (["daily", "weekly", "monthly"] as const)
      .map((block) => `export const ${block} = ${variablesOf(block)}\n`)
      .join("\n")
  ].join("")
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(tables)) Fs.writeFileSync(Path.join(root, file), text)
}
