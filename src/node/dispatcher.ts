/** The connections of `ForgeNode`: to the service itself, or through a proxy. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent } from "@effect/platform-node/Undici"
import type { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Configuration from "../rest/Configuration.ts"
import { makePool } from "./earlyResponse.ts"

/** How to trust a service, and how to identify this client to it. */
export interface Tls {
  /** Certificates of authorities, as PEM. They replace those of Node, for the proxy too. */
  readonly ca?: string | ReadonlyArray<string> | undefined
  /** The client certificate, as PEM. */
  readonly cert?: string | undefined
  /** The key of the client certificate, as PEM. */
  readonly key?: Redacted.Redacted<string> | undefined
  /** The passphrase of the key. */
  readonly passphrase?: Redacted.Redacted<string> | undefined
  /** The name that the service's certificate must have. Default: the host of the URL. */
  readonly servername?: string | undefined
}

/** How to connect. */
export interface ConnectionOptions {
  /** Only in `DispatcherOptions`. */
  readonly dispatcher?: never
  /**
   * The URL of an HTTP proxy, which may have a user and a password; false for none. Default: `HTTPS_PROXY` and
   * `HTTP_PROXY`, in upper or lower case. Hosts of `NO_PROXY` and loopback addresses are never proxied.
   */
  readonly proxy?: string | Redacted.Redacted<string> | false | undefined
  /** How to trust the service. Default: the authorities of Node. */
  readonly tls?: Tls | undefined
  /** A unix socket, or a named pipe on Windows, to send all requests to. No proxy is used then. */
  readonly socketPath?: string | undefined
}

/** A dispatcher of your own. */
export interface DispatcherOptions {
  /** Sends all requests. The Layer does not close it. */
  readonly dispatcher: Dispatcher
}

/** How requests are sent: over connections that the Layer makes, or by a dispatcher of your own. */
export type Options = ConnectionOptions | DispatcherOptions

/** Whether the runtime has undici. Bun has a module of that name, whose dispatchers dispatch nothing. */
export const isAvailable = (): boolean => "dispatch" in Agent.prototype

/** The dispatcher that was passed or provided, else one that is closed with the scope. */
export const make = (options: Options): Effect.Effect<Dispatcher, ConfigError, Scope.Scope> =>
  Effect.gen(function* () {
    const provided = yield* Effect.serviceOption(NodeHttpClient.Dispatcher)
    if (options.dispatcher !== undefined) return options.dispatcher
    if (isDefault(options) && Option.isSome(provided)) return provided.value
    const proxies = yield* proxiesOf(options)
    return yield* Effect.acquireRelease(connect(options, proxies), (dispatcher) =>
      Effect.promise(() => dispatcher.destroy())
    )
  })

/** Whether no option is set. */
export const isDefault = (options: Options): boolean => Object.values(options).every((option) => option === undefined)

interface Proxies {
  readonly httpProxy: string | undefined
  readonly httpsProxy: string | undefined
  readonly noProxy: string
}

/** undici matches NO_PROXY by name. As in Go, loopback addresses need no mention. */
const loopback = "localhost,127.0.0.1,::1"

const proxiesOf = ({ proxy, socketPath }: ConnectionOptions): Effect.Effect<Proxies | undefined, ConfigError> =>
  Effect.gen(function* () {
    if (proxy === false || socketPath !== undefined) return undefined
    const given = proxy === undefined ? undefined : yield* urlOf("proxy", textOf(proxy))
    const httpsProxy = given ?? (yield* variable("https_proxy"))
    const httpProxy = given ?? (yield* variable("http_proxy"))
    if (httpsProxy === undefined && httpProxy === undefined) return undefined
    return { httpProxy, httpsProxy, noProxy: `${(yield* inAnyCase("no_proxy")) ?? ""},${loopback}` }
  })

const inAnyCase = (name: string): Effect.Effect<string | undefined, ConfigError> =>
  Effect.flatMap(Configuration.read(name), (value) =>
    value === undefined ? Configuration.read(name.toUpperCase()) : Effect.succeed<string | undefined>(value)
  )

const variable = (name: string): Effect.Effect<string | undefined, ConfigError> =>
  Effect.flatMap(inAnyCase(name), (url) => (url === undefined ? Effect.undefined : urlOf(name.toUpperCase(), url)))

/** Without a scheme, a proxy is an HTTP one, as for curl. An error never quotes the URL, which may have a password. */
const urlOf = (name: string, text: string): Effect.Effect<string, ConfigError> => {
  const url = text.includes("://") ? text : `http://${text}`
  return isProxy(url) ? Effect.succeed(url) : Configuration.invalid(`${name} is not the URL of an HTTP proxy`)
}

const isProxy = (url: string): boolean => {
  try {
    const { password, protocol, username } = new URL(url)
    // undici decodes them, and throws if it cannot.
    decodeURIComponent(username + password)
    return protocol === "http:" || protocol === "https:"
  } catch {
    return false
  }
}

const connect = (
  { socketPath, tls }: ConnectionOptions,
  proxies: Proxies | undefined
): Effect.Effect<Dispatcher, ConfigError> =>
  Effect.suspend(() => {
    // Over HTTP/2, undici treats a response whose stream was reset as complete.
    const authorities = { allowH2: false, ...(tls?.ca !== undefined && { ca: mutable(tls.ca) }) }
    const requestTls = { ...authorities, ...identityOf(tls), ...(socketPath !== undefined && { socketPath }) }
    try {
      const direct = { allowH2: false, connect: buildConnector(requestTls), factory: makePool }
      if (proxies === undefined) return Effect.succeed(new Agent(direct))
      const { httpProxy = "", httpsProxy = "", noProxy } = proxies
      const agent = new EnvHttpProxyAgent({
        ...direct,
        httpProxy,
        httpsProxy,
        noProxy,
        requestTls,
        proxyTls: authorities
      })
      return Effect.succeed(agent)
    } catch {
      return Configuration.invalid("the connection options are refused")
    }
  })

const identityOf = ({ cert, key, passphrase, servername }: Tls = {}) => ({
  ...(cert !== undefined && { cert }),
  ...(key !== undefined && { key: Redacted.value(key) }),
  ...(passphrase !== undefined && { passphrase: Redacted.value(passphrase) }),
  ...(servername !== undefined && { servername })
})

const mutable = (ca: string | ReadonlyArray<string>): string | Array<string> => (typeof ca === "string" ? ca : [...ca])

const textOf = (proxy: string | Redacted.Redacted<string>): string =>
  typeof proxy === "string" ? proxy : Redacted.value(proxy)
