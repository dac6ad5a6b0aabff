/** How docstrings, types and examples become pages. */
import { assert, describe, it } from "vitest"
import { advicesIn } from "../../../docs/site/build/errors/advice.ts"
import { handlerOf } from "../../../docs/site/build/errors/example.ts"
import { parse, wrapped } from "../../../docs/site/build/library/compiler.ts"
import { docstringOfModule, textOf } from "../../../docs/site/build/library/docstring.ts"
import type { Field, Library, Module } from "../../../docs/site/build/library/model.ts"
import { codeOf, withoutImports } from "../../../docs/site/build/library/scope.ts"
import { declarationOf, tidy } from "../../../docs/site/build/library/signature.ts"
import { split } from "../../../docs/site/build/operations/list.ts"
import { partOf } from "../../../docs/site/build/operations/program.ts"
import { runnable } from "../../../docs/site/build/operations/runnable.ts"
import { codeHtml, fieldsHtml, inlineHtml, signatureHtml } from "../../../docs/site/build/reference/html.ts"
import { anchorsOf, linksOf, slugOf } from "../../../docs/site/build/reference/links.ts"
import { sentenceOf } from "../../../docs/site/build/reference/page.ts"

const moduleOf = (path: string, names: ReadonlyArray<string>): Module => ({
  path,
  specifier: `forgecast/${path}`,
  docs: "",
  exports: names.map((name) => ({ name, docs: "", signature: [], members: [] }))
})

const library: Library = new Map(
  [
    moduleOf("forge/Issues", ["Input", "input"]),
    moduleOf("weather/Forecast", ["Input"]),
    moduleOf("rest/Retry", ["Policy"]),
    { ...moduleOf("forge/Hooks", ["Damaged"]), imports: [] },
    moduleOf("rest/Errors", ["Damaged"]),
    { ...moduleOf("forge/Labels", []), imports: ["rest/Errors"] },
    moduleOf("forge/schema/App", [])
  ].map((module) => [module.path, module])
)

const links = linksOf(library, (path) => `/${path}/`)

describe("a long list of names", () => {
  it("is cut after twenty", () => {
    const list = (count: number) =>
      `const models: readonly [${Array.from({ length: count }, (_, i) => `"m${i}"`).join(", ")}]`
    assert.strictEqual(tidy(list(20)), list(20))
    assert.match(tidy(list(60)), /"m19",\n {2}"…"\]$/)
  })
})

describe("links", () => {
  it("number headings that differ in case only", () => {
    assert.deepStrictEqual(anchorsOf(["Input", "input", "get", "input"]), ["input", "input-1", "get", "input-2"])
    assert.strictEqual(links.urlOf({ module: "forge/Issues", name: "input" }), "/reference/forge/issues/#input-1")
  })

  it("write the paths of modules in lower case", () => {
    assert.strictEqual(slugOf("forge/schema/PullRequest"), "forge/schema/pull-request")
    assert.strictEqual(slugOf("forge/GraphQLDocument"), "forge/graphql-document")
  })

  it("lead from names in code, but not from those that stand for several things, or for themselves", () => {
    const from = { module: "rest/Retry", name: "Policy" }
    assert.strictEqual(
      links.linked("See `Issues.input`.", from),
      "See [`Issues.input`](/reference/forge/issues/#input-1)."
    )
    assert.strictEqual(links.linked("`Input` or `Policy`", from), "`Input` or `Policy`")
    assert.strictEqual(links.linked("`Input`", { module: "forge/Issues" }), "[`Input`](/reference/forge/issues/#input)")
    assert.strictEqual(links.linked("```ts\n`Policy`\n```", { module: "forge/Issues" }), "```ts\n`Policy`\n```")
  })

  it("lead to what the module imports, of several with a name, and else to what is next to it", () => {
    const linked = (module: string) => links.linked("`Damaged`", { module })
    assert.strictEqual(linked("forge/Labels"), "[`Damaged`](/reference/rest/errors/#damaged)")
    assert.strictEqual(linked("forge/Issues"), "[`Damaged`](/reference/forge/hooks/#damaged)")
    assert.strictEqual(linked("forge/Hooks"), "[`Damaged`](/reference/forge/hooks/#damaged)")
    assert.strictEqual(linked(""), "`Damaged`")
    // A field has the names of the file that declares it.
    const { linked: inTable } = links.columns({ module: "forge/Issues" })
    assert.strictEqual(inTable("`Damaged`", "rest/Errors"), "[`Damaged`](/reference/rest/errors/#damaged)")
    assert.strictEqual(inTable("`Damaged`", undefined), "[`Damaged`](/reference/forge/hooks/#damaged)")
  })

  it("do not lead from what is another package's, as the sentence says", () => {
    const from = { module: "" }
    for (const text of [
      "`App` of `octokit`",
      "`App`, and\n`Octokit` of `octokit`",
      "`App` from `@octokit/rest`",
      "`App` of `effect/persistence`",
      "Octokit's `App`"
    ])
      assert.strictEqual(links.linked(text, from), text)
    const link = "[`App`](/reference/forge/schema/app/)"
    for (const text of ["`App` of `forgecast/forge`", "`App` of `Issues.get`", "an app's `App`", "`App`, `octokit`"])
      assert.include(links.linked(text, from), link, text)
  })

  it("fail if they name nothing", () => {
    const from = { module: "forge/Issues" }
    assert.strictEqual(links.linked("{@link Policy}", from), "[`Policy`](/reference/rest/retry/#policy)")
    assert.throws(() => links.linked("{@link Polcy}", from), "{@link Polcy} names nothing")
  })
})

describe("HTML", () => {
  it("escapes code, and links its names", () => {
    const code = ["Array<", { text: "Policy", to: { module: "rest/Retry", name: "Policy" } }, '> | "a"']
    assert.strictEqual(
      codeHtml(code, links.urlOf),
      'Array&lt;<a href="/reference/rest/retry/#policy">Policy</a>&gt; | &quot;a&quot;'
    )
  })

  it("has no blank lines in tables, which would end them", () => {
    const field = { name: "a<b", isOptional: true, type: ["string"], docs: "One.\n\nTwo `<x>`, [three](/3/)." }
    const table = fieldsHtml([field], { urlOf: links.urlOf, linked: (markdown) => markdown })
    assert.notMatch(table, /\n\s*\n/)
    assert.include(table, 'a&lt;b<span title="optional">?</span>')
    assert.include(table, 'One.<br>Two <code>&lt;x&gt;</code>, <a href="/3/">three</a>.')
  })

  it("has a line for each of a signature, which knows its indentation and keeps its break", () => {
    assert.strictEqual(
      signatureHtml(["const a: (\n  b: 1\n) => 2"], links.urlOf),
      '<pre class="signature"><code><span class="line">const a: (\n</span>' +
        '<span class="line" style="--indent:2ch">\u00a0\u00a0b: 1\n</span><span class="line">) =&gt; 2</span></code></pre>'
    )
  })

  it("keeps code in links", () => {
    assert.strictEqual(inlineHtml("[`A`](/a/) **b**"), '<a href="/a/"><code>A</code></a> <strong>b</strong>')
  })
})

describe("docstrings", () => {
  it("lose their stars, and keep their indentation", () => {
    assert.strictEqual(
      textOf("/**\n   * One.\n   *\n   * ```ts\n   *   two\n   * ```\n   */"),
      "One.\n\n```ts\n  two\n```"
    )
  })

  it("of a module are the first of the file, unless they are those of its first declaration", () => {
    assert.strictEqual(docstringOfModule(parse('/** Module. */\nimport "x"')), "Module.")
    assert.strictEqual(docstringOfModule(parse("/** Module. */\n\n/** One. */\nexport const one = 1")), "Module.")
    assert.strictEqual(docstringOfModule(parse("/** One. */\nexport const one = 1")), "")
  })

  it("begin with a sentence", () => {
    assert.strictEqual(sentenceOf("Reads `a.b` of\nit. Then more."), "Reads `a.b` of it.")
    assert.strictEqual(sentenceOf("404: it does not exist"), "404: it does not exist")
    assert.strictEqual(sentenceOf("Three kinds:\n\n- one"), "Three kinds.")
  })

  it("of operations end with the request, whose notes are kept", () => {
    const docs =
      "Changes it.\n\nMore.\n\nDELETE /a/{b}, with a JSON body · needs write access · not retried when\nthe service may"
    assert.deepStrictEqual(split(docs), {
      docs: "Changes it.\n\nMore.",
      notes: ["with a JSON body", "needs write access"]
    })
  })
})

describe("signatures", () => {
  const declared = async (text: string, name: string, source = text): Promise<string> => {
    const found = parse(text).statements.flatMap((each) => declarationOf(parse(source, "a.ts"), each, name) ?? [])
    return tidy(await wrapped(found.join("\n")))
  }

  it("name the superclass of a schema only", async () => {
    const source = "export class Issue extends Schema.Opaque<Issue>()(Schema.Struct({ id: Schema.Int })) {}"
    const emitted =
      "declare const Issue_base: Schema.Opaque<Issue, {}>;\nexport declare class Issue extends Issue_base {}"
    assert.strictEqual(await declared(emitted, "Issue", source), "class Issue extends Schema.Opaque<Issue>")
  })

  it("leave out long object types and the paths of imports", async () => {
    const fields = Array.from({ length: 9 }, (_, index) => `readonly field_${index}: string`).join("; ")
    const emitted = `export declare const get: import("../rest/Operation.ts").Read<{ ${fields} }, Issue>;`
    assert.strictEqual(await declared(emitted, "get"), "const get: Read<{ … }, Issue>")
  })

  it("show the head of an interface, whose members stand in a table", async () => {
    const emitted = "export interface Options<R = never> extends Base<R> { readonly a: string }"
    assert.strictEqual(await declared(emitted, "Options"), "interface Options<R = never> extends Base<R>")
  })

  it("say what names stand for, but not in strings, nor of members", () => {
    const scope = (name: string) => (name === "Issue" || name === "size" ? { module: "m", name } : undefined)
    assert.deepStrictEqual(codeOf('{ size: Issue, a: "Issue", b: x.y.size }', scope), [
      "{ size: ",
      { text: "Issue", to: { module: "m", name: "Issue" } },
      ', a: "Issue", b: x.y.size }'
    ])
  })

  it("name times and durations as programs do", () => {
    assert.strictEqual(withoutImports("Utc | null"), "DateTime.Utc | null")
    assert.strictEqual(withoutImports('import("effect/DateTime").Utc | DateTime.Utc'), "DateTime.Utc | DateTime.Utc")
    assert.strictEqual(withoutImports("Duration | Duration.Input"), "Duration.Duration | Duration.Input")
  })
})

describe("examples", () => {
  const source = `import { Issues, Labels } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Where. */
const repo = { owner: "acme", repo: "web" }
const other = 1

/** Lists the issues. */
export const list = Issues.list(repo).pipe(Stream.runCollect)

export const get = Labels.get({ ...repo, other: "bug" }).pipe(Effect.asVoid)

export const update = Effect.map(get, ({ other: name }) => name)
`

  it("are programs of their own, with what they need and no more", () => {
    assert.deepStrictEqual(partOf(source, "list"), {
      caption: "Lists the issues.",
      program: `import { Issues } from "forgecast/forge"
import * as Stream from "effect/Stream"

/** Where. */
const repo = { owner: "acme", repo: "web" }

export default Issues.list(repo).pipe(Stream.runCollect)
`
    })
  })

  it("have no constants that only members are called like", () => {
    const { program } = partOf(source, "get") ?? {}
    assert.strictEqual(program?.includes("const other"), false)
    assert.include(partOf(source, "update")?.program, "const get = Labels.get(")
    assert.notInclude(partOf(source, "list")?.program, "Labels")
  })

  it("are missing if there is no such constant", () => {
    assert.strictEqual(partOf(source, "create"), undefined)
  })

  it("become programs that print, with the imports that they lack", () => {
    const { program = "" } = partOf(source, "list") ?? {}
    assert.strictEqual(
      runnable(program, "forge", true),
      `import { Forge, Issues } from "forgecast/forge"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Where. */
const repo = { owner: "acme", repo: "web" }

const program = Issues.list(repo).pipe(Stream.runCollect)

await program.pipe(
  Effect.flatMap((result) => Console.log(result)),
  Effect.provide(Forge.layerGitHub), // reads GITHUB_TOKEN
  Effect.runPromise
)
`
    )
    const silent = runnable('import { Console } from "effect"\n\nexport default work', "weather", false)
    assert.include(silent, 'import { Weather } from "forgecast/weather"')
    assert.include(silent, 'Effect.andThen(Console.log("Done"))')
  })
})

describe("errors", () => {
  const read = (name: string): Field => ({ name, isOptional: false, type: ["string"], docs: "" })
  const error = {
    name: "Limited",
    docs: "",
    signature: [],
    members: ["_tag", "message", "kind", "until"].map(read)
  }
  const module = 'import { Users } from "forgecast/forge"\n\nexport default Users.get({})\n'
  const plain = { name: "get", service: "forge", module, returns: true, uses: 0, sketch: { program: "" } } as const

  it("have the advice of the guide, whose links lead from their own page", () => {
    const guide =
      "| tag | when | what to do |\n|---|---|---|\n| `A` (in `B`) | 409 | [wait](#then), `x` |\n\n| `C` | 1 | 2 |"
    assert.deepStrictEqual(
      [...advicesIn(guide, (target) => `/errors/${target}`)],
      [["A", "[wait](/errors/#then), `x`"]]
    )
  })

  it("are handled in an example, by the fields that the advice names", () => {
    assert.strictEqual(
      handlerOf([plain], error, "wait until `until`")?.module,
      `import { Users } from "forgecast/forge"
import * as Effect from "effect/Effect"

const get = Users.get({})

export default Effect.catchTag(get, "Limited", ({ kind, message, until }) =>
  Effect.logWarning(message, { until, kind })
)`
    )
  })

  it("have the example that handles them, if there is one", () => {
    const module = 'export default put.pipe(Effect.catchTag("Limited", () => Effect.void)) // long'
    const handled = { ...plain, name: "put", module }
    assert.strictEqual(handlerOf([plain, handled], error, ""), handled)
    assert.isUndefined(handlerOf([], error, ""))
  })

  it("have the example of the commonest operation: one that handles them counts three times", () => {
    const handled = { ...plain, module: 'export default put.pipe(Effect.catchTag("Limited", () => Effect.void))' }
    const chosen = (uses: number) =>
      handlerOf(
        [
          { ...plain, uses },
          { ...handled, uses: 2 }
        ],
        error,
        ""
      )?.module
    assert.strictEqual(chosen(6), handled.module)
    assert.match(chosen(7) ?? "", /^export default Effect\.catchTag\(get, "Limited"/m)
  })

  it("are handled by an example that handles several at once", () => {
    for (const handler of ['put.pipe(Effect.catchTag(["Gone", "Limited"], f))', 'Effect.catchTag(put, "Limited", f)']) {
      const handled = { ...plain, module: `export default ${handler} // which is longer than the other one` }
      assert.strictEqual(handlerOf([plain, handled], error, ""), handled)
    }
  })

  it("have a value in place of the answer, if they say nothing but that there is none", () => {
    const bare = { ...error, members: ["_tag", "message", "status"].map(read) }
    const end = (returns: boolean) =>
      handlerOf([{ ...plain, returns }], bare, "")
        ?.module.split("\n")
        .at(-1)
    assert.strictEqual(end(true), 'export default Effect.catchTag(get, "Limited", () => Effect.succeed(null))')
    assert.strictEqual(end(false), 'export default Effect.catchTag(get, "Limited", () => Effect.void)')
  })
})
