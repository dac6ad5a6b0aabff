/** Links into the playground. */
import { importable, isOfNode } from "./library/modules.ts"
import type { Sketch } from "../src/playground/protocol.ts"
import { toFragment } from "../src/playground/share.ts"
import { formatCode } from "./format.ts"
import { urlOf } from "./site.ts"

const needNode = new Set(importable.filter(isOfNode).map(({ specifier }) => specifier))

/** Whether a program needs nothing but what the playground has: no Node, and no file beside it. */
export const runsInPlayground = (program: string): boolean =>
  [...program.matchAll(/\b(?:from|import) "([^"]+)"/g)].every(
    ([, module = ""]) => /^(@effect\/vitest$|(effect|forgecast)(\/|$))/.test(module) && !needNode.has(module)
  )

/** Whether a block of a page opens in the playground: one that is run, or one with tests. */
export const opensInPlayground = ({ code, run }: { readonly code: string; readonly run: boolean }): boolean =>
  (run || code.includes('from "@effect/vitest"')) && runsInPlayground(code)

export const playgroundUrl = async (sketch: Sketch): Promise<string> =>
  `${urlOf("playground")}#${await toFragment({ ...sketch, program: await formatCode(sketch.program) })}`

/** A link as Markdown and HTML have it. */
export const playgroundLink = async (sketch: Sketch): Promise<string> =>
  `<p class="open-in-playground"><a href="${await playgroundUrl(sketch)}">Open in the playground</a></p>`
