/**
 * Each regular expression of the sources takes time in proportion to the text: a service, or a proxy before it, may send
 * anything.
 *
 * The test finds the expressions itself, so a new one is tested too. The texts are made of what the expression looks for:
 * its words again and again, in all pairs, and always without the end that it needs.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Headers from "effect/http/Headers"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { isAnyNamed } from "../../src/ai/internal/bounds/patterns.ts"
import { redactText } from "../../src/ai/internal/secrets.ts"
import * as ErrorBody from "../../src/forge/internal/errorBody.ts"
import { dialect as forge } from "../../src/forge/dialect.ts"
import { linksOf } from "../../src/rest/internal/response/linkHeader.ts"
import { deprecationOf } from "../../src/rest/internal/response/replyHeaders.ts"
import * as ServerTime from "../../src/rest/internal/response/serverTime.ts"
import { redactor } from "../../src/rest/internal/text/redact.ts"
import * as Urls from "../../src/rest/internal/text/urls.ts"
import { exchangeFailed } from "../../src/rest/internal/wire/failures.ts"
import { dialect as weather } from "../../src/weather/dialect.ts"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Reason from "../../src/weather/Reason.ts"
import * as Version from "../../src/workflow/internal/version.ts"
import { parseAst } from "rolldown/parseAst"

const root = Path.resolve(import.meta.dirname, "../..")

interface Expression {
  readonly place: string
  readonly pattern: string
  readonly flags: string
}

/** Modules that make expressions at run time, and why these take no longer. */
const made = {
  "src/ai/internal/secrets.ts": "tested below",
  "src/rest/internal/text/redact.ts": "tested below",
  "src/workflow/Triage.ts": "the user's own, for titles of at most 256 characters",
  "src/workflow/internal/plan/effects.ts": "no part repeats but digits between two words, at the start of a path",
  "src/workflow/internal/plan/findable.ts": "segments of a path, each up to the next slash",
  "src/workflow/internal/plan/symbols.ts": "words, none of which repeats",
  "src/workflow/internal/version.ts": "tested below"
}

/** All nodes of a syntax tree. */
const nodesOf = function* (node: unknown): Iterable<object> {
  if (typeof node !== "object" || node === null) return
  yield node
  for (const child of Object.values(node)) yield* nodesOf(child)
}

const scan = (file: string): { readonly literals: ReadonlyArray<Expression>; readonly makes: boolean } => {
  const code = Fs.readFileSync(Path.join(root, file), "utf8")
  const literals: Array<Expression> = []
  for (const node of nodesOf(parseAst(code, { lang: "ts" }))) {
    if (!("regex" in node) || !("start" in node)) continue
    const { flags, pattern } = node.regex as { readonly flags: string; readonly pattern: string }
    const line = code.slice(0, Number(node.start)).split("\n").length
    literals.push({ place: `${file}:${line}`, pattern, flags })
  }
  return { literals, makes: /\bRegExp\(/.test(code) }
}

const files = ["rest", "forge", "weather", "workflow", "ai", "node"].flatMap((floor) =>
  Fs.globSync(`src/${floor}/**/*.ts`, { cwd: root }).map((file) => file.replaceAll("\\", "/"))
)
const scanned = files.map((file) => ({ file, ...scan(file) }))
const literals = scanned.flatMap(({ literals }) => literals)
/** Each once. */
const expressions = [...new Map(literals.map((each) => [`/${each.pattern}/${each.flags}`, each])).values()]

/** The words of an expression, and a character of each class that it names. */
const wordsOf = (pattern: string): ReadonlyArray<string> => {
  const plain = pattern
    .replace(/\(\?<?[=!:]|\(\?<\w+>/g, "(")
    .replace(/\\d/g, "1")
    .replace(/\\s/g, " ")
    .replace(/\\w/g, "a")
    .replace(/\\[bBpP]/g, "")
    .replace(/\\([^\w])/g, "\ue000$1")
  const words = plain
    .split(/(?<!\ue000)[()[\]{}|?*+^$.]+/)
    .map((word) => word.replaceAll("\ue000", ""))
    .filter((word) => word !== "")
  return [...new Set([...words, ...words.map((word) => word[0] ?? ""), "a", "1", " ", "/"])].slice(0, 14)
}

/** Characters. A quadratic expression takes half a minute for them. */
const size = 250_000

/** Repeats a unit to so many characters, with an end that no expression expects. */
const filled = (unit: string, length: number) => `${unit.repeat(Math.ceil(length / unit.length))}\n\u0000`

const textsFor = (words: ReadonlyArray<string>) => (length: number) => {
  const all = words.join("")
  return [
    ...words.map((word) => filled(word, length)),
    ...words.map((word) => filled(`${word}x`, length)),
    ...words.map((word) => `${all}${filled(word, length)}`),
    filled(all, length),
    filled(words.join("x"), length),
    filled(words.toReversed().join(""), length)
  ]
}

/** Milliseconds: hundreds of times what a linear expression takes for the largest text, and less than a quadratic one takes. */
const tooLong = 10_000

/** The longest time that a text took. Stops at the first that takes too long: with a larger one, it would not end. */
const longest = (run: (text: string) => unknown, texts: (length: number) => ReadonlyArray<string>): number => {
  let longest = 0
  for (const length of [4_000, 16_000, 64_000, size]) {
    for (const text of texts(length)) {
      const start = performance.now()
      run(text)
      longest = Math.max(longest, performance.now() - start)
      if (longest > tooLong) return longest
    }
  }
  return longest
}

describe("regular expressions", () => {
  it("are found", () => {
    assert.isAbove(expressions.length, 60)
    assert.sameMembers(
      scanned.filter(({ makes }) => makes).map(({ file }) => file),
      Object.keys(made)
    )
  })

  it.each(expressions.map(({ flags, pattern, place }) => [place, pattern, flags] as const))(
    "%s is linear: %s",
    (place, pattern, flags) => {
      const words = wordsOf(pattern)
      assert.isBelow(
        longest((text) => text.replace(new RegExp(pattern, flags), ""), textsFor(words)),
        tooLong,
        place
      )
    }
  )
})

const info = { operation: "Things.get", method: "GET", url: "https://api.example.com/things" }
const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"

const headersOf = (text: string) => {
  const names = ["date", "deprecation", "sunset", "retry-after", "x-ratelimit-remaining", "x-ratelimit-reset"]
  return Headers.fromRecordUnsafe(Object.fromEntries(names.map((name) => [name, text])))
}

const failedWith = (text: string) => {
  const request = HttpClientRequest.get(info.url)
  return new HttpClientError({ reason: new TransportError({ request, cause: new Error(text) }) })
}

const json = (text: string) => JSON.stringify({ reason: text, message: text, documentation_url: text, errors: [text] })

const response = (body: string, status: number) => ({
  status,
  body,
  headers: Headers.empty,
  retryAfter: Duration.seconds(1)
})

const reasons = [
  "at path '",
  "'. ",
  "Cannot initialize ",
  " from invalid String value ",
  " for key ",
  "requires the API "
]
const limits = ["secondary ", "rate limit", "abuse ", "-"]
const records = ['{"a":[', '"', "\\", "}]", "nan"]
const links = ["<https://a/>", ';rel="', "next", ", ", "\\", '"']
const numbers = ["1", "Mon, ", "@", " "]
const urls = ["https://", "a@", "?b=", "/", "%"]
const secrets = ["ghp_", "%67", "\\u0067", token.slice(0, -1)]

/** Whatever reads what a server sends, and words that it looks for. */
const readers: ReadonlyArray<readonly [name: string, words: ReadonlyArray<string>, read: (text: string) => unknown]> = [
  ["the reason of the weather services", reasons, Reason.parse],
  ["the limit of the weather services", reasons, (text) => weather.limit(response(json(text), 429), 0)],
  ["the meaning of the weather services", reasons, (text) => weather.meaning?.(response(json(text), 400))],
  ["an error body of the weather services", records, weather.errorBody],
  ["an answer of the weather services", records, (text) => Decode.one(text, { hourly: ["temperature_2m"] })],
  ["an error body of the forge", records, (text) => [ErrorBody.parse(text), ErrorBody.parse(json(text))]],
  ["a limit of the forge", limits, (text) => forge.limit(response(json(text), 403), 0)],
  ["a budget of the forge", numbers, (text) => forge.budget(headersOf(text), "core", 0)],
  ["permissions", ["a=", "write", ",", ";"], ErrorBody.acceptedPermissions],
  ["a link to single sign-on", ["url=", "; "], ErrorBody.ssoUrl],
  ["a Link", links, (text) => linksOf(text, info.url)],
  ["a Link with a target", links, (text) => linksOf(`<https://api.example.com/>;rel="next${text}`, info.url)],
  ["a time", numbers, (text) => [ServerTime.retryAfter(headersOf(text), 0), deprecationOf(headersOf(text))]],
  ["a URL", urls, (text) => [Urls.safe(`https://api.example.com/?${text}`), Urls.withoutQuery(text)]],
  ["the message of a client", urls, (text) => exchangeFailed(info, failedWith(text), (message) => message)],
  ["a text with secrets", secrets, redactor(token, forge.tokens)],
  ["a text for a model", [...secrets, "authorization:", "bearer ", "eyJ", ".eyJ", "://", ":", "@", " "], redactText],
  [
    "a version",
    ["1.", "0", "-", "a", "+", "-1", ".a"],
    (text) => [Version.parse(text), Version.parse(`1.2.3-${text}`)]
  ],
  ["a name in bounds", ["a", "/", "-"], (text) => isAnyNamed(["*/*-*a-*b"], { owner: text, repo: text })]
]

describe("readers of what a server sends", () => {
  it.each(readers)("%s is read in linear time", (name, words, read) => {
    assert.isBelow(longest(read, textsFor(words)), tooLong, name)
  })
})
