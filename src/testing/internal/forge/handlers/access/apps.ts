/** Handlers of apps: what an app sees of itself and its installations. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { json, noContent } from "../../../exchange.ts"
import { repositoryOf } from "../../access/gate.ts"
import { pathNumber } from "../../access/lookups.ts"
import { reaches } from "../../access/permissions.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import { cut, pageOf } from "../../http/paging.ts"
import { forbidden, notFound, requiresAuthentication, unauthorized } from "../../http/refusals.ts"
import type { App, Installation, Token } from "../../state/accounts.ts"
import { same } from "../../state/model.ts"
import { repositoriesOf } from "../../state/repositories.ts"
import * as Wire from "../../wire/apps.ts"
import { repository as writeRepository } from "../../wire/repository.ts"

/** Returns the app that signs in with its JWT. */
const signedApp = (call: Call): Result.Result<App, Answer> =>
  call.app === null ? Result.fail(unauthorized("A JSON web token could not be decoded")) : Result.succeed(call.app)

/** Returns the app and its installation that the path names. */
export const installationOf = (call: Call): Result.Result<readonly [app: App, installation: Installation], Answer> =>
  Result.flatMap(signedApp(call), (app) => {
    const installation = app.installations.get(pathNumber(call, "installation_id") ?? 0)
    return installation === undefined ? Result.fail(notFound(call)) : Result.succeed([app, installation] as const)
  })

export const get: Handler = (call) => Result.map(signedApp(call), (app) => json(200, Wire.app(call, app)))

export const listInstallations: Handler = (call) =>
  Result.map(signedApp(call), (app) =>
    pageOf(call, "/app/installations", [...app.installations.values()], (each) => Wire.installation(call, app, each))
  )

export const getInstallation: Handler = (call) =>
  Result.map(installationOf(call), ([app, installation]) => json(200, Wire.installation(call, app, installation)))

/** Answers with the app's installation on an account, if it has one there that passes the test. */
const onAccount = (
  call: Call,
  account: string | undefined,
  covers: (installation: Installation) => boolean = () => true
) =>
  Result.flatMap(signedApp(call), (app) => {
    const found = [...app.installations.values()].find((each) => same(each.account, account ?? "") && covers(each))
    return found === undefined
      ? Result.fail(notFound(call))
      : Result.succeed(json(200, Wire.installation(call, app, found)))
  })

export const getRepositoryInstallation: Handler = (call) => {
  const repository = repositoryOf(call)
  return repository === undefined
    ? Result.fail(notFound(call))
    : onAccount(call, repository.owner, ({ repositories }) => repositories === null || repositories.has(repository.id))
}

export const getOrganizationInstallation: Handler = (call) => onAccount(call, call.params["org"])

export const getUserInstallation: Handler = (call) => onAccount(call, call.params["username"])

/** Returns the token of an installation that sends the request, with its account. */
const installed = (call: Call): Result.Result<readonly [token: Token, account: string], Answer> => {
  const { token, world } = call
  if (token === null) return Result.fail(requiresAuthentication(call))
  for (const app of world.apps.values()) {
    const installation = app.installations.get(token.installation ?? 0)
    if (installation !== undefined) return Result.succeed([token, installation.account])
  }
  const message =
    "You must authenticate with an installation access token in order to list repositories for an installation."
  return Result.fail(forbidden(call, message))
}

export const listRepositories: Handler = handler(function* (call) {
  const [token, account] = yield* installed(call)
  const all = repositoriesOf(call.world, account).filter((repository) => reaches(call.world, token, repository))
  const { headers, items } = cut(call, "/installation/repositories", all)
  const repositories = items.map((repository) => writeRepository(call, repository))
  const repository_selection = token.repositories === null ? "all" : "selected"
  return json(200, { total_count: all.length, repository_selection, repositories }, headers)
})

export const revokeToken: Handler = handler(function* (call) {
  const [own] = yield* installed(call)
  for (const [text, token] of call.world.tokens) {
    if (token === own) call.world.tokens.delete(text)
  }
  return noContent
})
