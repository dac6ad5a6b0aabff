/** Completion, documentation and problems, from the checker. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion
} from "@codemirror/autocomplete"
import { type Diagnostic, linter, lintGutter } from "@codemirror/lint"
import type { Extension } from "@codemirror/state"
import { type EditorView, hoverTooltip, type Tooltip } from "@codemirror/view"
import type { Checker } from "../../checker/client.ts"
import type { Described, FileName, Option } from "../../checker/protocol.ts"
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
const icons: Readonly<Record<string, string>> = {
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

/** `checked` hears how many problems there are, each time that the checker has looked. */
export const assistance = (checker: Checker, file: FileName, checked: (problems: number) => void): Extension => {
  const completionOf = (option: Option, context: CompletionContext, text: string): Completion => {
    const { name, order, source } = option
    const details = () => checker.ask(file, text, { _tag: "details", at: context.pos, name, source }).catch(() => null)
    const icon = icons[option.kind]
    return {
      label: name,
      boost: 50 - Math.min(99, Number.parseInt(order, 10) || 0),
      ...(icon !== undefined && { type: icon }),
      info: async () => {
        const described = await details()
        return described === null || described.code === "" ? null : card(described)
      },
      apply: (view: EditorView, completion: Completion, from: number, to: number) => {
        view.dispatch({
          ...insertCompletionText(view.state, name, from, to),
          annotations: pickedCompletion.of(completion)
        })
      }
    }
  }

  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w$]+/)
    const start = word?.from ?? context.pos
    const before = context.state.sliceDoc(Math.max(0, start - 1), start)
    // In strings, such as paths of modules and the values of enumerations, too.
    if (word === null && !context.explicit && !/[."'/]/.test(before)) return null
    const text = context.state.doc.toString()
    const options = await checker.ask(file, text, { _tag: "completions", at: context.pos }).catch(() => [])
    if (options.length === 0 || context.aborted) return null
    const inString = /["'][^"']*$/.test(
      context.state.doc.lineAt(context.pos).text.slice(0, context.pos - context.state.doc.lineAt(context.pos).from)
    )
    const from = inString ? (context.matchBefore(/[^"'/]*/)?.from ?? start) : start
    return {
      from,
      options: options.map((option) => completionOf(option, context, text)),
      validFor: inString ? /^[^"'/]*$/ : /^[\w$]*$/
    }
  }

  const hover = hoverTooltip(async (view, position): Promise<Tooltip | null> => {
    const found = await checker.ask(file, view.state.doc.toString(), { _tag: "hover", at: position }).catch(() => null)
    if (found === null || found.code === "") return null
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: card(found) }) }
  })

  const problems = linter(
    async (view): Promise<ReadonlyArray<Diagnostic>> => {
      const text = view.state.doc.toString()
      const isEmpty = text.trim() === ""
      const found = isEmpty ? [] : await checker.ask(file, text, { _tag: "problems" }).catch(() => [])
      checked(found.length)
      return found.map(({ from, message, to }) => ({ from, to, message, severity: "error" }))
    },
    { delay: 400 }
  )

  return [autocompletion({ override: [complete] }), hover, problems, lintGutter()]
}
