/** gh, signed in at the served simulator. */
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import { deskWith, host } from "./enterprise.ts"

export const tokens = { ghp_acme: "acme", ghp_grace: "grace" }

/** Where gh runs, signed in with a token. */
export const desk = Effect.fnUntraced(function* (token: string = "ghp_acme") {
  const { attempt, home, run } = yield* deskWith({
    GH_HOST: host,
    GH_ENTERPRISE_TOKEN: token,
    GH_NO_UPDATE_NOTIFIER: "1",
    GH_PROMPT_DISABLED: "1"
  })
  return {
    home,
    run,
    gh: (line: string, ...args: ReadonlyArray<string>) => run(home, `gh ${line}`, ...args),
    attempt: (line: string, ...args: ReadonlyArray<string>) => attempt(home, `gh ${line}`, ...args)
  }
})

/** A desk with a clone of a repository. Git asks gh for the credential. */
export const clone = Effect.fnUntraced(function* (name: string, token?: string) {
  const { gh, home, run } = yield* desk(token)
  yield* gh("auth setup-git")
  yield* gh(`repo clone ${name}`)
  const folder = Path.join(home, Path.basename(name))
  const within =
    (command: string) =>
    (line: string, ...args: ReadonlyArray<string>) =>
      run(folder, `${command} ${line}`, ...args)
  return { folder, home, gh: within("gh"), git: within("git") }
})
