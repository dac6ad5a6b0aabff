/** The answers of the search, from the files of the built site. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { type Answer, searchIn } from "../../docs/site/src/search/engine.ts"
import { namesFile, titlesFile } from "../../docs/site/src/search/files.ts"
import { codeMark, excerptOf, wordsUntil } from "../../docs/site/src/search/excerpt.ts"
import { kindOf } from "../../docs/site/src/search/kinds.ts"
import { stemOf, tokensOf, typosIn } from "../../docs/site/src/search/tokens.ts"
import { depth } from "../depth.ts"
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

  it("answers each name of the reference with its entry, and each operation with its page", async () => {
    const names = new Map<string, string>()
    const titleOf = (html: string): string => (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "").replaceAll(/<[^>]*>/g, "")
    for (const file of Fs.globSync("reference/**/index.html", { cwd: dist })) {
      const page = file.slice(0, -"index.html".length).replaceAll("\\", "/")
      const html = await Fs.promises.readFile(Path.join(dist, file), "utf8")
      const module = titleOf(html).split("/").at(-1) ?? ""
      // The list of all modules has headings that are no names.
      if (page === "reference/") continue
      for (const [, anchor, name] of html.matchAll(/<h[23] id="([^"]*)"[^>]*>(\w+)<\/h[23]>/g))
        names.set(`${module}.${name}`, `${page}#${anchor}`)
    }
    for (const file of Fs.globSync("operations/*/*/*/index.html", { cwd: dist })) {
      const html = await Fs.promises.readFile(Path.join(dist, file), "utf8")
      names.set(titleOf(html), file.slice(0, -"index.html".length).replaceAll("\\", "/"))
    }
    assert.isAtLeast(names.size, 2_500)
    const wrong: Array<string> = []
    const asked = [...names].filter((_, index) => depth === "whole" || index % 10 === 0)
    for (const [name, id] of asked) {
      const [first] = idsOf((await answersTo(name, shared)).at(-1))
      if (first !== id) wrong.push(`${name}: ${id} is not before ${String(first)}`)
    }
    assert.deepStrictEqual(wrong, [])
  })

  it("has no decision before what matches as well", async () => {
    for (const question of [
      "etag redis",
      "download file to disk",
      "octokit alternative size bundle",
      "lambda cold start"
    ]) {
      const kinds = idsOf((await answersTo(question, shared)).at(-1))
        .slice(0, 3)
        .map(kindOf)
      assert.notInclude(kinds, "Decision", question)
      assert.notInclude(kinds, "Project", question)
    }
  })

  it("finds what the project says of itself if that is asked for", async () => {
    for (const [question, page] of [
      ["contributing", "contributing/"],
      ["dependencies", "dependencies/"],
      ["9. Our own Link parser", "decisions/009-own-link-parser/"]
    ])
      assert.strictEqual(idsOf((await answersTo(question ?? "", shared)).at(-1))[0], page)
  })

  it("has texts that end at words, and have the code of their lines", async () => {
    const { hits } = (await answersTo("onSecondaryRateLimit", shared)).at(-1) ?? { hits: [] }
    const hit = hits.find(({ id }) => id === "guides/from-octokit/#throttling-and-retries")
    const text = await shared.search.textOf(hit?.number ?? 0)
    assert.include(text, `those of ${codeMark}octokit${codeMark} retry once · a limited call waits`)
    for (const file of Fs.globSync("search/texts/*.json", { cwd: dist })) {
      const texts = JSON.parse(await Fs.promises.readFile(Path.join(dist, file), "utf8")) as ReadonlyArray<string>
      // A mark alone would make code of the rest.
      for (const each of texts) assert.strictEqual(each.split(codeMark).length % 2, 1, each)
    }
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

describe("the order of answers", () => {
  // Numbers of sections: 0 winds, 1 of storms, 2 changelog, 3 wind, 4 Gust, 5 gust, 6 create.
  const files: Readonly<Record<string, unknown>> = {
    [titlesFile]: {
      pages: [
        [0, "guides/winds/", "Winds", "Of storms"],
        [0, "changelog/", "Changelog"],
        [0, "reference/rest/wind/", "rest/Wind"]
      ],
      synonyms: { "1": ["gale in town"] },
      words: "ha ca sl do bl"
    },
    [namesFile]: [[2, ["Gust", "gust-1"], "gust"]],
    "search/words/ha.json": { hail: [0, 9, 2, 90] },
    "search/words/ca.json": { calm: [1, 9, 1, 90] },
    "search/words/sl.json": { sleet: [2, 90] },
    "search/words/do.json": { donotblow: [1, 1] },
    "search/words/bl.json": { blow: [0, 90, 1, 1] }
  }
  const { ask } = searchIn(async (file) => files[file])
  const answers = async (question: string): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
    const heard: Array<ReadonlyArray<string>> = []
    await ask(question, ({ hits }) => heard.push(hits.map(({ id }) => id)))
    return heard
  }
  const gust = "reference/rest/wind/#gust"

  it("begins with the name that was asked for, and waits for it", async () => {
    for (const question of ["Wind.gust", " Wind.gust() ", "Wind.gust(storm)"]) {
      const all = await answers(question)
      assert.strictEqual(all.length, 1, question)
      assert.strictEqual(all[0]?.[0], gust, question)
    }
    assert.strictEqual((await answers("Wind.Gust")).at(-1)?.[0], "reference/rest/wind/#gust-1")
    assert.strictEqual((await answers("wind.gust")).length, 1)
  })

  it("has the background after what matches as well, which a page does with all of its sections", async () => {
    assert.deepStrictEqual((await answers("hail")).at(-1), ["guides/winds/", "changelog/"])
    assert.deepStrictEqual((await answers("hail calm")).at(-1), [
      "guides/winds/",
      "guides/winds/#of-storms",
      "changelog/"
    ])
    assert.deepStrictEqual((await answers("sleet")).at(-1), ["changelog/"])
    assert.deepStrictEqual(await answers("changelog"), [["changelog/"], ["changelog/"]])
  })

  it("prefers the section that has a name in one word to those that have its parts", async () => {
    assert.deepStrictEqual((await answers("doNotBlow")).at(-1), ["guides/winds/#of-storms", "guides/winds/"])
  })

  it("lets one word of four be nowhere, and none of three", async () => {
    assert.deepStrictEqual((await answers("gale town storms lisbon")).at(-1), ["guides/winds/#of-storms"])
    assert.deepStrictEqual((await answers("gale town lisbon")).at(-1), [])
    assert.deepStrictEqual((await answers("gale town lisbon bergen")).at(-1), [])
  })

  it("leaves out words that every page may stand for", async () => {
    assert.deepStrictEqual((await answers("github api winds example")).at(-1), (await answers("winds")).at(-1))
  })
})

describe("excerpts", () => {
  const text = `It waits for a free slot of the ${codeMark}RateLimit.layer({ most: 4 })${codeMark}, and then it sends the request.`

  it("end at words, with an ellipsis where something is left out", () => {
    assert.strictEqual(excerptOf("for a free slot", /slot/), "for a free slot")
    assert.strictEqual(excerptOf(`${"one two ".repeat(20)}three`, /one/), `${"one two ".repeat(10).trim()}\u00a0…`)
    assert.strictEqual(excerptOf(`${"one two ".repeat(20)}three`, /three/), "… two one two one two one two three")
    assert.strictEqual(excerptOf("", /one/), "")
    // The first words, if the match is in the title.
    assert.strictEqual(excerptOf("for a free slot", /wind/), "for a free slot")
  })

  it("show the word of the match whole, however long it is", () => {
    const long = "a".repeat(200)
    assert.strictEqual(excerptOf(`one ${long} two`, /a+/), `one ${long}\u00a0…`)
  })

  it("have code whole, or not at all", () => {
    for (let length = 1; length <= text.length; length++) {
      const cut = wordsUntil(text, length)
      assert.isTrue(text.startsWith(cut.replace(/\s…$/, "")))
      assert.strictEqual(cut.split(codeMark).length % 2, 1, cut)
    }
    assert.strictEqual(wordsUntil(text, 30), "It waits for a free slot of\u00a0…")
    assert.strictEqual(wordsUntil("four", 4), "four")
    assert.strictEqual(wordsUntil("four five", 8), "four\u00a0…")
    assert.strictEqual(wordsUntil("four five", 3), "four\u00a0…")
    assert.include(excerptOf(text, /most/), `${codeMark}RateLimit.layer({ most: 4 })${codeMark},`)
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
