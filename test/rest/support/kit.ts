/** A service of the tests that is not a service of the library's, over a scripted client. */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as Dialect from "../../../src/rest/Dialect.ts"
import * as Transport from "../../../src/rest/Transport.ts"
import type { Http } from "./http.ts"

export class Kit extends Context.Service<Kit, Transport.Transport>()("test/Kit") {}

export const root = "https://kit.example/v1"

export const dialect = Dialect.make()

export const secret = "kit-secret-0123456789"

/** The service over a scripted client. */
export const service = (http: Http, options: Partial<Transport.Options> = {}): Layer.Layer<Kit> =>
  Layer.effect(
    Kit,
    Transport.make({ hosts: { api: root }, accept: "application/json", headers: {}, dialect, ...options })
  ).pipe(Layer.provide([http.layer, Credentials.layerToken(Redacted.make(secret)), Transport.inMemory]))
