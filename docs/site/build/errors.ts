/** Writes a page for each error, and one for all. */
import { readAdvices } from "./errors/advice.ts"
import { handlerOf } from "./errors/example.ts"
import { errorPath, errorsOf, functionsWith, membersOf, operationsWith, type ErrorClass } from "./errors/list.ts"
import type { Export, Library } from "./library/model.ts"
import { type Example, readExamples } from "./operations/examples.ts"
import { type Operation, operationsOf } from "./operations/list.ts"
import { fieldsHtml, signatureHtml } from "./reference/html.ts"
import { baseOf, type Links, linksOf } from "./reference/links.ts"
import { playgroundLink } from "./playground.ts"
import { makePage, urlOf, writeData } from "./site.ts"
import { readGuides, titleOf } from "./reference/mentions.ts"
import { capital, plain } from "./markdown.ts"
import { importOf, sentenceOf } from "./reference/page.ts"
import { runnable } from "./operations/runnable.ts"

interface Context {
  readonly library: Library
  readonly operations: ReadonlyArray<Operation>
  readonly links: Links
  readonly pageUrl: (path: string) => string
  readonly advices: ReadonlyMap<string, string>
  /** How often guides and recipes name an operation. */
  readonly usesOf: (operation: string) => number
  readonly exampleOf: (operation: Operation) => Example | undefined
}

const linkTo = (module: string, name: string, links: Links): string =>
  `[\`${baseOf(module)}.${name}\`](${links.urlOf({ module, name }) ?? ""})`

/** Who fails with the error. */
const sourcesOf = (
  { exported, module }: ErrorClass,
  { library, links, operations }: Context
): ReadonlyArray<string> => {
  const target = { module, name: exported.name }
  const key = `${module}.${exported.name}`
  if (membersOf(library, { module: "rest/RestError", name: "ExchangeError" }).has(key)) {
    return ["Every operation can fail with it."]
  }
  if (membersOf(library, { module: "rest/RestError", name: "RequestError" }).has(key)) {
    return ["Every operation that decodes a response can fail with it: each that returns a record, a list or bytes."]
  }
  if (exported.name === "NotModified") return ["Every operation that only reads can fail with it, by its `.ifChanged`."]
  const named = operationsWith(operations, exported.name).map((each) => linkTo(each.module, each.name, links))
  const others = functionsWith(library, target).map((each) => linkTo(each.module, each.name ?? "", links))
  return [...named, ...others].map((each) => `- ${each}`)
}

/** The guides that say what to do about an error: that of errors, else those that name it. */
const guidesAbout = (tag: string, pageUrl: (path: string) => string): ReadonlyArray<string> => {
  const named = [...readGuides()].filter(([, markdown]) => markdown.includes(`\`${tag}\``))
  const guides = named.some(([path]) => path === "guides/errors")
    ? named.filter(([path]) => path === "guides/errors")
    : named
  return guides.map(([path, markdown]) => `[${titleOf(markdown)}](${pageUrl(path)})`)
}

/** What the guide says to do, and where there is more. */
const adviceOf = ({ name }: Export, { advices, pageUrl }: Context): ReadonlyArray<string> => {
  const advice = advices.get(name)
  const guides = guidesAbout(name, pageUrl).join(", ")
  if (advice === undefined) return guides === "" ? [] : [`Guides: ${guides}.`, ""]
  return ["## What to do about it", "", `${capital(advice)}. See ${guides}.`, ""]
}

/** Errors that say what is wrong with a write. Reads rarely have them. */
const ofWrites: ReadonlySet<string> = new Set(["Conflict", "ValidationFailed"])

const isRead = ({ declaration }: Operation): boolean => declaration.template.startsWith("GET ")

/** How a program handles it. Every operation can fail with most errors: a listing is a typical one. */
const exampleOf = async (
  { exported, module }: ErrorClass,
  { advices, exampleOf, library, operations, usesOf }: Context
): Promise<ReadonlyArray<string>> => {
  const ofEvery = membersOf(library, { module: "rest/RestError", name: "RequestError" })
  const isOfEvery = ofEvery.has(`${module}.${exported.name}`)
  const candidates = operations
    .filter(({ declaration: { errors, name } }) =>
      isOfEvery ? name === "Issues.list" : errors.includes(exported.name)
    )
    .filter((operation) => !ofWrites.has(exported.name) || !isRead(operation))
    .flatMap((operation) => {
      const example = exampleOf(operation)
      const { declaration, name, service } = operation
      return example === undefined ? [] : [{ ...example, name, service, uses: usesOf(declaration.name) }]
    })
  const handler = handlerOf(candidates, exported, advices.get(exported.name) ?? "")
  if (handler === undefined) return []
  const program = runnable(handler.module, handler.service, handler.returns)
  const link = await playgroundLink({ ...handler.sketch, program })
  return ["## Handle it", "", "```ts", program.trimEnd(), "```", "", link, ""]
}

const bodyOf = async (error: ErrorClass, context: Context): Promise<string> => {
  const { exported, module } = error
  const { library, links } = context
  const from = { module, name: exported.name }
  const found = library.get(module)
  const sources = sourcesOf(error, context)
  return [
    links.linked(exported.docs, from),
    "",
    ...adviceOf(exported, context),
    ...(await exampleOf(error, context)),
    "## Fields",
    "",
    signatureHtml(exported.signature, links.urlOf),
    "",
    fieldsHtml(exported.members, links.columns(from), exported.name),
    ...(found === undefined
      ? []
      : ["", "Programs that create one, or use its schema, import it:", "", "```ts", importOf(library, found), "```"]),
    ...(sources.length === 0 ? [] : ["", "## Who fails with it", "", ...sources])
  ].join("\n")
}

const overviewOf = (errors: ReadonlyArray<ErrorClass>, { library, links, pageUrl }: Context): string => {
  const isIn = (union: string) => {
    const members = membersOf(library, { module: "rest/RestError", name: union })
    return ({ exported, module }: ErrorClass) => members.has(`${module}.${exported.name}`)
  }
  const groups: ReadonlyArray<readonly [string, (error: ErrorClass) => boolean]> = [
    ["Of every operation", isIn("ExchangeError")],
    ["Of every operation that decodes a response", isIn("RequestError")],
    ["Of some operations", ({ module }) => module === "rest/RestError" || module === "forge/ForgeError"],
    ["Of workflows", ({ module }) => module.startsWith("workflow/")],
    ["Of others", () => true]
  ]
  const left = new Set(errors)
  return groups
    .flatMap(([title, isIn]) => {
      const members = [...left].filter(isIn)
      members.forEach((each) => left.delete(each))
      return [
        `\n## ${title}\n`,
        ...members.map(({ exported: { docs, name }, module }) => {
          const from = { module, name }
          return `- [\`${name}\`](${pageUrl(errorPath(name))}): ${links.linked(sentenceOf(docs), from)}`
        })
      ]
    })
    .join("\n")
}

const countUses = (): Context["usesOf"] => {
  const uses = new Map<string, number>()
  for (const text of readGuides().values())
    for (const [name] of text.matchAll(/\b[A-Z]\w+\.[a-z]\w*\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1)
  return (operation) => uses.get(operation) ?? 0
}

export const writeErrors = async (modules: Library): Promise<void> => {
  const context: Context = {
    library: modules,
    operations: operationsOf(modules),
    links: linksOf(modules, urlOf),
    pageUrl: urlOf,
    advices: readAdvices(),
    usesOf: countUses(),
    exampleOf: await readExamples()
  }
  const errors = errorsOf(modules)
  for (const error of errors) {
    makePage(errorPath(error.exported.name), {
      title: error.exported.name,
      description: plain(sentenceOf(error.exported.docs)),
      body: await bodyOf(error, context),
      sidebar: { hidden: true }
    })
  }
  // The playground leads to them.
  writeData("errors", Object.fromEntries(errors.map(({ exported: { name } }) => [name, `${errorPath(name)}/`])))
  makePage("errors/index", {
    title: "All errors",
    description: "Every error of the library, with its fields and who fails with it.",
    body: [`[Errors](${urlOf("guides/errors")}) explains what to do about each.`, overviewOf(errors, context)].join(
      "\n"
    )
  })
}
