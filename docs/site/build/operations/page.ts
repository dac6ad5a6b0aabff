/** The page of an operation. */
import { capital } from "../markdown.ts"
import type { Code, Export, Field, Library } from "../library/model.ts"
import { textOf } from "../library/scope.ts"
import { errorPath, membersOf } from "../errors/list.ts"
import { escape, fieldsHtml, signatureHtml } from "../reference/html.ts"
import { baseOf, type Links, slugOf } from "../reference/links.ts"
import { importOf, sentenceOf } from "../reference/page.ts"
import type { Example } from "./examples.ts"
import { type Operation, urlOf } from "./list.ts"

export interface Context {
  readonly library: Library
  readonly links: Links
  readonly pageUrl: (path: string) => string
  /** The methods of Octokit that the operation is. */
  readonly octokit: ReadonlyArray<string>
  readonly example: Example | undefined
  /** The link that opens the example in the playground, as HTML. */
  readonly playground: string | undefined
  /** The test of the example, with the URL of its seed, and the link that opens it in the playground, as HTML. */
  readonly test: { readonly code: string; readonly seed: string; readonly playground: string } | undefined
  /** The same with other clients. */
  readonly clients: ReadonlyArray<{ readonly label: string; readonly language: string; readonly code: string }>
  /** The service's own page about it. */
  readonly official: string | undefined
}

/** Whether the operation decodes a response: otherwise some errors cannot happen. */
const isSilent = ({ declaration: { kind, result } }: Operation): boolean => kind === "operation" && result === undefined

const exportIn = (library: Library, module: string, name: string): Export | undefined =>
  library.get(module)?.exports.find((each) => each.name === name)

const requestOf = (operation: Operation): string => {
  const [method = ""] = operation.declaration.template.split(" ")
  return `<p class="request"><span class="method">${method}</span> <code>${escape(urlOf(operation))}</code></p>`
}

/** A tab with its panel, in Markdown. */
interface Tab {
  readonly label: string
  readonly body: ReadonlyArray<string>
}

/** Tabs without a script: each is a choice, and the styles show its panel. Texts and prints have all of them. */
const tabsOf = (tabs: ReadonlyArray<Tab>): ReadonlyArray<string> => {
  const idOf = ({ label }: Tab): string => `tab-${label.toLowerCase()}`
  return [
    '<div class="tabs" role="group" aria-label="The example">',
    ...tabs.map((tab, index) => {
      const checked = index === 0 ? " checked" : ""
      return `<input type="radio" name="tab" id="${idOf(tab)}"${checked}><label for="${idOf(tab)}">${tab.label}</label>`
    }),
    ...tabs.flatMap((tab) => [
      `<section class="panel${tab.label === "Program" ? "" : " other-panel"}" data-panel="${idOf(tab)}" aria-label="${tab.label}">`,
      "",
      ...tab.body,
      "",
      "</section>"
    ]),
    "</div>",
    ""
  ]
}

const fenced = (language: string, code: string): ReadonlyArray<string> => [`\`\`\`${language}`, code.trimEnd(), "```"]

const exampleOf = ({ clients, example, pageUrl, playground, test }: Context): ReadonlyArray<string> => {
  if (example === undefined) return []
  const tabs: ReadonlyArray<Tab> = [
    {
      label: "Program",
      body: [
        ...fenced("ts", example.sketch.program),
        "",
        ...(playground === undefined ? [] : [playground, ""]),
        "Output:",
        "",
        ...fenced("txt", example.output)
      ]
    },
    ...(test === undefined
      ? []
      : [
          {
            label: "Test",
            body: [
              `It runs on the [simulator](${pageUrl("guides/testing")}), without a network. <a href="${test.seed}" download>seed.ts</a> is what that starts with.`,
              "",
              ...fenced("ts", test.code),
              "",
              test.playground
            ]
          }
        ]),
    ...clients.map(({ code, label, language }) => ({ label, body: fenced(language, code) }))
  ]
  return ["## Example", "", example.caption, "", ...tabsOf(tabs)]
}

/** Where a field of the input is sent. */
const places = ["path", "query", "body"] as const

/** The fields of each place, in the order of the declaration. */
const groupsOf = (fields: ReadonlyArray<Field>, declaration: Operation["declaration"]) => {
  const left = new Set(fields)
  const groups = places.map((place) => {
    const members = Object.keys(declaration[place] ?? {}).flatMap((name) => fields.filter((each) => each.name === name))
    members.forEach((each) => left.delete(each))
    return [place, members] as const
  })
  return [...groups, [undefined, [...left]] as const]
}

/** A field of names that the service knows: hundreds of them, which a page of their own has with units and descriptions. */
const withNamesElsewhere =
  (module: string, pageUrl: Context["pageUrl"]) =>
  (field: Field): Field => {
    if (!textOf(field.type).startsWith("readonly Open<")) return field
    const page = pageUrl(`variables/${slugOf(baseOf(module))}`)
    const known = field.name === "models" ? `[all models](${page}#models)` : `[all variables](${page})`
    return { ...field, type: ["readonly string[]"], docs: `${field.docs} See ${known}.` }
  }

const inputOf = (
  { callable, declaration, module, name }: Operation,
  { links, pageUrl }: Context
): ReadonlyArray<string> => {
  const columns = links.columns({ module, name })
  const fields = callable.input.map(withNamesElsewhere(module, pageUrl))
  const given = groupsOf(fields, declaration).filter(([, fields]) => fields.length > 0)
  if (given.length === 0) return ["## Input", "", "It takes `{}`.", ""]
  return [
    "## Input",
    "",
    "One object. `?` marks an optional field.",
    "",
    ...given.flatMap(([place, fields]) => [
      `**${place === undefined ? (declaration.kind === "upload" ? "What is sent" : "Beside the request") : `In the ${place}`}**`,
      "",
      fieldsHtml(fields, columns, "input"),
      ""
    ])
  ]
}

/** The records in a type, once each. */
const recordsIn = (code: Code, library: Library): ReadonlyArray<Export & { readonly module: string }> => {
  const found = new Map<string, Export & { readonly module: string }>()
  for (const part of code) {
    if (typeof part === "string" || part.to.name === undefined || !part.to.module.includes("/schema/")) continue
    const record = exportIn(library, part.to.module, part.to.name)
    if (record !== undefined) found.set(part.text, { ...record, module: part.to.module })
  }
  return [...found.values()]
}

const resultOf = ({ callable, declaration }: Operation, { library, links }: Context): ReadonlyArray<string> => {
  const { kind } = declaration
  const records = recordsIn(callable.returns, library)
  const tables = records
    .filter(({ members }) => members.length > 0)
    // A union of many records would fill the page.
    .slice(0, 3)
    .flatMap(({ members, module, name }) => [
      `<details><summary>Fields of ${escape(name)}</summary>`,
      fieldsHtml(members, links.columns({ module, name }), name),
      "</details>",
      ""
    ])
  const words: Readonly<Record<typeof kind, string>> = {
    operation: "An Effect.",
    batch: "An Effect. It sends as many requests as it needs.",
    listing: "A Stream of all items, which reads page after page as far as it is consumed.",
    stream: "A Stream. It sends a request for each of its values.",
    upload: "An Effect.",
    download: "A Stream of bytes."
  }
  return ["## Result", "", words[kind], "", signatureHtml(callable.returns, links.urlOf), "", ...tables]
}

/** The sentence of an error's docstring, whose names are those of the module that declares it. */
const saysOf = (library: Library, links: Links, tag: string): string => {
  const module = ["rest/RestError", "forge/ForgeError"].find((each) => exportIn(library, each, tag) !== undefined)
  if (module === undefined) return ""
  return links.linked(sentenceOf(exportIn(library, module, tag)?.docs ?? ""), { module, name: tag })
}

const errorsOf = (operation: Operation, { library, links, pageUrl }: Context): ReadonlyArray<string> => {
  const { declaration } = operation
  const [union, every, an] = isSilent(operation)
    ? ["ExchangeError", "every operation", "an"]
    : ["RequestError", "every operation that decodes a response", "a"]
  const rowOf = (tag: string): string => `| [\`${tag}\`](${pageUrl(errorPath(tag))}) | ${saysOf(library, links, tag)} |`
  const ofEvery = Array.from(membersOf(library, { module: "rest/RestError", name: union }), baseNameOf)
  const table = (tags: ReadonlyArray<string>) => ["| tag | when |", "|---|---|", ...tags.map(rowOf)]
  return [
    "## Errors",
    "",
    ...(declaration.errors.length === 0 ? [] : [...table(declaration.errors), ""]),
    `${declaration.errors.length === 0 ? "It" : `Like ${every}, it`} can also fail with ${an} [\`${union}\`](${pageUrl("errors")}#of-every-operation):`,
    "",
    ...table(ofEvery.filter((tag) => !declaration.errors.includes(tag))),
    ""
  ]
}

/** `rest/RestError.NotFound` → `NotFound` */
const baseNameOf = (key: string): string => key.slice(key.lastIndexOf(".") + 1)

/** How `Write.once` finds an earlier write, where its name for that does not say it. */
const foundWords: Readonly<Record<string, string>> = {
  absence: "A removal counts as done when the record is gone.",
  comparison: "It finds the write by comparing the record with the input.",
  mark: "It finds the write by a mark in its text."
}

const retryOf = (
  { declaration: { foundBy, name, repeatable } }: Operation,
  { links, pageUrl }: Context
): ReadonlyArray<string> => {
  const once = links.urlOf({ module: "rest/Write", name: "once" }) ?? ""
  const words = repeatable
    ? "It is safe to repeat, so it is retried after lost connections and transient statuses, even when the service may have acted."
    : "It is not safe to repeat, so it is retried only when the service certainly did not act."
  const found =
    foundBy === undefined
      ? []
      : [
          "",
          `[\`Write.once(${name}, …)\`](${once}) carries it out once, whatever happens to its responses. ${foundWords[foundBy] ?? `It finds the write by its ${foundBy}.`} A second call with the same key writes again, unless it has \`resume: true\`.`
        ]
  return [
    "## Retries",
    "",
    `${words} See [Writes whose response is lost](${pageUrl("guides/lost-responses")}).`,
    ...found,
    ""
  ]
}

const variantsOf = (
  { callable, declaration, module, name }: Operation,
  { library, links }: Context
): ReadonlyArray<string> => {
  if (callable.variants.length === 0) return []
  const fields = callable.variants.map((field) => ({ ...field, name: `.${field.name}` }))
  const paging = declaration.kind === "listing" ? exportIn(library, "rest/Operation", "PageInput") : undefined
  const columns = links.columns({ module, name })
  return [
    "## Variants",
    "",
    "In their types, `Input` is the input above, `A` what the operation returns, and `E` its errors.",
    "",
    fieldsHtml(fields, columns, "variant"),
    "",
    ...(paging === undefined
      ? []
      : [
          "`.page` takes this besides the input:",
          "",
          fieldsHtml(paging.members, links.columns({ module: "rest/Operation" })),
          ""
        ])
  ]
}

/** The text of the page. */
export const bodyOf = (operation: Operation, context: Context): string => {
  const { docs, module, name, notes } = operation
  const { library, links, octokit, official, pageUrl } = context
  const found = library.get(module)
  const reference = links.urlOf({ module }) ?? ""
  return [
    links.linked(docs, { module, name }),
    "",
    requestOf(operation),
    "",
    ...(notes.length === 0 ? [] : [`${capital(notes.join("; "))}.`, ""]),
    ...(found === undefined ? [] : ["```ts", importOf(library, found), "```", ""]),
    ...exampleOf(context),
    ...inputOf(operation, context),
    ...resultOf(operation, context),
    ...errorsOf(operation, context),
    ...retryOf(operation, context),
    ...variantsOf(operation, context),
    "## See also",
    "",
    `- The module [\`${baseOf(module)}\`](${reference})`,
    ...(official === undefined ? [] : [`- [The service's own page](${official})`]),
    ...(octokit.length === 0
      ? []
      : [
          `- [From Octokit](${pageUrl("octokit")}): it is ${octokit.map((each) => `\`octokit.rest.${each}\``).join(", ")}`
        ]),
    ""
  ].join("\n")
}
