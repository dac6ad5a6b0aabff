/**
 * Highlights code as Expressive Code's own plugin does, but in another thread, so that pages are rendered meanwhile, and in
 * half of its time: highlighting was a third of a build.
 */
import { once } from "node:events"
import * as Path from "node:path"
import { MessageChannel, Worker } from "node:worker_threads"
import {
  definePlugin,
  type ExpressiveCodePlugin,
  type ExpressiveCodeTheme,
  InlineStyleAnnotation
} from "@astrojs/starlight/expressive-code"
import type { Asked, Highlighted, Token } from "./thread.ts"

/** Astro bundles this module for pages that are not made of Markdown, so it cannot find the thread beside itself. */
const file = Path.resolve("docs/site/build/highlight/thread.ts")

/** Asks a thread, which begins with the first block, and does not keep the process alive. */
const asking = () => {
  let thread: Worker | undefined
  return async (code: string, language: string, themes: ReadonlyArray<ExpressiveCodeTheme>): Promise<Highlighted> => {
    if (thread === undefined) {
      thread = new Worker(file, { workerData: themes })
      thread.unref()
    }
    const { port1, port2 } = new MessageChannel()
    const asked: Asked = { code, language, port: port2 }
    thread.postMessage(asked, [port2])
    // The cast is safe: the thread has sent it.
    const [lines] = (await once(port1, "message")) as [Highlighted]
    port1.close()
    return lines
  }
}

/** `<name>` in a command is no redirection. */
const readable = (code: string, language: string): string =>
  /^(ba|z)?sh$/.test(language) ? code.replaceAll(/<([^>]*[^>\s])>/g, "X$1X") : code

const annotationOf = (styleVariantIndex: number, columnStart: number, [length, color, style]: Token) =>
  new InlineStyleAnnotation({
    styleVariantIndex,
    color,
    italic: (style & 1) !== 0,
    bold: (style & 2) !== 0,
    underline: (style & 4) !== 0,
    strikethrough: (style & 8) !== 0,
    inlineRange: { columnStart, columnEnd: columnStart + length },
    renderPhase: "earliest"
  })

/** All blocks of a plugin have the same themes: those of its configuration. */
export const highlight = (): ExpressiveCodePlugin => {
  const ask = asking()
  return definePlugin({
    name: "Shiki in a thread",
    hooks: {
      performSyntaxAnalysis: async ({ codeBlock, styleVariants }) => {
        const { code, language } = codeBlock
        const themes = styleVariants.map(({ theme }) => theme)
        for (const [variant, lines] of (await ask(readable(code, language), language, themes)).entries()) {
          for (const [index, tokens] of lines.entries()) {
            let start = 0
            for (const token of tokens) {
              codeBlock.getLine(index)?.addAnnotation(annotationOf(variant, start, token))
              start += token[0]
            }
          }
        }
      }
    }
  })
}
