/** A row of the tests: how an operation is called, and what the service responds. All else follows from it. */
import type * as Forge from "../../../src/forge/Forge.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import type { Listing } from "../../../src/rest/Operation.ts"
import type { RequestError } from "../../../src/rest/RestError.ts"
import type { Payload, Upload } from "../../../src/rest/Upload.ts"

/** Ids and shas that the simulator made, of the seed of the tests with Octokit. */
export interface Made {
  readonly main: string
  readonly ahead: string
  readonly better: string
  readonly tree: string
  readonly readme: string
  readonly comment: number
  readonly approval: number
  readonly pending: number
  readonly reviewComment: number
  readonly release: number
  readonly asset: number
  readonly reaction: number
  readonly commentReaction: number
  readonly run: number
  readonly done: number
  readonly suite: number
  readonly tag: string
  readonly gist: string
}

export interface Simulated {
  /** Who calls: a token, the app, its installation, or the app with its secret; `octo` by default. */
  readonly as?: "acme" | "rev" | "tri" | "app" | "installation" | "client"
  /** Default: the first status of a success that the service's description has. */
  readonly status?: number
  /** Its parameters. Those of the path have values of their own: `inPath` of `test/testing/octokit/calls.ts`. */
  readonly with?: Readonly<Record<string, unknown>> | ((made: Made) => Readonly<Record<string, unknown>>)
}

export interface Row<Whole, Smallest> {
  /** All of its parameters. */
  readonly whole: Whole
  /** Only the required ones. Default: those of `whole` that the service's description requires. */
  readonly smallest?: Smallest
  /** The fields of `whole` that are sent in another way than they are given; those of the path percent-encoded. */
  readonly sends?: Readonly<Record<string, unknown>>
  /** Further inputs: fields beside those of `smallest`, and what is sent of them in another way than it is given. */
  readonly takes?: ReadonlyArray<readonly [given: Partial<Whole>, sends?: Readonly<Record<string, unknown>>]>
  /** What is rejected before anything is sent: the path of the field, the fields beside `smallest`, words of the reason. */
  readonly refuses?: ReadonlyArray<readonly [path: string, given: object, reason?: string]>
  /** Further responses, and the main fields of their values. None: a response without a body. */
  readonly reads?: ReadonlyArray<readonly [response: unknown, value: unknown]>
  /** Responses that are no such record: the path of the field. */
  readonly unread?: ReadonlyArray<readonly [path: string, response: unknown]>
  /** The body of a successful response. Default: that of `represented` for its `media`, else none. */
  readonly response?: unknown
  /** The main fields of the value of the response. None: a download is its response, all others return nothing. */
  readonly value?: unknown
  /** The representation that is requested, such as `diff`, in place of JSON. */
  readonly media?: keyof typeof represented
  /** The media type of the request, and that of the response, where they are neither JSON nor `media`. */
  readonly accept?: string
  readonly type?: string
  /** Its errors beyond those that the service's description has, and why. */
  readonly errors?: { readonly [Tag in Exclude<ForgeError, RequestError>["_tag"]]?: string }
  /** Whether it is repeated when the service may have acted, where its method says otherwise, and why. */
  readonly repeatable?: { readonly is: boolean; readonly because: string }
  /** How Octokit calls it on the simulator, besides the owner and the name of the repository. */
  readonly octokit?: Simulated
}

/** Uploads look like operations, but for their options. */
type RowOf<O> =
  O extends Listing<infer Input, unknown, ForgeError, Forge.Forge>
    ? Row<Exclude<Input, void> & { readonly per_page: number; readonly page: number }, Exclude<Input, void>>
    : O extends (...parameters: infer P) => unknown
      ? P extends [input?: infer Input]
        ? Row<Exclude<Input, void>, Exclude<Input, void>>
        : O extends Upload<infer Input, unknown, ForgeError, Forge.Forge>
          ? Row<Input & Payload, Input & Payload>
          : Row<P[0], P[0]>
      : never

/** A row for each operation of a module. */
export type Rows<Module> = {
  readonly [
    Name in keyof Module as Module[Name] extends { readonly declaration: object }
      ? "deprecated" extends keyof Module[Name]
        ? never
        : Name
      : never
  ]: RowOf<Module[Name]>
}

/** The third page of ten items. */
export const third = { per_page: 10, page: 3 } as const

/** The text of a resource in each representation. */
export const represented = {
  diff: "diff --git a/größe.txt b/größe.txt\n",
  patch: "From 0123456789 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] Größe\n",
  "html+json": '<article class="markdown-body"><h1>Größe</h1></article>',
  "raw+json": "# Größe\n"
} as const
