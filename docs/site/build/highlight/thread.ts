/** Highlights code with Shiki: the thread that `plugin.ts` starts. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { bundledLanguages, createHighlighterCore, type RegexEngine, type ThemeRegistration } from "shiki"
import { createJavaScriptRegexEngine } from "shiki/engine/javascript"

/** What the thread is started with. */
type Themes = ReadonlyArray<ThemeRegistration & { readonly name: string; readonly fg: string }>

/** What it is asked. It answers at the port. */
export interface Asked {
  readonly code: string
  readonly language: string
  readonly port: MessagePort
}

/** A part of a line. Bits of its style: italic, bold, underlined, struck through. */
export type Token = readonly [length: number, color: string, style: number]

/** Its answer: the lines for each theme. */
export type Highlighted = ReadonlyArray<ReadonlyArray<ReadonlyArray<Token>>>

type Scanner = ReturnType<RegexEngine["createScanner"]>
type Match = ReturnType<Scanner["findNextMatchSync"]>

/**
 * Searches each line once. The themes have the same patterns, and pages repeat lines, above all imports: two of three
 * searches were made before.
 */
const remembering = (scanner: Scanner): Scanner => {
  const known = new Map<string, Map<number, Match>>()
  return {
    findNextMatchSync: (line, start, options) => {
      const text = typeof line === "string" ? line : line.content
      const inLine = known.get(text) ?? new Map<number, Match>()
      const before = inLine.get(start)
      if (before !== undefined) return before
      const match = scanner.findNextMatchSync(line, start, options)
      known.set(text, inLine.set(start, match))
      return match
    }
  }
}

const engine = createJavaScriptRegexEngine({ forgiving: true })

// The cast is safe: `plugin.ts` has started it.
const themes = workerData as Themes

const highlighter = await createHighlighterCore({
  themes: [...themes],
  langs: [],
  engine: { ...engine, createScanner: (patterns) => remembering(engine.createScanner(patterns)) }
})

const grammars = new Map(Object.entries(bundledLanguages))

const highlight = async ({ code, language }: Asked): Promise<Highlighted> => {
  const grammar = grammars.get(language)
  if (grammar !== undefined) await highlighter.loadLanguage(grammar)
  const lang = grammar === undefined ? "text" : language
  return themes.map(({ fg, name }) =>
    highlighter
      // By default, a line whose tokens take half a second keeps those that were found: on a busy machine, any line.
      .codeToTokensBase(code, { lang, theme: name, tokenizeTimeLimit: 0 })
      .map((line) => line.map(({ color = fg, content, fontStyle = 0 }): Token => [content.length, color, fontStyle]))
  )
}

// A failure ends the thread, and so the build.
parentPort?.on("message", (asked: Asked) => void highlight(asked).then((lines) => asked.port.postMessage(lines)))
