/** What `ForgeSimulator.answers` and `Samples` take, and what they refuse. The compiler is the test. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as DateTime from "effect/DateTime"
import type * as Forge from "../../../src/forge/Forge.ts"
import type * as modules from "../../../src/forge/index.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import type { Issue } from "../../../src/forge/schema/Issue.ts"
import type { NotFound } from "../../../src/rest/RestError.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import * as Samples from "../../../src/testing/Samples.ts"
import type { All, InputOf, Same } from "../../forge/support/types.ts"

type Operations = ForgeSimulator.Operations

/** The input of the function that answers an operation. */
type Asked<Name extends keyof Operations> =
  Extract<ForgeSimulator.AnswerOf<Operations[Name]>, (input: never) => unknown> extends (input: infer Input) => unknown
    ? Input
    : never

/** Every module with operations is there, whatever else it exports. */
type Declared = {
  [Name in Exclude<keyof typeof modules, ForgeError["_tag"]>]: {
    [K in keyof (typeof modules)[Name]]: (typeof modules)[Name][K] extends { readonly declaration: unknown }
      ? Name
      : never
  }[keyof (typeof modules)[Name]]
}[Exclude<keyof typeof modules, ForgeError["_tag"]>]

export type Types = All<
  [
    Same<keyof ForgeSimulator.Modules, Declared>,
    Same<ReturnType<typeof ForgeSimulator.answers>, Layer.Layer<Forge.Forge>>,
    Same<Asked<"Issues.get">, InputOf<typeof modules.Issues.get>>,
    Same<Asked<"Issues.createComment">, InputOf<typeof modules.Issues.createComment>>,
    Same<Asked<"Issues.list">, InputOf<typeof modules.Issues.list>>,
    Same<Asked<"Contents.download">, Asked<"Contents.get">>,
    Same<ReturnType<typeof Samples.issue>, Issue>,
    Same<ReturnType<typeof Samples.issue.wire>["created_at"], string>,
    Same<ReturnType<typeof Samples.error<"NotFound">>, NotFound>
  ]
>

export const accepted = (at: DateTime.Utc) => [
  ForgeSimulator.answers({
    "Issues.get": ({ issue_number, owner }) => Samples.issue({ number: issue_number, title: owner }),
    "Issues.list": [Samples.issue()],
    "Issues.lock": undefined,
    "Labels.replaceOnIssue": ({ labels }) =>
      labels.map((of) => Samples.label(typeof of === "string" ? { name: of } : of)),
    "PullRequests.merge": Effect.fail(Samples.error("Unmergeable")),
    "Contents.get": Samples.directory(),
    "Contents.download": "text",
    "Releases.uploadAsset": ({ name, release_id }) => Samples.asset({ name, id: release_id })
  }),
  Samples.issue({ closed_at: at }, { owner: "octo", repo: "tools", issue_number: 1 })
]

export const refused = () => [
  // @ts-expect-error there is no such operation
  ForgeSimulator.answers({ "PullRequest.get": Samples.pullRequest() }),
  // @ts-expect-error no operation, although the module exports it
  ForgeSimulator.answers({ "Statuses.combine": "success" }),
  // @ts-expect-error another record
  ForgeSimulator.answers({ "PullRequests.get": Samples.issue() }),
  // @ts-expect-error a part of a record
  ForgeSimulator.answers({ "Issues.get": { number: 7 } }),
  // @ts-expect-error one item in place of a list
  ForgeSimulator.answers({ "Issues.list": Samples.issue() }),
  // @ts-expect-error an error that the operation does not have
  ForgeSimulator.answers({ "Issues.get": Samples.error("Conflict") }),
  // @ts-expect-error nor in an Effect
  ForgeSimulator.answers({ "Issues.get": Effect.fail(Samples.error("Conflict")) }),
  // @ts-expect-error nor from a function
  ForgeSimulator.answers({ "Issues.get": () => Samples.error("Conflict") }),
  // @ts-expect-error the input has no such field
  ForgeSimulator.answers({ "Issues.get": ({ pull_number }) => Samples.issue({ title: String(pull_number) }) }),
  // @ts-expect-error the record has no such field
  Samples.issue({ titel: "One" }),
  // @ts-expect-error the field has another type
  Samples.issue({ number: "7" }),
  // @ts-expect-error it follows from `pull_request`
  Samples.issue({ is_pull_request: true }),
  // @ts-expect-error there is no such error
  Samples.error("NotThere"),
  // @ts-expect-error the error has no such field
  Samples.error("NotFound", { reason: "conflict" })
]
