/** The command `forgecast add`. */
import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import * as Argument from "effect/cli/Argument"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import * as Description from "./description.ts"
import * as Lock from "./lock.ts"
import { moduleText, project } from "./module.ts"
import { type Declared, declaredOf } from "./route.ts"
import { type Runner, testText } from "./test.ts"

/** Fails with words for the user. */
const fail = (userMessage: string): Effect.Effect<never, CliError.UserError> =>
  Effect.fail(new CliError.UserError({ cause: userMessage, userMessage }))

const packageName = "@octokit/openapi"

/** The description that the project has installed. */
const readDescription = Effect.fnUntraced(function* (root: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = yield* Effect.try({
    try: () => createRequire(path.join(root, "package.json")).resolve(`${packageName}/generated/api.github.com.json`),
    catch: () =>
      new CliError.UserError({
        cause: packageName,
        userMessage: `${packageName} has the description of the service, and cannot be found from ${root}. To install it, run: npm install --save-dev ${packageName}`
      })
  })
  const text = yield* files.readFileString(file)
  const document: unknown = JSON.parse(text)
  return Description.make(Description.isJson(document) ? document : {})
})

/** What the files of a project say: nothing for one that is not there. */
const textIn = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  return yield* Effect.orElseSucceed(files.readFileString(file), () => "")
})

/** How the project tests, and imports its own modules. */
const habitsOf = Effect.fnUntraced(function* (root: string) {
  const path = yield* Path.Path
  const manifest = yield* textIn(path.join(root, "package.json"))
  const config = yield* textIn(path.join(root, "tsconfig.json"))
  const runners: ReadonlyArray<Runner> = ["@effect/vitest", "vitest"]
  return {
    runner: runners.find((name) => manifest.includes(`"${name}":`)) ?? "node:test",
    extension: /"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(config)
      ? ".ts"
      : ".js"
  } as const
})

const lockName = "forgecast.json"

const readLock = Effect.fnUntraced(function* (directory: string) {
  const path = yield* Path.Path
  const file = path.join(directory, lockName)
  const text = yield* textIn(file)
  if (text === "") return {}
  return yield* Schema.decodeUnknownEffect(Lock.Lock)(text).pipe(
    Effect.catchTag("SchemaError", () =>
      fail(`${file} is not what forgecast wrote there. Restore it, or delete it and add its routes again`)
    )
  )
})

const writeLock = Effect.fnUntraced(function* (directory: string, lock: Lock.Lock) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const sorted = Object.fromEntries(Object.entries(lock).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  yield* files.writeFileString(path.join(directory, lockName), `${JSON.stringify(sorted, null, 2)}\n`)
})

/** What the description says about a route, under the name that was asked for. */
const find = Effect.fnUntraced(function* (
  description: Description.Description,
  text: string,
  name: string | undefined
) {
  const route = Description.find(description, text)
  if (route === undefined) {
    const near = Description.closest(description, text).map((each) => `  ${each}`)
    return yield* fail([`The service has no route ${text}. The closest are`, ...near].join("\n"))
  }
  const declared = declaredOf(description, route)
  if (name === undefined) return declared
  const [, category, operation] = /^([A-Z]\w*)\.([a-z]\w*)$/.exec(name) ?? []
  if (category === undefined || operation === undefined)
    return yield* fail(`--name: expected a name such as Traffic.views, got ${name}`)
  return { ...declared, category, operation }
})

/** The files of an operation, by their paths in the directory: the module first. */
const filesOf = (
  description: Description.Description,
  declared: Declared,
  habits: Effect.Success<ReturnType<typeof habitsOf>>
) => {
  const { category, operation } = declared
  const base = `${category.charAt(0).toLowerCase()}${category.slice(1)}/${operation}`
  return {
    [`${base}.ts`]: moduleText(declared, project),
    [`${base}.test.ts`]: testText(description, declared, habits.runner, habits.extension)
  }
}

const writeFiles = Effect.fnUntraced(function* (directory: string, texts: Readonly<Record<string, string>>) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (const [name, text] of Object.entries(texts)) {
    const file = path.join(directory, name)
    yield* files.makeDirectory(path.dirname(file), { recursive: true })
    yield* files.writeFileString(file, text)
  }
})

const entryOf = (
  description: Description.Description,
  declared: Declared,
  texts: Readonly<Record<string, string>>,
  name: string | undefined
): Lock.Entry => ({
  route: Description.nameOf(declared.route),
  ...(name === undefined ? {} : { name }),
  description: `${packageName}@${description.version}`,
  written: Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, Lock.hashOf(text)])),
  fields: Lock.fieldsOf(declared)
})

/** The modules of the library next to this one: sources, or what is built from them. */
const forge = resolve(import.meta.dirname, "../../forge")

/** The operation of the library that has a route, such as `Repositories.get`. */
const ownName = Effect.fnUntraced(function* (route: Description.Route) {
  const files = readdirSync(forge).filter((file) => /^[A-Z]\w*\.[jt]s$/.test(file))
  for (const file of files) {
    const module: object = yield* Effect.promise(
      async () => (await import(pathToFileURL(resolve(forge, file)).href)) as object
    )
    for (const each of Object.values(module) as ReadonlyArray<unknown>) {
      const declaration = typeof each === "function" ? (Reflect.get(each, "declaration") as unknown) : undefined
      const { name, template } = Description.under({ declaration }, "declaration")
      if (Description.isAlike(Description.textOf(template), Description.nameOf(route))) return Description.textOf(name)
    }
  }
  return undefined
})

interface Options {
  readonly directory: Option.Option<string>
  readonly name: Option.Option<string>
  readonly force: boolean
  readonly dryRun: boolean
  readonly keep: boolean
}

const directoryOf = Effect.fnUntraced(function* (root: string, { directory }: Options) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  if (Option.isSome(directory)) return path.resolve(root, directory.value)
  const hasSources = yield* files.exists(path.join(root, "src"))
  return path.join(root, hasSources ? "src/github" : "github")
})

/** Adds the modules of routes. */
const add = Effect.fnUntraced(function* (routes: ReadonlyArray<string>, options: Options) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const root = path.resolve(".")
  if (Option.isSome(options.name) && routes.length > 1) return yield* fail("--name is for one route")
  const description = yield* readDescription(root)
  const habits = yield* habitsOf(root)
  const directory = yield* directoryOf(root, options)
  const lock: Record<string, Lock.Entry> = { ...(yield* readLock(directory)) }
  const name = Option.getOrUndefined(options.name)
  const all: Record<string, string> = {}
  for (const route of routes) {
    const declared = yield* find(description, route, name)
    const own = yield* ownName(declared.route)
    if (own !== undefined) yield* Console.log(`forgecast/forge has this route as ${own}.`)
    const texts = filesOf(description, declared, habits)
    const [module = ""] = Object.keys(texts)
    for (const file of Object.keys(texts)) {
      const full = path.join(directory, file)
      if (!options.force && (yield* files.exists(full))) {
        return yield* fail(
          `${path.relative(root, full)} exists. To overwrite it, add --force. To see what the service has changed, run: npx forgecast add --update`
        )
      }
    }
    lock[module] = entryOf(description, declared, texts, name)
    Object.assign(all, texts)
  }
  if (!options.dryRun) {
    yield* writeFiles(directory, all)
    yield* writeLock(directory, lock)
  }
  for (const file of Object.keys(all)) {
    yield* Console.log(`${options.dryRun ? "would write" : "wrote"} ${path.relative(root, path.join(directory, file))}`)
  }
})

/** Shows what the service has changed since, and rewrites the modules that nobody has changed. */
const update = Effect.fnUntraced(function* (options: Options) {
  const path = yield* Path.Path
  const root = path.resolve(".")
  const directory = yield* directoryOf(root, options)
  const before = yield* readLock(directory)
  if (Object.keys(before).length === 0) {
    return yield* fail(
      `${path.relative(root, path.join(directory, lockName))} has no modules. Add one first, or name their --directory`
    )
  }
  const description = yield* readDescription(root)
  const habits = yield* habitsOf(root)
  const lock: Record<string, Lock.Entry> = { ...before }
  let left = 0
  for (const [module, entry] of Object.entries(before)) {
    const shown = path.relative(root, path.join(directory, module))
    const route = Description.find(description, entry.route)
    if (route === undefined) {
      left++
      yield* Console.log(`${shown}: the service has ${entry.route} no more`)
      continue
    }
    const declared = yield* find(description, entry.route, entry.name)
    const texts = filesOf(description, declared, habits)
    const made = entryOf(description, declared, texts, entry.name)
    const changes = Lock.changesOf(entry.fields, made.fields)
    if (changes.length === 0) continue
    const changed: Array<string> = []
    for (const [file, hash] of Object.entries(entry.written)) {
      const text = yield* textIn(path.join(directory, file))
      if (text !== "" && Lock.hashOf(text) !== hash) changed.push(path.relative(root, path.join(directory, file)))
    }
    yield* Console.log(
      [
        `${shown}: ${entry.route}, ${entry.description} -> ${made.description}`,
        ...changes.map((each) => `  ${each}`)
      ].join("\n")
    )
    const isLeft = options.dryRun || (changed.length > 0 && !options.force && !options.keep)
    if (isLeft) {
      left++
      if (changed.length > 0)
        yield* Console.log(
          `  left as it is, since you have changed ${changed.join(" and ")}. --force overwrites it, --keep takes note of the changes`
        )
      continue
    }
    if (options.keep) {
      lock[module] = { ...made, written: entry.written }
      yield* Console.log("  kept as it is")
      continue
    }
    yield* writeFiles(directory, texts)
    lock[module] = made
    yield* Console.log(
      changed.length > 0 ? `  overwritten, with what you have changed in ${changed.join(" and ")}` : "  rewritten"
    )
  }
  if (!options.dryRun) yield* writeLock(directory, lock)
  if (left > 0)
    return yield* fail(`${left} of ${Object.keys(before).length} modules are not as the service describes them`)
  yield* Console.log(`All modules are as ${packageName}@${description.version} describes them`)
})

const flag = (name: string, says: string) =>
  Flag.Boolean(name).pipe(Flag.withDefault(false), Flag.withDescription(says))

export const command = Command.make(
  "add",
  {
    routes: Argument.String("route").pipe(
      Argument.withDescription('A route, such as "GET /repos/{owner}/{repo}/traffic/views"'),
      Argument.variadic()
    ),
    name: Flag.String("name").pipe(
      Flag.optional,
      Flag.withDescription("The name of the operation, such as Traffic.views (default: the service's)")
    ),
    directory: Flag.String("directory").pipe(
      Flag.optional,
      Flag.withDescription("Where the modules are (default: src/github, or github in a project without src)")
    ),
    update: flag(
      "update",
      "Show what the service has changed since, and rewrite the modules that you have not changed"
    ),
    keep: flag("keep", "With --update: leave the modules as they are, and take note of what has changed"),
    force: flag("force", "Overwrite files, also those that you have changed"),
    dryRun: flag("dry-run", "Write nothing")
  },
  ({ routes, update: isUpdate, ...options }) => {
    if (isUpdate) return routes.length > 0 ? fail("--update takes no route: it looks at all modules") : update(options)
    return routes.length === 0
      ? fail('Which route? Such as: npx forgecast add "GET /repos/{owner}/{repo}/traffic/views"')
      : add(routes, options)
  }
).pipe(
  Command.withDescription(
    "Writes a module for a route of the service into your project, with a test, ready to read and change"
  )
)
