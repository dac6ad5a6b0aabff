/** Writes docs/variables from the tables of the service's names; with `--check`, fails if a page differs. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { type Completions, completions } from "../weather/completions.ts"
import { descriptionOf } from "../weather/described.ts"
import { metas, runsOf } from "../weather/metas.ts"
import { writePage } from "./declarations.ts"

const cellOf = (text: string): string => text.replaceAll("|", "\\|")

/** Where a variable is: `hourly`, `current` and `minutely_15` are mostly together. */
interface Row {
  readonly name: string
  readonly blocks: Array<string>
}

const rowsOf = (blocks: Completions["blocks"]): ReadonlyArray<Row> => {
  const rows = new Map<string, Row>()
  for (const [block, names] of Object.entries(blocks)) {
    for (const name of names) {
      const row = rows.get(`${name} ${block === "daily"}`) ?? { name, blocks: [] }
      row.blocks.push(block)
      rows.set(`${name} ${block === "daily"}`, row)
    }
  }
  return [...rows.values()]
}

const kinds: Readonly<Record<string, string>> = {
  max: "maximum",
  min: "minimum",
  mean: "mean",
  sum: "sum",
  dominantDirection: "prevailing direction",
  precipitationHours: "hours with",
  radiationSum: "sum"
}

/** What a daily value is made of. The older spelling of an hourly variable is that of the newer one. */
const madeOf = (name: string): string => {
  const [kind = "", hourly] = metas.variables.daily[name]?.from?.split(":") ?? []
  if (hourly === undefined) return ""
  const spelled = metas.variables.hourly[hourly]?.alias_of ?? hourly
  return `${kinds[kind] ?? kind}${kind === "precipitationHours" ? "" : " of"} \`${spelled}\``
}

const lineOf = ({ blocks, name }: Row): string => {
  const [block = ""] = blocks
  const { text, unit, valid = block === "daily" ? madeOf(name) : "" } = descriptionOf(block, name)
  return `| \`${name}\` | ${unit} | ${cellOf(text)} | ${valid} | ${blocks.join(", ")} |`
}

const modelLineOf = (service: string, name: string): string => {
  const { documented_models: documented = [], renames = {} } = metas.services[service] ?? {}
  const reads = metas.models[renames[name] ?? name]?.reads ?? []
  return `| \`${name}\` | ${runsOf(service, name)} | ${reads.join(", ")} | ${documented.includes(name) ? "yes" : ""} |`
}

/** In days back, or the first year. */
const sinceOf = (since = ""): string =>
  /^\d{4}/.exec(since) ? `from ${since.slice(0, 4)} on` : `of the last ${since.replace(" back", "")}`

const pageOf = (module: string, { blocks, models, theirs }: Completions): string => {
  const { data_since: since, host = "", path = "" } = metas.services[theirs] ?? {}
  return `# Variables of ${module}

\`${module}\` asks \`${host}${path}\`, which has data ${sinceOf(since)}. Units are those that the service uses unless the request
names others. The service accepts more names than these; what a model does not have is missing in its columns.

| variable | unit | description | values are of | blocks |
|---|---|---|---|---|
${rowsOf(blocks).map(lineOf).join("\n")}

## Models

| model | runs | reads | documented |
|---|---|---|---|
${models.map((name) => modelLineOf(theirs, name)).join("\n")}
`
}

const fileOf = (module: string): string => `${module.replaceAll(/(?!^)([A-Z])/g, "-$1").toLowerCase()}.md`

const index = `# Variables

The variables and models of each weather service, with their units. They are made from what the source of the service says
(\`npm run tables\` and \`npm run pages\`). In programs, \`Variables.hourly.temperature_2m\` and its like are constants of which
editors show the same.

A page has the first year of its service, the hourly variable that a daily one is made of, and the data sets of the server that
a model reads, where its source names them. A model is documented if the service lists it for its users. The source does not say
which variables a model has, nor since when: a column of what a model lacks is missing, with the unit \`undefined\`.

| service | variables | models |
|---|---|---|
${Object.entries(completions)
  .map(
    ([module, { blocks, models }]) =>
      `| [${module}](${fileOf(module)}) | ${Object.entries(blocks)
        .map(([block, names]) => `${names.length} ${block}`)
        .join(", ")} | ${models.length} |`
  )
  .join("\n")}
`

Fs.mkdirSync(Path.resolve(import.meta.dirname, "../../docs/variables"), { recursive: true })
writePage("docs/variables/README.md", index)
for (const [module, service] of Object.entries(completions)) {
  writePage(`docs/variables/${fileOf(module)}`, pageOf(module, service))
}
