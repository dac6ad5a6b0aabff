/**
 * A `Forge` that answers named operations, each with what the test says: it reads the input of a call back from its
 * request, and turns a value into what the service would send.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HttpClient from "effect/http/HttpClient"
import * as Actions from "../../forge/Actions.ts"
import * as BranchProtection from "../../forge/BranchProtection.ts"
import * as BranchRestrictions from "../../forge/BranchRestrictions.ts"
import * as Apps from "../../forge/Apps.ts"
import * as ActionsVariables from "../../forge/ActionsVariables.ts"
import * as Branches from "../../forge/Branches.ts"
import * as Caches from "../../forge/Caches.ts"
import * as Checks from "../../forge/Checks.ts"
import * as Collaborators from "../../forge/Collaborators.ts"
import * as Commits from "../../forge/Commits.ts"
import * as Contents from "../../forge/Contents.ts"
import * as DeployKeys from "../../forge/DeployKeys.ts"
import * as DependabotSecrets from "../../forge/DependabotSecrets.ts"
import * as Deployments from "../../forge/Deployments.ts"
import * as Environments from "../../forge/Environments.ts"
import * as Forge from "../../forge/Forge.ts"
import * as Gists from "../../forge/Gists.ts"
import * as Git from "../../forge/Git.ts"
import * as Hooks from "../../forge/Hooks.ts"
import * as Invitations from "../../forge/Invitations.ts"
import * as Issues from "../../forge/Issues.ts"
import * as Labels from "../../forge/Labels.ts"
import * as Milestones from "../../forge/Milestones.ts"
import * as Notifications from "../../forge/Notifications.ts"
import * as Organizations from "../../forge/Organizations.ts"
import * as PullRequests from "../../forge/PullRequests.ts"
import * as RateLimits from "../../forge/RateLimits.ts"
import * as Reactions from "../../forge/Reactions.ts"
import * as Refs from "../../forge/Refs.ts"
import * as Releases from "../../forge/Releases.ts"
import * as Repositories from "../../forge/Repositories.ts"
import * as Rulesets from "../../forge/Rulesets.ts"
import * as Search from "../../forge/Search.ts"
import * as Stars from "../../forge/Stars.ts"
import * as Secrets from "../../forge/Secrets.ts"
import * as Statuses from "../../forge/Statuses.ts"
import * as Subscriptions from "../../forge/Subscriptions.ts"
import * as Teams from "../../forge/Teams.ts"
import * as Users from "../../forge/Users.ts"
import { dialect } from "../../forge/dialect.ts"
import type { Call } from "../../rest/Call.ts"
import * as Credentials from "../../rest/Credentials.ts"
import type { AnyDeclaration, Field, Fields } from "../../rest/Declaration.ts"
import * as HttpCache from "../../rest/HttpCache.ts"
import * as RateLimit from "../../rest/RateLimit.ts"
import type { Failure } from "../../rest/RestError.ts"
import * as Transport from "../../rest/Transport.ts"
import type { Response } from "../Exchange.ts"
import type { Answers, Modules } from "../ForgeAnswers.ts"
import { response, json, noContent } from "./exchange.ts"
import { revalidated, withETag } from "./forge/http/headers.ts"
import { makeHttpClient } from "./httpClient.ts"
import { located } from "./samples/failure.ts"

type Input = Readonly<Record<string, unknown>>

/** What a text of a URL may stand for. A field that takes text gets the text. */
const readings = (text: string): ReadonlyArray<unknown> => [
  text,
  ...(text.trim() === "" || Number.isNaN(Number(text)) ? [] : [Number(text)]),
  ...(text === "true" || text === "false" ? [text === "true"] : []),
  text.split(",")
]

const decoded = (field: Field, candidates: ReadonlyArray<unknown>): unknown => {
  // Declared fields need no services.
  const decode = Schema.decodeUnknownResult(field as Schema.Codec<unknown, unknown>)
  for (const candidate of candidates) {
    const result = decode(candidate)
    if (Result.isSuccess(result)) return result.success
  }
  return candidates[0]
}

const fieldsIn = (fields: Fields, read: (name: string) => ReadonlyArray<unknown> | undefined): Input =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const candidates = read(name)
      return candidates === undefined ? [] : [[name, decoded(field, candidates)] as const]
    })
  )

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)

/** The values of a template's parameters; undefined if the path is another one. */
const parametersOf = (template: string, path: string): Readonly<Record<string, string>> | undefined => {
  const pattern = escaped(template.slice(template.indexOf(" ") + 1)).replaceAll(/\{(\w+)\}/g, "(?<$1>.*?)")
  const match = new RegExp(`^${pattern}$`).exec(path)
  if (match === null) return undefined
  return Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]))
}

const bodyOf = ({ body }: Call): Input => {
  if (body._tag !== "Uint8Array" || body.contentType !== "application/json") return {}
  const json: unknown = JSON.parse(new TextDecoder().decode(body.body))
  return typeof json === "object" && json !== null ? { ...json } : {}
}

/** The input of a call; undefined if the call is not one of the declaration, but a look for an earlier write. */
const inputOf = (declaration: AnyDeclaration, call: Call, url: URL): Input | undefined => {
  const parameters =
    call.method === declaration.template.split(" ")[0] && parametersOf(declaration.template, url.pathname)
  if (parameters === false || parameters === undefined) return undefined
  const { page: _, ...query } = declaration.query
  const body = declaration.body === undefined ? {} : bodyOf(call)
  return {
    ...fieldsIn(declaration.path, (name) => readings(parameters[name] ?? "")),
    ...fieldsIn(query, (name) => {
      const text = url.searchParams.get(name)
      return text === null ? undefined : readings(text)
    }),
    ...fieldsIn(declaration.body ?? {}, (name) => {
      const sent = declaration.sentAs[name] ?? name
      return sent in body ? [body[sent]] : undefined
    })
  }
}

const modules: Modules = {
  Actions,
  BranchProtection,
  BranchRestrictions,
  Apps,
  ActionsVariables,
  Branches,
  Caches,
  Checks,
  Collaborators,
  Commits,
  Contents,
  DeployKeys,
  Deployments,
  Gists,
  DependabotSecrets,
  Environments,
  Git,
  Hooks,
  Invitations,
  Issues,
  Labels,
  Milestones,
  Notifications,
  Organizations,
  PullRequests,
  RateLimits,
  Reactions,
  Refs,
  Releases,
  Repositories,
  Rulesets,
  Search,
  Stars,
  Secrets,
  Statuses,
  Subscriptions,
  Teams,
  Users
}

const isDeclared = (value: unknown): value is { readonly declaration: AnyDeclaration } =>
  typeof value === "function" && "declaration" in value

export const declarations: ReadonlyMap<string, AnyDeclaration> = new Map(
  Object.values(modules).flatMap((module: object) =>
    Object.values(module)
      .filter(isDeclared)
      .map(({ declaration }) => [declaration.name, declaration] as const)
  )
)

/** The value is wrong, which only a program without types can do. */
const wrong = (name: string, why: string): Error => new Error(`The answer to ${name} is wrong: ${why}`)

const encoded = ({ name, result }: AnyDeclaration, value: unknown): unknown => {
  // Declared results need no services.
  const schema = (result ?? Schema.Unknown) as Schema.Codec<unknown, unknown>
  const outcome = Schema.encodeUnknownResult(schema)(value)
  if (Result.isFailure(outcome)) throw wrong(name, String(outcome.failure))
  return outcome.success
}

const positive = (text: string | null, otherwise: number): number => {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number > 0 ? number : otherwise
}

const linkTo = (url: URL, page: number, rel: string): string => {
  const target = new URL(url)
  target.searchParams.set("page", String(page))
  return `<${target.href}>; rel="${rel}"`
}

/** The page of the items that the URL asks for. */
const pageOf = (declaration: AnyDeclaration, items: unknown, url: URL): Response => {
  if (!Array.isArray(items)) throw wrong(declaration.name, "a listing is answered with an array")
  const size = positive(url.searchParams.get("per_page"), 30)
  const page = positive(url.searchParams.get("page"), 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const shown = items.slice((page - 1) * size, page * size).map((item) => encoded(declaration, item))
  const links = page < last ? { link: [linkTo(url, page + 1, "next"), linkTo(url, last, "last")].join(", ") } : {}
  const { envelope } = declaration
  return json(200, envelope === undefined ? shown : { total_count: items.length, [envelope]: shown }, links)
}

/** The record of an upload, with the size of what was sent: a record of other bytes would be an error. */
const uploaded = (declaration: AnyDeclaration, value: unknown, { body }: Call): Response => {
  const record = encoded(declaration, value)
  const size = "contentLength" in body ? body.contentLength : undefined
  return json(201, { ...(typeof record === "object" ? record : {}), size, digest: null })
}

const api = "https://api.github.com"

const notThere = json(404, { message: "Not Found" })

const wireOf = (declaration: AnyDeclaration, value: unknown, call: Call, url: URL): Response => {
  const { kind, name, result, statuses } = declaration
  if (kind === "listing") return pageOf(declaration, value, url)
  if (kind === "upload") return uploaded(declaration, value, call)
  if (kind === "download") {
    if (typeof value !== "string" && !(value instanceof Uint8Array)) throw wrong(name, "a download is bytes or text")
    return response(200, value, { "content-type": "application/octet-stream" })
  }
  if (statuses.includes(404)) return value === true ? noContent : notThere
  if (result === undefined) return noContent
  return json(call.method === "POST" && statuses.includes(201) ? 201 : 200, encoded(declaration, value))
}

/** The answer to the call under way. It passes through the pipeline, which decodes it, and compares its ETag. */
const Prepared = Context.Reference<Response>("forgecast/testing/internal/Prepared", { defaultValue: () => notThere })

const client: HttpClient.HttpClient = makeHttpClient((request) =>
  Effect.map(Prepared, (answer) => revalidated(withETag(answer, request), request))
)

const mostShown = 500

/** The input for people, without what looks like a token. */
const shown = (input: Input): string => {
  const text = JSON.stringify(input).replaceAll(dialect.tokens ?? /$^/g, "<redacted>")
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

const fail = (failure: unknown, call: Call, url: URL): Effect.Effect<never, Failure> =>
  // The cast is safe: an answer's type has the errors of its operation only.
  Effect.fail(located(failure, { operation: call.operation, method: call.method, url: url.href }) as Failure)

/** What the test says of a call. Anything else that a test throws is a defect. */
const valueOf = (answer: unknown, input: Input, call: Call, url: URL): Effect.Effect<unknown, Failure> => {
  const value: unknown = typeof answer === "function" ? Reflect.apply(answer, undefined, [input]) : answer
  if (value instanceof Error) return fail(value, call, url)
  if (!Effect.isEffect(value)) return Effect.succeed(value)
  // The cast is safe: the type of answers allows no services.
  const effect = value as Effect.Effect<unknown, unknown>
  return effect.pipe(Effect.catch((failure) => fail(failure, call, url)))
}

const prepare = (answers: ReadonlyMap<string, unknown>, call: Call): Effect.Effect<Response, Failure> =>
  Effect.suspend(() => {
    const name = call.operation
    const declaration = declarations.get(name)
    const url = new URL(call.url, api)
    const input = declaration && inputOf(declaration, call, url)
    // `Write.once` looks for an earlier write: there is none.
    if (declaration !== undefined && input === undefined) return Effect.succeed(notThere)
    if (declaration === undefined || input === undefined || !answers.has(name)) {
      const known = [...answers.keys()].join(", ") || "nothing"
      throw new Error(`No answer for ${name}(${shown(input ?? {})}): ForgeSimulator.answers has ${known}`)
    }
    return Effect.map(valueOf(answers.get(name), input, call, url), (value) => wireOf(declaration, value, call, url))
  })

const answering = (answers: ReadonlyMap<string, unknown>) =>
  Transport.around({
    request: (next) => (call, reader, since) =>
      Effect.flatMap(prepare(answers, call), (answer) =>
        Effect.provideService(next(call, reader, since), Prepared, answer)
      )
  })

const service = Forge.layer({ baseUrl: api }).pipe(
  Layer.provide([
    Layer.succeed(HttpClient.HttpClient, client),
    Credentials.layerAnonymous,
    HttpCache.layerNone,
    RateLimit.layerMemory()
  ])
)

export const layer = (answers: Answers): Layer.Layer<Forge.Forge> => {
  const known = new Map<string, unknown>(Object.entries(answers))
  return Layer.provide(Layer.effect(Forge.Forge, Effect.map(Forge.Forge, answering(known))), service)
}
