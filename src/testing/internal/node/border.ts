/** What a served simulator lets in: the hosts that it answers to, pages of other origins, and how long a body may be. */
import type * as Http from "node:http"
import { isIP } from "node:net"
import type { Answer } from "../../Exchange.ts"
import { json } from "../exchange.ts"

/** What the user of a server allows. */
export interface Allowed {
  /** Host names beside `localhost`, IP addresses, and the address that the server listens on. */
  readonly hosts?: ReadonlyArray<string>
  /** Origins whose pages may read the answers. */
  readonly origins?: ReadonlyArray<string>
  /** Most bytes of a body. */
  readonly maxBody?: number
}

/** 64 MiB. */
const maxBodyDefault = 64 * 1024 * 1024

export interface Border {
  /** Why a request is refused, as the answer to it. */
  readonly refusal: (message: Http.IncomingMessage) => Answer | undefined
  readonly maxBody: number
  readonly tooLarge: Answer
  /** The answer with the headers that let a page of an allowed origin read it, and no page of another one. */
  readonly shared: (answer: Answer, message: Http.IncomingMessage) => Answer
}

/** The name in a `Host` header, without its port and the brackets of IPv6. Undefined without a readable one. */
const nameOf = (host: string | undefined): string | undefined => {
  if (host === undefined) return undefined
  const [, name] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host.trim().toLowerCase()) ?? []
  return name === undefined || name === "" ? undefined : name.replace(/^\[|\]$/g, "").replace(/\.$/, "")
}

/** A page can point its own host name at this machine, but it cannot make an address or `localhost` its own. */
const isLocal = (name: string): boolean => isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost")

const crossOrigin = /^access-control-/

export const makeBorder = (allowed: Allowed, listensOn: string): Border => {
  const hosts = new Set([listensOn, ...(allowed.hosts ?? [])].map((host) => host.toLowerCase()))
  const origins = new Set(allowed.origins)
  const maxBody = allowed.maxBody ?? maxBodyDefault
  const tooLarge = json(413, { message: `The simulator takes bodies of up to ${maxBody} bytes.` })
  return {
    maxBody,
    tooLarge,
    refusal: ({ headers }) => {
      const name = nameOf(headers.host)
      if (name === undefined || (!isLocal(name) && !hosts.has(name))) {
        const named = name === undefined ? "a request without a host" : `the host ${name}`
        return json(421, { message: `The simulator does not answer to ${named}, unless it is allowed.` })
      }
      return Number(headers["content-length"] ?? 0) > maxBody ? tooLarge : undefined
    },
    shared: (answer, { headers: { origin, ...asked } }) => {
      const isShared = origin !== undefined && origins.has(origin)
      const own = Object.entries(answer.headers).filter(([name]) => isShared || !crossOrigin.test(name))
      if (!isShared) return { ...answer, headers: Object.fromEntries(own) }
      const { vary } = answer.headers
      return {
        ...answer,
        headers: {
          ...Object.fromEntries(own),
          "access-control-allow-origin": origin,
          // A page of the web that asks for an address of this machine asks for that, too.
          ...(asked["access-control-request-private-network"] === undefined
            ? {}
            : { "access-control-allow-private-network": "true" }),
          vary: typeof vary === "string" ? `${vary}, Origin` : "Origin"
        }
      }
    }
  }
}
