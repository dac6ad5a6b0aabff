/** Damages an answer: its text, its JSON, its headers, its status. Each draw of the generator damages it in another way. */
import type { Random } from "../soak/random.ts"
import type { Answer } from "./corpus.ts"

const tokens = [
  "",
  "null",
  "nan",
  "-",
  "1e999",
  '"',
  "\\",
  "\\ud800",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\u0000",
  "\ufeff",
  "<html>"
] as const

const cut = (random: Random, text: string): readonly [string, string] => {
  const position = random.int(0, text.length)
  return [text.slice(0, position), text.slice(position)]
}

type Edit = (random: Random, text: string, other: string) => string

const edits: readonly [Edit, ...ReadonlyArray<Edit>] = [
  // A flipped bit.
  (random, text) => {
    const [before, after] = cut(random, text)
    return before + String.fromCharCode(after.charCodeAt(0) ^ (1 << random.int(0, 7))) + after.slice(1)
  },
  (random, text) => cut(random, text)[0],
  (random, text) => cut(random, text)[1],
  (random, text) => {
    const [before, after] = cut(random, text)
    return before + random.pick(tokens) + after.slice(random.int(0, 6))
  },
  // Parts of two answers.
  (random, text, other) => cut(random, text)[0] + cut(random, other)[1],
  (random, text) => {
    const [before, after] = cut(random, text)
    return before + after.slice(0, random.int(0, 200)).repeat(random.int(2, 5)) + after
  },
  (_, text) => text + text,
  (_, __, other) => other
]

const brackets: readonly [readonly [string, string], readonly [string, string]] = [
  ["[", "]"],
  ['{"a":', "}"]
]

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth)

/** Replaces a value of the JSON where it stands, so that the rest of the text stays as it is. */
const swaps = [
  "null",
  "true",
  "0",
  "-1",
  "1e308",
  "1e999",
  "123456789012345678901234567890",
  '""',
  '"text"',
  "[]",
  "{}",
  "[[]]",
  '"2020-02-30T25:61:61Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '{"__proto__":{"a":1}}',
  '{"toString":null}',
  '{"_tag":"Failure"}',
  '"\\ud800"'
] as const

const swapped: Edit = (random, text) => {
  const starts = [
    ...text.matchAll(/(?<=[:[,]\s{0,9})(?:"(?:[^"\\]|\\.){0,200}"|-?\d[\d.eE+-]{0,30}|true|false|null|\[|\{)/g)
  ]
  const found = starts[random.int(0, Math.max(0, starts.length - 1))]
  if (found === undefined) return random.pick(swaps)
  const value = random.chance(0.02)
    ? nested(random.int(100, 20_000), ...random.pick(brackets))
    : random.chance(0.02)
      ? `"${random.pick(["a", "{", " ", "rate limit ", "Parameter '", "\\\\"] as const).repeat(random.int(1_000, 30_000))}"`
      : random.pick(swaps)
  return text.slice(0, found.index) + value + text.slice(found.index + found[0].length)
}

const hosts = "https://api.github.com"
const headers: Readonly<Record<string, readonly [string, ...ReadonlyArray<string>]>> = {
  link: [
    `<${hosts}/repos/acme/web/issues?page=2>; rel="next", <${hosts}/repos/acme/web/issues?page=3>; rel="last"`,
    `<${hosts}/repositories/1/issues?page=99999999999>; rel="next"`,
    "</a>; rel=next",
    "<>; rel=next",
    '<https://elsewhere.example/?page=2>; rel="next"',
    "<<<<>>>>",
    ";;;,,,",
    `<${"a".repeat(5_000)}>; rel="next"`,
    '<a>; rel="'.repeat(200)
  ],
  "x-ratelimit-limit": ["5000", "-1", "1e400", "NaN", "0x10", ""],
  "x-ratelimit-remaining": ["0", "1", "-5", "1e21", " ", "none"],
  "x-ratelimit-used": ["1", "1e400"],
  "x-ratelimit-reset": ["0", "1", "1795303706", "1795303706000", "8.64e15", "-1e300", "soon", "9".repeat(400)],
  "x-ratelimit-resource": ["core", "search", "__proto__", "constructor", "a".repeat(3_000)],
  "retry-after": [
    "0",
    "1",
    "-1",
    "1.5",
    "9".repeat(30),
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "Mon, 99 Foo 0000",
    "abc",
    " "
  ],
  date: [
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "Mon, x",
    "0",
    "Sat, 21 Nov 2026 23:00:00 GMT"
  ],
  etag: ['"a"', 'W/"a"', "", '"', "\u00ff\u00fe", "a".repeat(10_000)],
  "last-modified": ["Thu, 01 Jan 1970 00:00:00 GMT", "never"],
  "content-type": [
    "text/html",
    "application/json",
    "application/octet-stream",
    ";;;",
    "text/plain; charset=utf-16",
    ""
  ],
  "content-length": ["0", "-1", "1e9", "99999999999999999999", "x"],
  "content-encoding": ["gzip", "identity", "x"],
  location: [
    "/",
    "https://api.github.com/a",
    "https://elsewhere.example/",
    "http://[::bad",
    "javascript:alert(1)",
    "//",
    "a".repeat(5_000)
  ],
  deprecation: ["true", "@1688169599", "@9999999999999999", "Thu, 01 Jan 1970 00:00:00 GMT", "x"],
  sunset: ["Thu, 01 Jan 1970 00:00:00 GMT", "x"],
  "x-github-request-id": ["ABCD:1234", "\u00ff", "a".repeat(5_000)],
  "x-accepted-github-permissions": [
    "issues=write; contents=read,pulls=write",
    "=;=,;",
    "__proto__=a",
    ",".repeat(5_000)
  ],
  "x-github-sso": ["required; url=https://github.com/orgs/a/sso", "url=", "partial-results; organizations=1"]
}
const names = Object.entries(headers)

const statuses = [
  200, 200, 201, 202, 203, 204, 205, 206, 226, 299, 300, 301, 302, 304, 307, 308, 400, 401, 403, 403, 404, 405, 408,
  409, 410, 412, 413, 418, 422, 425, 429, 451, 500, 501, 502, 503, 504, 520, 599
] as const

/** What a header may hold: neither a line break nor anything beyond Latin-1. */
const printable = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?")

const damagedHeaders = (random: Random, from: Answer["headers"], other: string): Answer["headers"] => {
  const damaged: Record<string, string> = { ...from }
  for (let left = random.int(0, 5); left > 0; left--) {
    const [name, values] = names[random.int(0, names.length - 1)] ?? ["link", headers["link"] ?? [""]]
    const value = damaged[name] === undefined || random.chance(0.6) ? random.pick(values) : damaged[name]
    damaged[name] = printable(random.chance(0.3) ? random.pick(edits)(random, value, other.slice(0, 300)) : value)
  }
  return damaged
}

export const mutated = (random: Random, { body, headers, status }: Answer, other: string): Answer => {
  let text = body
  for (let left = random.chance(0.8) ? random.int(1, 3) : 0; left > 0; left--) {
    text = random.chance(0.6) ? swapped(random, text, other) : random.pick(edits)(random, text, other)
  }
  return {
    status: random.chance(0.25) ? random.pick(statuses) : status,
    headers: random.chance(0.6) ? damagedHeaders(random, headers, other) : headers,
    body: text
  }
}
