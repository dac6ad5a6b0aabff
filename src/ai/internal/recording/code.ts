/** Writes recorded calls as TypeScript. */
import type { ProgramOptions, RecordedCall, TestOptions } from "../../RecordingTypes.ts"
import { docsOf } from "../docs.ts"
import { forge } from "../docs/forge.ts"
import { weather } from "../docs/weather.ts"
import { CursorLiteral, inline, literal, text } from "./literal.ts"

const known = { forge: /* @__PURE__ */ docsOf(forge), weather: /* @__PURE__ */ docsOf(weather) }

/** The workflows that are tools, by their names. */
export const workflows: Readonly<Record<string, string>> = {
  "Merge.whenGreen": "mergeWhenGreen",
  "Propose.pullRequest": "proposePullRequest",
  "Release.next": "releaseNext",
  "Release.publish": "releasePublish"
}

/** Failures that say nothing about what was asked for: another time, it would have been answered. */
const passing: ReadonlySet<string> = new Set([
  "RateLimited",
  "ServiceUnavailable",
  "TransportFailed",
  "UnexpectedStatus",
  "DecodeFailed"
])

/** What is imported: names by module. */
type Imports = Map<string, Set<string>>

/** A function as a program writes it, and where it comes from. */
interface Callee {
  readonly code: string
  readonly name: string
  readonly from: string
}

/** Names that a program has by itself. */
const taken: ReadonlySet<string> = new Set(["Effect", "Fiber", "Page", "TestClock"])

/** Modules begin with a capital, as no word of the language does. */
const isModule = (name: string): boolean => /^[A-Z][\w$]*$/.test(name) && !taken.has(name)

const isField = (name: string): boolean => /^[a-z_$][\w$]*$/i.test(name)

const calleeOf = ({ by, operation, service }: RecordedCall, { modules = {} }: ProgramOptions): Callee | undefined => {
  const [name = "", field = "", ...more] = operation.split(".")
  if (!isModule(name) || !isField(field) || more.length > 0) return undefined
  const own = Object.hasOwn(modules, name) ? modules[name] : undefined
  const code = `${name}.${field}${by === "call" ? "" : `.${by}`}`
  if (own !== undefined) return { code, name, from: own }
  if (service === "workflow") {
    const tool = Object.hasOwn(workflows, operation) ? workflows[operation] : undefined
    return tool === undefined
      ? undefined
      : { code: `WorkflowTools.${tool}.run`, name: "WorkflowTools", from: "forgecast/ai" }
  }
  if (service === "plan" || known[service](operation) === undefined) return undefined
  return { code, name, from: `forgecast/${service}` }
}

/** A word for a comment. Names of tools and tags of errors may come from anywhere. */
const word = (text: string): string => (/^[\w.-]{1,100}$/.test(text) ? text : "something")

/** A call that a program makes again. */
interface Made {
  readonly call: RecordedCall
  readonly code: string
  /** The tag of the error that it is expected to fail with. */
  readonly fails: string | undefined
}

/** What becomes of a call in a program. */
type Line = Made | { readonly comment: string }

const inputOf = ({ by, input }: RecordedCall): Readonly<Record<string, unknown>> => {
  const { page } = input
  return by === "page" && typeof page === "string" ? { ...input, page: new CursorLiteral(page) } : input
}

/** Where the call begins in its line. */
const column = "  const answer100 = yield* ".length

/** What a compiler may refuse, such as the name of a variable that the weather service does not have. */
const isInvalid = ({ service }: RecordedCall, error: string): boolean =>
  error === "InvalidInput" || (error === "BadRequest" && service === "weather")

const lineOf = (call: RecordedCall, options: ProgramOptions, imports: Imports): Line => {
  const { end } = call
  const callee = calleeOf(call, options)
  const given = inputOf(call)
  const onOne = inline(given)
  const tool = word(call.tool)
  const comment = (says: string, code?: string): Line => ({
    comment: `// ${tool} ${says}${code === undefined ? "" : `: ${code}`}`
  })
  const whole = callee === undefined || onOne === undefined ? undefined : `yield* ${callee.code}(${onOne})`
  switch (end._tag) {
    case "Refused":
      return comment(`was refused (${word(end.bound)})`, onOne)
    case "Planned":
      return comment("was planned", whole ?? onOne)
    case "Repeated":
      return comment("was repeated, and nothing was sent")
    case "Unanswered":
      return comment("has no answer", onOne)
    case "Failed":
      if (isInvalid(call, end.error)) return comment("had an invalid input", onOne)
      if (passing.has(end.error) || end.error === "") return comment(`has failed with ${word(end.error)}`, whole)
      break
    case "Answered":
  }
  const fails = end._tag === "Failed" ? word(end.error) : undefined
  if (callee === undefined || onOne === undefined) {
    return comment(`called ${word(call.operation)}, which this program does not have`, onOne)
  }
  const before = column + (fails === undefined ? 0 : "Effect.flip(".length) + callee.code.length + 1
  const written = literal(given, 2, before + (fails === undefined ? 1 : 2)) ?? onOne
  const made = `${callee.code}(${written})`
  add(imports, callee.from, callee.name)
  if (given["page"] instanceof CursorLiteral) add(imports, "forgecast/rest/Page", "* as Page")
  return { code: fails === undefined ? made : `Effect.flip(${made})`, fails, call }
}

const add = (imports: Imports, from: string, name: string): void => {
  const names = imports.get(from) ?? new Set()
  imports.set(from, names.add(name))
}

/** All imports, in the order of their modules. */
const importsOf = (imports: Imports): string =>
  [...imports]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, names]) => {
      const [first = ""] = names
      const all = first.startsWith("*") ? first : `{ ${[...names].toSorted().join(", ")} }`
      return `import ${all} from ${text(from)}\n`
    })
    .join("")

/** A generator without a yield is none. */
const isEmpty = (lines: ReadonlyArray<Line>): boolean => !lines.some((line) => "code" in line)

/** An Effect of these lines. */
const effectOf = (lines: ReadonlyArray<Line>, body: string): string =>
  isEmpty(lines) ? `Effect.void\n${body.replaceAll(/^ {2}/gm, "")}` : `Effect.gen(function* () {\n${body}})\n`

/** Writes a program. */
export const programOf = (calls: ReadonlyArray<RecordedCall>, options: ProgramOptions): string => {
  const imports: Imports = new Map()
  const lines = calls.map((call) => lineOf(call, options, imports))
  add(imports, "effect/Effect", "* as Effect")
  const body = lines.map((line) => {
    if ("comment" in line) return `  ${line.comment}\n`
    return `${line.fails === undefined ? "" : `  // Fails with ${line.fails}.\n`}  yield* ${line.code}\n`
  })
  const program = effectOf(lines, body.join(""))
  return `/** A recorded session. */\n${importsOf(imports)}\nexport const program = ${program}`
}

/** What a test says of an answer, by the name that it has there. */
const assertionsOf = ({ call, fails }: Made, name: string): ReadonlyArray<string> => {
  if (fails !== undefined) return [`assert.strictEqual(${name}._tag, ${text(fails)})`]
  const { by, end } = call
  if (end._tag !== "Answered") return []
  const { count, facts } = end
  if (count !== undefined) {
    const counted = by === "page" ? `${name}.items` : by === "bytes" ? `new TextDecoder().decode(${name})` : name
    return [`assert.propertyVal(${counted}, "length", ${count})`]
  }
  const subject = `assert.containSubset(${name}, `
  const known = Object.keys(facts).length === 0 ? undefined : literal(facts, 2, 3 + subject.length)
  return known === undefined ? [] : [`${subject}${known})`]
}

/** Writes a test. */
export const testOf = (calls: ReadonlyArray<RecordedCall>, options: TestOptions): string => {
  const { title = "A recorded session does what it did" } = options
  const imports: Imports = new Map()
  const lines = calls.map((call) => lineOf(call, options, imports))
  add(imports, "effect/Effect", "* as Effect")
  add(imports, "@effect/vitest", "it")
  const body = lines.map((line, index) => {
    if ("comment" in line) return `  ${line.comment}\n`
    const name = `answer${index + 1}`
    const asserted = assertionsOf(line, name)
    if (asserted.length > 0) add(imports, "@effect/vitest", "assert")
    const made = `${asserted.length === 0 ? "" : `const ${name} = `}yield* ${line.code}`
    return [made, ...asserted].map((text) => `  ${text}\n`).join("")
  })
  const session = effectOf(lines, body.join(""))
  const layers = [
    ...simulatorOf(lines, "ForgeSimulator", ["forge", "workflow"], options.seed, imports),
    ...simulatorOf(lines, "WeatherSimulator", ["weather"], options.weather, imports)
  ]
  // A workflow waits, by the clock of the test.
  const waits = lines.some((line) => "code" in line && line.call.service === "workflow")
  if (waits) {
    add(imports, "effect/Fiber", "* as Fiber")
    add(imports, "effect/testing/TestClock", "* as TestClock")
  }
  const run = waits ? waiting : "session"
  const provided = layers.map((layer) => `Effect.provide(${layer})`).join(", ")
  const tested = provided === "" ? run : `${run}.pipe(${provided})`
  return `/** A recorded session, as a test. */\n${importsOf(imports)}\nconst session = ${session}\nit.effect(${text(title)}, () =>\n  ${tested}\n)\n`
}

const waiting = `Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(session)
    // What it waits for happens on the way, not at the end.
    while (fiber.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
    yield* Fiber.join(fiber)
  })`

/** A simulator, if a call is to its service. */
const simulatorOf = (
  lines: ReadonlyArray<Line>,
  name: string,
  services: ReadonlyArray<RecordedCall["service"]>,
  seed: object | undefined,
  imports: Imports
): ReadonlyArray<string> => {
  if (!lines.some((line) => "code" in line && services.includes(line.call.service))) return []
  add(imports, "forgecast/testing", name)
  return [`${name}.layer(${seed === undefined ? "" : (literal(seed, 2, 40) ?? "")})`]
}
