/** Completion, documentation and problems, from the checker. */
import {
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  selectedCompletion
} from "@codemirror/autocomplete"
import { type Diagnostic, linter, lintGutter } from "@codemirror/lint"
import type { Extension } from "@codemirror/state"
import { hoverTooltip, type KeyBinding, type Tooltip } from "@codemirror/view"
import type { Checker } from "../../checker/client.ts"
import type { Described, Option, Texts } from "../../checker/protocol.ts"
import { element } from "../dom.ts"

/** Documentation is Markdown. Its links and code are shown as they are written, without their marks. */
const paragraphs = (documentation: string): ReadonlyArray<HTMLElement> =>
  documentation
    .split(/\n{2,}/)
    .filter((text) => text !== "")
    .map((text) => {
      const code = /^```\w*\n([^]*?)\n?```$/.exec(text.trim())?.[1]
      if (code !== undefined) return element("pre", {}, code)
      const parts = text.split(/`([^`]+)`/)
      return element(
        "p",
        {},
        ...parts.map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part.replaceAll("**", "")))
      )
    })

const card = ({ code, documentation }: Described): HTMLElement =>
  element("div", { class: "pg-card" }, element("pre", { class: "pg-code" }, code), ...paragraphs(documentation))

/** The icons of CodeMirror, by TypeScript's kinds. */
const types: Readonly<Record<string, string>> = {
  const: "constant",
  let: "variable",
  var: "variable",
  parameter: "variable",
  alias: "namespace",
  module: "namespace",
  method: "method",
  function: "function",
  property: "property",
  class: "class",
  interface: "interface",
  type: "type",
  keyword: "keyword",
  string: "text"
}

/** Enter begins a new line where the name is already written, though it could be completed: it would change nothing. */
export const enterKey: KeyBinding = {
  key: "Enter",
  run: (view) => {
    const { doc, selection } = view.state
    const { head } = selection.main
    const name = selectedCompletion(view.state)?.label
    const written = /[\w$]*$/.exec(doc.sliceString(doc.lineAt(head).from, head))?.[0]
    if (name === written) closeCompletion(view)
    return false
  }
}

/** Its place is counted from 1. */
export interface Problem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/**
 * `textsWith` has the texts of all files, with this one of the file. `checked` hears of the problems, each time that the
 * checker has looked; undefined if it could not.
 */
export const assistance = (
  checker: Checker,
  file: string,
  textsWith: (text: string) => Texts,
  checked: (problems: ReadonlyArray<Problem> | undefined) => void
): Extension => {
  const completionOf = ({ kind, name, order }: Option, at: number, text: string): Completion => {
    const type = types[kind]
    return {
      label: name,
      boost: 50 - Math.min(99, Number.parseInt(order, 10) || 0),
      ...(type !== undefined && { type }),
      info: async () => {
        const described = await checker.ask(file, textsWith(text), { _tag: "details", at, name }).catch(() => null)
        return described === null || described.code === "" ? null : card(described)
      }
    }
  }

  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { explicit, pos, state } = context
    // In strings, names of modules and values of enumerations are completed, and the keys of a seed.
    const isInString = /^[^"']*(["'][^"']*["'][^"']*)*["'][^"']*$/.test(state.sliceDoc(state.doc.lineAt(pos).from, pos))
    const word = isInString ? /[^"'/]*$/ : /[\w$]*$/
    const from = context.matchBefore(word)?.from ?? pos
    if (from === pos && !explicit && !/[."'/]/.test(state.sliceDoc(Math.max(0, pos - 1), pos))) return null
    const text = state.doc.toString()
    const options = await checker.ask(file, textsWith(text), { _tag: "completions", at: pos }).catch(() => [])
    if (options.length === 0 || context.aborted) return null
    return {
      from,
      options: options.map((option) => completionOf(option, pos, text)),
      validFor: isInString ? /^[^"'/]*$/ : /^[\w$]*$/
    }
  }

  const hover = hoverTooltip(async (view, position): Promise<Tooltip | null> => {
    const found = await checker
      .ask(file, textsWith(view.state.doc.toString()), { _tag: "hover", at: position })
      .catch(() => null)
    if (found === null || found.code === "") return null
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: card(found) }) }
  })

  const problems = linter(
    async (view): Promise<ReadonlyArray<Diagnostic>> => {
      const { doc } = view.state
      const text = doc.toString()
      const isEmpty = text.trim() === ""
      const found = isEmpty ? [] : await checker.ask(file, textsWith(text), { _tag: "problems" }).catch(() => undefined)
      checked(
        found?.map(({ from, message }) => {
          const line = doc.lineAt(from)
          return { line: line.number, column: from - line.from + 1, message }
        })
      )
      return (found ?? []).map(({ from, message, to }) => ({ from, to, message, severity: "error" }))
    },
    { delay: 400 }
  )

  return [autocompletion({ override: [complete] }), hover, problems, lintGutter()]
}
