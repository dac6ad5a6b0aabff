/** The options of the command, and what it starts with: its state, or a seed. */
import { readFile } from "node:fs/promises"
import { text as textOf } from "node:stream/consumers"
import { parseArgs } from "node:util"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { RepositorySeed, Seed } from "../../../ForgeSeed.ts"
import * as SimulatorSeed from "../../../SimulatorSeed.ts"
import { parseSeed } from "../../decodeSeed.ts"

/** Says in one line what the user has to change. */
export class InvalidOptions extends Error {}

export const help = `Usage: forgecast-simulator [options]

Serves a simulated GitHub in memory until it is stopped: the REST API, GraphQL, git over HTTP, uploads, downloads, the
pages on which users sign in to apps, and a page that shows the state. Prints its URLs and a token.

What it starts with
  --seed FILE          the content of this JSON file (-: standard input)
  --directory [OWNER/NAME=]DIR
                       also a repository with the files of a directory; the owner is octocat by default
  --git [OWNER/NAME=]DIR
                       also a repository with the history of a git repository
  --state FILE         keep the state in this file; if it exists, start with it instead of a seed

Where it is
  --port NUMBER        port of the API; the storage of downloads gets the next one (0: any free ports; default: 0)
  --host ADDRESS       address to listen on (default: 127.0.0.1)
  --prefix PATH        path of the API, such as /api/v3; web pages stay at the root, as on an Enterprise Server
  --public-url URL     where clients reach the server if that differs, such as https://git.example; the storage
                       has the same host there, and its own port
  --tls                serve HTTPS with a certificate from an authority made for this run, and print its file
  --tls-cert FILE, --tls-key FILE
                       serve HTTPS with this certificate

Who may use it
  --allow-host NAME    also answer requests to this host name, in addition to localhost and IP addresses
  --allow-origin URL   let web pages of this origin read the responses of the API
  --deliver-to NAME    also deliver to hooks on this host, in addition to those on this machine
  --max-body BYTES     accept bodies of requests up to this length (default: 67108864)

How it answers
  --latency DURATION   delay each response, such as "200 millis" or 200
  --limits none        switch the rate limits off
  --unserved 404       answer requests that it does not serve with 404; some clients retry the default, 501

What it prints
  --json               print the URLs and the token as JSON on one line
  --log                log each request
  --schema             print the JSON Schema of seeds, and exit
  -h, --help           print this text, and exit
  --version            print the version, and exit

--directory, --git, --allow-host, --allow-origin and --deliver-to can be given more than once.

Examples
  forgecast-simulator --git acme/web=. --log
  forgecast-simulator --seed seed.json --state state.json --port 8080
  forgecast-simulator --prefix /api/v3 --tls --allow-host git.test
`

/** A repository that is read from the disk. */
interface Source {
  readonly kind: "directory" | "git"
  readonly owner: string
  readonly name: string
  readonly path: string
}

export interface Options {
  readonly host: string
  /** 0 for any. */
  readonly port: number
  readonly prefix: string
  readonly publicUrl: string | undefined
  /** Files, or `made` for a certificate of this run. */
  readonly tls: { readonly cert: string; readonly key: string } | "made" | undefined
  readonly seed: string | undefined
  readonly sources: ReadonlyArray<Source>
  readonly hosts: ReadonlyArray<string>
  readonly origins: ReadonlyArray<string>
  readonly deliverTo: ReadonlyArray<string>
  readonly maxBody: number | undefined
  readonly state: string | undefined
  readonly latency: Duration.Duration | undefined
  readonly unlimited: boolean
  readonly unserved: 404 | 501 | undefined
  readonly json: boolean
  readonly log: boolean
}

const flag = { type: "boolean", default: false } as const
const text = { type: "string" } as const
const texts = { type: "string", multiple: true, default: [] as Array<string> } as const

export const options = {
  port: { ...text, default: "0" },
  host: { ...text, default: "127.0.0.1" },
  prefix: { ...text, default: "" },
  "public-url": text,
  tls: flag,
  "tls-cert": text,
  "tls-key": text,
  "allow-host": texts,
  "allow-origin": texts,
  "deliver-to": texts,
  "max-body": text,
  seed: text,
  directory: texts,
  git: texts,
  state: text,
  latency: text,
  limits: text,
  unserved: text,
  json: flag,
  log: flag,
  schema: flag,
  help: { ...flag, short: "h" },
  version: flag
} as const

const values = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    // The first sentence says it all.
    const [message = ""] = error instanceof Error ? error.message.split(/\.\s|\n/) : []
    throw new InvalidOptions(`${message}. See --help`)
  }
}

/** The last port leaves room for that of the storage. */
const lastPort = 65_534

const portOf = (given: string): number => {
  const port = Number(given)
  if (/^\d+$/.test(given) && port <= lastPort) return port
  throw new InvalidOptions(`--port: expected a number from 0 to ${lastPort}, got ${given}`)
}

/** An origin as browsers send it. */
const originOf =
  (option: string, example: string) =>
  (given: string): string => {
    const origin = URL.canParse(given) ? new URL(given).origin : "null"
    if (origin !== "null" && origin === given.replace(/\/$/, "")) return origin
    throw new InvalidOptions(`${option}: expected an origin such as ${example}, got ${given}`)
  }

const prefixOf = (given: string): string => {
  const prefix = given.replace(/\/+$/, "")
  if (/^(?:\/[\w.~-]+)*$/.test(prefix)) return prefix
  throw new InvalidOptions(`--prefix: expected a path such as /api/v3, got ${given}`)
}

type GivenTls = Pick<ReturnType<typeof values>, "tls" | "tls-cert" | "tls-key">

const tlsOf = ({ tls, "tls-cert": cert, "tls-key": key }: GivenTls): Options["tls"] => {
  if (cert !== undefined && key !== undefined && !tls) return { cert, key }
  if (cert === undefined && key === undefined) return tls ? "made" : undefined
  throw new InvalidOptions("expected --tls, or --tls-cert with --tls-key")
}

const maxBodyOf = (given: string): number => {
  const bytes = Number(given)
  if (/^\d+$/.test(given) && Number.isSafeInteger(bytes)) return bytes
  throw new InvalidOptions(`--max-body: expected a number of bytes, got ${given}`)
}

const latencyOf = (given: string): Duration.Duration => {
  const duration = Duration.fromInput((/^\d+$/.test(given) ? Number(given) : given) as Duration.Input)
  if (Option.isSome(duration) && Duration.isFinite(duration.value)) return duration.value
  throw new InvalidOptions(`--latency: expected a duration such as "200 millis", got ${given}`)
}

const unservedOf = (given: string): 404 | 501 => {
  if (given === "404") return 404
  if (given === "501") return 501
  throw new InvalidOptions(`--unserved: expected 404 or 501, got ${given}`)
}

/** `owner/name=path`, or a path whose last part is the name. */
const sourceOf =
  (kind: Source["kind"]) =>
  (given: string): Source => {
    const [, owner = "octocat", named, path = given] = /^([\w.-]+)\/([\w.-]+)=(.+)$/.exec(given) ?? []
    const name = named ?? /([^/\\]+)[/\\]*$/.exec(path)?.[1]?.replace(/\.git$/, "")
    if (name !== undefined && /^[\w.-]*\w[\w.-]*$/.test(name)) return { kind, owner, name, path }
    throw new InvalidOptions(`--${kind}: ${given} gives the repository no name. Write owner/name=${given}`)
  }

type Parsed = { readonly print: "help" | "version" | "schema" } | Options

/** Reads the command line. Throws `Refused`. */
export const parseOptions = (args: ReadonlyArray<string>): Parsed => {
  const given = values(args)
  if (given.help) return { print: "help" }
  if (given.version) return { print: "version" }
  if (given.schema) return { print: "schema" }
  if (given.limits !== undefined && given.limits !== "none") {
    throw new InvalidOptions(`--limits: expected none, got ${given.limits}. A seed can set other limits`)
  }
  return {
    host: given.host,
    port: portOf(given.port),
    hosts: given["allow-host"],
    prefix: prefixOf(given.prefix),
    publicUrl:
      given["public-url"] === undefined
        ? undefined
        : originOf("--public-url", "https://git.example")(given["public-url"]),
    tls: tlsOf(given),
    origins: given["allow-origin"].map(originOf("--allow-origin", "http://localhost:5173")),
    deliverTo: given["deliver-to"],
    maxBody: given["max-body"] === undefined ? undefined : maxBodyOf(given["max-body"]),
    seed: given.seed,
    sources: [...given.directory.map(sourceOf("directory")), ...given.git.map(sourceOf("git"))],
    state: given.state,
    latency: given.latency === undefined ? undefined : latencyOf(given.latency),
    unlimited: given.limits === "none",
    unserved: given.unserved === undefined ? undefined : unservedOf(given.unserved),
    json: given.json,
    log: given.log
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const parsed = (name: string, text: string): Seed => {
  const seed = parseSeed(text)
  if (Result.isFailure(seed)) throw new InvalidOptions(`${name}: ${seed.failure}`)
  return seed.success
}

const readSeed = async (file: string): Promise<Seed> => {
  if (file === "-") return parsed("standard input", await textOf(process.stdin))
  try {
    return parsed(file, await readFile(file, "utf8"))
  } catch (error) {
    throw error instanceof InvalidOptions ? error : new InvalidOptions(`${file} cannot be read. ${reasonOf(error)}`)
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

/** The state that a file has; undefined if there is no file yet. */
const readState = async (file: string): Promise<Seed | undefined> => {
  let text: string
  try {
    text = await readFile(file, "utf8")
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new InvalidOptions(`${file} cannot be read. ${reasonOf(error)}`)
  }
  return parsed(file, text)
}

const readSource = async ({ kind, name, owner, path }: Source): Promise<RepositorySeed> => {
  const read: Effect.Effect<Partial<RepositorySeed>, SimulatorSeed.SeedFailed> = kind === "git"
    ? SimulatorSeed.fromGit(path)
    : SimulatorSeed.fromDirectory(path)
  const result = await Effect.runPromise(Effect.result(Effect.map(read, (content) => ({ ...content, owner, name }))))
  if (Result.isFailure(result)) throw new InvalidOptions(result.failure.message)
  return result.success
}

/** Reads what the options name. A state that exists wins. Rejects with `Refused`. */
export const readStart = async (options: Options): Promise<Seed> => {
  const state = options.state === undefined ? undefined : await readState(options.state)
  if (state !== undefined) return state
  const seed = options.seed === undefined ? {} : await readSeed(options.seed)
  const sources = await Promise.all(options.sources.map(readSource))
  return sources.length === 0 ? seed : { ...seed, repositories: [...(seed.repositories ?? []), ...sources] }
}
