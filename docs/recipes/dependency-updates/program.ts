/** Keeps the dependencies of a repository up to date: a small Renovate for npm. */
import { Write } from "forgecast"
import { Contents, PullRequests, Refs } from "forgecast/forge"
import * as Credentials from "forgecast/rest/Credentials"
import * as Dialect from "forgecast/rest/Dialect"
import * as Mark from "forgecast/rest/Mark"
import * as Operation from "forgecast/rest/Operation"
import * as RestError from "forgecast/rest/RestError"
import * as Transport from "forgecast/rest/Transport"
import { Bulk, Propose } from "forgecast/workflow"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

// The registry: a service of its own, with cache, retries and typed errors.

export class Registry extends Context.Service<Registry, Transport.Transport>()("recipe/Registry") {}

const dialect = Dialect.make()
const operation = Operation.operation(Registry, dialect)

/** Which versions a package has. */
const getPackage = operation("Registry.getPackage", "GET /{name}", {
  path: { name: Schema.NonEmptyString },
  accept: "application/vnd.npm.install-v1+json",
  success: Schema.Struct({
    "dist-tags": Schema.Struct({ latest: Schema.String }),
    versions: Schema.Record(Schema.String, Schema.Struct({ deprecated: Schema.optional(Schema.Unknown) }))
  }),
  errors: [RestError.NotFound]
})

/** Where the sources of a version are. */
const getVersion = operation("Registry.getVersion", "GET /{name}/{version}", {
  path: { name: Schema.NonEmptyString, version: Schema.NonEmptyString },
  success: Schema.Struct({
    repository: Schema.optional(Schema.Union([Schema.String, Schema.Struct({ url: Schema.String })]))
  }),
  errors: [RestError.NotFound]
})

const registry = { accept: "application/json", headers: { "user-agent": "dependency-updates" }, dialect }
const parts = Layer.merge(Credentials.layerAnonymous, Transport.inMemory)

/** The registry at a URL. */
export const layerRegistry = (url: string): Layer.Layer<Registry> =>
  Layer.effect(Registry, Transport.makeFetch({ ...registry, hosts: { api: url } })).pipe(Layer.provide(parts))

/** A registry with these packages: the versions by name, the latest one last. */
export const layerFake = (packages: Readonly<Record<string, ReadonlyArray<string>>>): Layer.Layer<Registry> => {
  const client = HttpClient.make((request, url) => {
    const [name = "", version] = url.pathname.slice(1).split("/").map(decodeURIComponent)
    const versions = packages[name] ?? []
    const all = Object.fromEntries(versions.map((each) => [each, {}]))
    const found = { "dist-tags": { latest: versions.at(-1) }, versions: all }
    const source = { repository: { url: `git+https://github.com/acme/${name.replace(/^@.*\//, "")}.git` } }
    const response =
      versions.length === 0 ? Response.json({}, { status: 404 }) : Response.json(version ? source : found)
    return Effect.succeed(HttpClientResponse.fromWeb(request, response))
  })
  return Layer.effect(Registry, Transport.make({ ...registry, hosts: { api: "https://registry.example" } })).pipe(
    Layer.provide([Layer.succeed(HttpClient.HttpClient, client), parts])
  )
}

// Versions. Ranges of kinds other than `^1.2.3`, `~1.2.3` and `1.2.3` stay as they are.

const numbersOf = (version: string) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)

const compare = (one: string, other: string): number => {
  const [left, right] = [numbersOf(one) ?? [], numbersOf(other) ?? []]
  return left.map((number, index) => number - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

const rangeOf = (text: string) => {
  const [, sign = "", version = ""] = /^([~^]?)(\d+\.\d+\.\d+)$/.exec(text) ?? []
  return version === "" ? undefined : { sign, version }
}

/** The newest stable version that is not deprecated, and not newer than what people get. */
const newestOf = Effect.fn("newestOf")(function* (name: string) {
  const { "dist-tags": tags, versions } = yield* getPackage({ name })
  const usable = Object.entries(versions).flatMap(([version, { deprecated }]) =>
    numbersOf(version) !== undefined && !deprecated && compare(version, tags.latest) <= 0 ? version : []
  )
  return usable.toSorted(compare).at(-1)
})

// Manifests.

const kinds = ["dependencies", "devDependencies", "optionalDependencies"] as const
const Ranges = Schema.optional(Schema.Record(Schema.String, Schema.String))
const Manifest = Schema.Struct({ dependencies: Ranges, devDependencies: Ranges, optionalDependencies: Ranges })
const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Manifest))

/** What ranges a manifest has; none if it is not a manifest. */
const rangesIn = (text: string) =>
  Option.match(parse(text), {
    onNone: () => [],
    onSome: (manifest) =>
      kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}).map(([name, range]) => ({ kind, name, range })))
  })

const readManifests = (owner: string, repo: string) =>
  Contents.listFiles(
    { owner, repo },
    { filter: ({ path }) => /^(?:.*\/)?package\.json$/.test(path) && !path.includes("node_modules/") }
  ).pipe(
    Stream.map(({ bytes, path }) => ({ path, text: new TextDecoder().decode(bytes) })),
    Stream.runCollect
  )

/** Changes only the ranges of a manifest. Where they stand elsewhere too, it is written as npm does. */
const changed = (text: string, versions: ReadonlyMap<string, string>): string => {
  const manifest = JSON.parse(Option.isSome(parse(text)) ? text : "{}") as Record<string, Record<string, string>>
  let next = text
  for (const { kind, name, range } of rangesIn(text)) {
    const [found, version] = [rangeOf(range), versions.get(name)]
    if (found === undefined || version === undefined || compare(found.version, version) >= 0) continue
    const wanted = `${found.sign}${version}`
    manifest[kind] = { ...manifest[kind], [name]: wanted }
    next = next.replaceAll(`"${name}": "${range}"`, `"${name}": "${wanted}"`)
  }
  if (next === text || JSON.stringify(JSON.parse(next)) === JSON.stringify(manifest)) return next
  return JSON.stringify(manifest, null, /^[ \t]+(?=")/m.exec(text)?.[0] ?? 2) + (text.endsWith("\n") ? "\n" : "")
}

// Proposals.

export interface Options {
  readonly owner: string
  readonly repo: string
  /** Packages that are proposed together, by the name of the group. `@acme/` is for all of a scope. */
  readonly groups?: Readonly<Record<string, ReadonlyArray<string>>>
  /** Packages that stay as they are. */
  readonly ignore?: ReadonlyArray<string>
  /** How many proposals may be open. */
  readonly limit?: number
}

interface Update {
  readonly name: string
  readonly from: string
  readonly version: string
}

/** A line of the text of a proposal, with a link to what has changed. */
const lineOf = Effect.fn("lineOf")(function* ({ from, name, version }: Update) {
  const { repository = "" } = yield* getVersion({ name, version })
  const url = typeof repository === "string" ? repository : repository.url
  const [, source] = /(?:^github:|github\.com[/:]|^)([\w.-]+\/[\w.-]+?)(?:\.git)?(?:#.*)?$/.exec(url) ?? []
  const link = source === undefined ? "" : `[what has changed](https://github.com/${source}/releases)`
  return `| \`${name}\` | ${from} | ${version} | ${link} |`
})

/** Proposes updates, one for each package or group, and closes proposals that nobody needs any more. */
export const updateDependencies = Effect.fn("updateDependencies")(function* (options: Options) {
  const { groups = {}, ignore = [], limit = 5, owner, repo } = options
  const place = { owner, repo }
  const manifests = yield* readManifests(owner, repo)
  const oldest = new Map<string, string>()
  for (const { name, range } of manifests.flatMap(({ text }) => rangesIn(text))) {
    const version = rangeOf(range)?.version
    if (version === undefined || ignore.includes(name)) continue
    if (compare(version, oldest.get(name) ?? version) <= 0) oldest.set(name, version)
  }
  const { failed, succeeded } = yield* Bulk.forEach([...oldest], ([name]) => newestOf(name), { concurrency: 8 })
  const updates = succeeded.flatMap(({ item: [name, from], value: version }): ReadonlyArray<Update> =>
    version !== undefined && compare(from, version) < 0 ? [{ name, from, version }] : []
  )
  const keyOf = (name: string) => {
    const isIn = (member: string) => (member.endsWith("/") ? name.startsWith(member) : name === member)
    const group = Object.keys(groups).find((group) => groups[group]?.some(isIn))
    return group === undefined ? name : `group-${group}`
  }
  const done: Array<readonly [branch: string, outcome: string]> = []
  for (const key of new Set(updates.map(({ name }) => keyOf(name)))) {
    const members = updates.filter(({ name }) => keyOf(name) === key)
    const [newest] = members.map(({ version }) => version).toSorted((one, other) => compare(other, one))
    // The `@` ends the name, so that `react` does not take the place of `react-dom`.
    const branch = `updates/${key}@${newest}`
    const closed = yield* Stream.runCollect(
      PullRequests.list({ ...place, head: `${owner}:${branch}`, state: "closed" })
    )
    // Who closes a proposal does not want this version.
    if (closed.some(({ merged }) => !merged)) {
      done.push([branch, "rejected"])
      continue
    }
    const title = key.startsWith("group-") ? `Update ${key.replace("-", " ")}` : `Update ${key} to ${newest}`
    const versions = new Map(members.map(({ name, version }) => [name, version]))
    const lines = yield* Effect.forEach(members, lineOf)
    const proposed = Propose.pullRequest({
      ...place,
      branch,
      title,
      message: title,
      body: ["| package | from | to | |", "|---|---|---|---|", ...lines].join("\n"),
      files: Object.fromEntries(
        manifests
          .map(({ path, text }) => ({ path, text, next: changed(text, versions) }))
          .flatMap(({ next, path, text }) => (next === text ? [] : [[path, next]]))
      ),
      labels: ["dependencies"],
      refresh: "rebuild",
      supersedes: `updates/${key}@`,
      limit: { prefix: "updates/", open: limit }
    })
    const outcome = yield* proposed.pipe(
      Effect.map((proposed) => proposed?.action ?? "unchanged"),
      Effect.catchTag("ProposalsLimited", () => Effect.succeed("waiting" as const))
    )
    done.push([branch, outcome])
  }
  // Somebody else has made the update, or has removed the package. What could not be looked up is left alone.
  const kept = [...done.map(([branch]) => branch), ...failed.map(({ item: [name] }) => `updates/${keyOf(name)}@`)]
  const open = yield* Stream.runCollect(PullRequests.list({ ...place, state: "open" }))
  for (const { body, head, number } of open) {
    const isOurs = head.ref.startsWith("updates/") && Mark.isIn(body, Mark.of(`propose/${head.ref}`))
    if (!isOurs || kept.some((start) => head.ref.startsWith(start))) continue
    yield* Write.once(Refs.delete, { ...place, ref: `heads/${head.ref}` }, { key: `obsolete/${number}` })
    yield* PullRequests.update({ ...place, pull_number: number, state: "closed" })
    done.push([head.ref, "closed"])
  }
  return { done, failed: failed.map(({ error, item: [name] }) => `${name}: ${error._tag}`) }
})

export default updateDependencies({
  owner: "acme",
  repo: "web",
  groups: { weather: ["@weather/"] },
  ignore: ["typescript"]
}).pipe(
  Effect.provide(
    layerFake({
      "rain-gauge": ["1.2.0", "1.3.0", "2.0.0"],
      "@weather/wind": ["4.0.0", "4.1.0"],
      "@weather/snow": ["4.0.0", "4.1.1"],
      typescript: ["7.0.0", "8.0.0"]
    })
  )
)
