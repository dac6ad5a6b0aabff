/** The answers of the search, from the files of the built site. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { type Answer, searchIn } from "../../docs/site/src/search/engine.ts"
import { namesFile, titlesFile } from "../../docs/site/src/search/files.ts"
import { kindOf } from "../../docs/site/src/search/kinds.ts"
import { stemOf, tokensOf, typosIn } from "../../docs/site/src/search/tokens.ts"
import { lacksPages } from "./browser.ts"
import { questions } from "./questions.ts"

const dist = Path.resolve(import.meta.dirname, "../../docs/site/dist")

/** A search that notes the files that it reads. */
const open = () => {
  const read: Array<string> = []
  const search = searchIn((file) => {
    read.push(file)
    return Fs.promises.readFile(Path.join(dist, file), "utf8").then((text): unknown => JSON.parse(text))
  })
  return { read, search }
}

const answersTo = async (question: string, { search } = open()): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = []
  await search.ask(question, (answer) => answers.push(answer))
  return answers
}

const idsOf = (answer: Answer | undefined): ReadonlyArray<string> => answer?.hits.map(({ id }) => id) ?? []

describe.skipIf(lacksPages)("the search", () => {
  const shared = open()

  it("answers sixty first questions and more with the page that says it", async () => {
    assert.isAtLeast(questions.length, 60)
    const wrong: Array<string> = []
    for (const [question, page] of questions) {
      const first = idsOf((await answersTo(question, shared)).at(-1)).slice(0, 3)
      if (first[0] !== page) wrong.push(`${question}: ${page} is not before ${first.join(", ")}`)
    }
    assert.deepStrictEqual(wrong, [])
  })

  it("answers from the titles first, and keeps that answer at the top of the whole one", async () => {
    const { read, search } = open()
    const answers: Array<Answer> = []
    const before: Array<ReadonlyArray<string>> = []
    await search.ask("rate limit", (answer) => {
      answers.push(answer)
      before.push([...read])
    })
    assert.deepStrictEqual(
      answers.map(({ isWhole }) => isWhole),
      [false, true]
    )
    assert.deepStrictEqual(before[0], [titlesFile])
    const [first, whole] = answers.map(idsOf)
    assert.deepStrictEqual(whole?.slice(0, first?.length), first)
    assert.isAbove(whole?.length ?? 0, first?.length ?? 0)
  })

  it("finds what only a text says, with the text", async () => {
    const [hit] = (await answersTo("preflight OPTIONS", shared)).at(-1)?.hits ?? []
    assert.strictEqual(hit?.id, "guides/runtimes/#browsers")
    assert.include(await shared.search.textOf(hit?.number ?? 0), "(a preflight)")
    assert.strictEqual(kindOf(hit?.id ?? ""), "Guide")
  })

  it("finds nothing for what is nowhere", async () => {
    assert.deepStrictEqual(idsOf((await answersTo("xylophone", shared)).at(-1)), [])
    assert.deepStrictEqual(idsOf((await answersTo("", shared)).at(-1)), [])
  })

  it("reads a file again that could not be read", async () => {
    let isBroken = true
    const search = searchIn(async (file) => {
      if (isBroken) throw new Error("offline")
      return JSON.parse(await Fs.promises.readFile(Path.join(dist, file), "utf8")) as unknown
    })
    const ask = async (): Promise<ReadonlyArray<string>> => {
      let last: Answer | undefined
      await search.ask("caching", (answer) => {
        last = answer
      })
      return idsOf(last)
    }
    assert.strictEqual(await ask().then(() => "answered", String), "Error: offline")
    isBroken = false
    assert.strictEqual((await ask())[0], "guides/caching/")
  })

  it("loads little: the titles before the first answer, and small files after it", () => {
    const sizes = Fs.globSync("search/**/*.json", { cwd: dist }).map(
      (file) => [file.replaceAll("\\", "/"), Fs.statSync(Path.join(dist, file)).size] as const
    )
    const of = new Map(sizes)
    assert.isAtMost(of.get(titlesFile) ?? Number.POSITIVE_INFINITY, 120_000)
    assert.isAtMost(of.get(namesFile) ?? Number.POSITIVE_INFINITY, 200_000)
    const large = sizes.filter(([file, size]) => /(words|texts)\//.test(file) && size > 60_000)
    assert.deepStrictEqual(large, [])
  })
})

describe("answers", () => {
  const files: Readonly<Record<string, unknown>> = {
    [titlesFile]: {
      pages: [
        [0, "guides/winds/", "Winds", "Of storms", ["Calms", "no-wind"]],
        [0, "reference/storm/", "Storm"],
        [0, "guides/rain/", "Rain"]
      ],
      synonyms: { "4": ["shower"] },
      words: "st rai"
    },
    [namesFile]: [[1, "stormName", "gust"]],
    "search/words/st.json": { storm: [1, 9, 1, 3] },
    "search/words/rai.json": { rain: [0, 20] },
    "search/texts/0.json": ["Text 0", "Text 1"]
  }
  const { ask, textOf } = searchIn(async (file) => {
    if (files[file] === undefined) throw new Error(`there is no ${file}`)
    return files[file]
  })
  const answers = async (question: string): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
    const heard: Array<ReadonlyArray<string>> = []
    await ask(question, ({ hits }) => heard.push(hits.map(({ id }) => id)))
    return heard
  }

  it("are titles before names, and names before texts", async () => {
    assert.deepStrictEqual(await answers("storm"), [
      ["guides/winds/#of-storms", "reference/storm/"],
      [
        "guides/winds/#of-storms",
        "reference/storm/",
        "reference/storm/#stormname",
        "reference/storm/#gust",
        "guides/winds/#no-wind"
      ]
    ])
    assert.deepStrictEqual(await answers("rains"), [["guides/rain/"], ["guides/rain/", "guides/winds/"]])
  })

  it("have the anchors of headings, and know synonyms, names in one word and typos", async () => {
    assert.deepStrictEqual((await answers("calms")).at(-1), ["guides/winds/#no-wind"])
    assert.deepStrictEqual((await answers("a shower")).at(-1), ["guides/rain/"])
    assert.deepStrictEqual((await answers("stormName")).at(-1)?.[0], "reference/storm/#stormname")
    assert.deepStrictEqual((await answers("wimds")).at(-1), [
      "guides/winds/",
      "guides/winds/#of-storms",
      "guides/winds/#no-wind"
    ])
    assert.deepStrictEqual((await answers("of the")).at(-1), [])
  })

  it("come with their texts", async () => {
    assert.strictEqual(await textOf(1), "Text 1")
    assert.strictEqual(await textOf(9), "")
  })
})

describe("the words of the search", () => {
  for (const [text, words] of [
    ["Issues.listComments", "issues.listcomments issues listcomments list comments"],
    ["RateLimited", "ratelimited rate limited"],
    ["whenGreen.", "whengreen when green"],
    ["issue_number", "issue_number issue number"],
    ["HTTPClient v2", "httpclient http client v2 v 2"],
    ["a 304 (`größe`)", "a 304 größe"]
  ] as const)
    it(`are whole names and their parts: ${text}`, () => {
      assert.strictEqual(tokensOf(text).join(" "), words)
    })

  it("are the same in the singular and the plural", () => {
    assert.deepStrictEqual(
      [
        "issues",
        "branches",
        "policies",
        "statuses",
        "caches",
        "class",
        "responses",
        "status",
        "analysis",
        "gas",
        "v2s"
      ].map(stemOf),
      ["issue", "branch", "policy", "status", "cache", "class", "response", "status", "analysis", "gas", "v2s"]
    )
  })

  it("are a typo away from each other", () => {
    assert.deepStrictEqual(
      [
        ["observabilty", "observability", 2],
        ["isses", "issues", 1],
        ["webhok", "webhooks", 1],
        ["one", "one", 0]
      ].map(([one, other, most]) => typosIn(String(one), String(other), Number(most))),
      [1, 1, undefined, 0]
    )
  })
})
