/** The editor of the program and of its seeds. */
import { javascript } from "@codemirror/lang-javascript"
import { json } from "@codemirror/lang-json"
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state"
import { EditorView, keymap, placeholder } from "@codemirror/view"
import { basicSetup } from "codemirror"
import type { Checker } from "../../checker/client.ts"
import type { Texts } from "../../checker/protocol.ts"
import { isFileName, mainFile, type Sketch } from "../../protocol.ts"
import { assistance, enterKey, type Problem } from "./assistance.ts"
import { theme } from "./theme.ts"

export interface Editor {
  readonly open: (sketch: Sketch) => void
  readonly sketch: () => Sketch
  readonly has: (file: string) => boolean
  readonly show: (file: string) => void
  /** Adds an empty file. */
  readonly add: (file: string) => void
  readonly rename: (from: string, to: string) => void
  readonly remove: (file: string) => void
  /** Moves the cursor in the shown file. Both are counted from 1. */
  readonly goTo: (line: number, column: number) => void
  /** From now on, the checker helps. */
  readonly assist: (checker: Checker) => void
}

export interface EditorEvents {
  readonly run: () => void
  readonly changed: () => void
  /** The checker has looked at a file; undefined if it could not. */
  readonly checked: (file: string, problems: ReadonlyArray<Problem> | undefined) => void
}

const seeds: Readonly<Record<string, string>> = {
  "forge.json": "Seed of the simulated GitHub, in JSON",
  "weather.json": "Seed of the simulated weather services, in JSON"
}

const titleOf = (file: string): string =>
  seeds[file] ?? (file === mainFile ? "Program, in TypeScript" : `${file}, in TypeScript`)

const language = (file: string): Extension =>
  file in seeds
    ? [json(), placeholder("Empty: the service starts with nothing but its defaults.")]
    : javascript({ typescript: true })

interface Opened {
  readonly state: EditorState
  readonly assisted: Compartment
}

export const editorIn = (parent: HTMLElement, events: EditorEvents): Editor => {
  let checker: Checker | undefined
  const opened = new Map<string, Opened>()
  let shown = mainFile

  const helpFor = (file: string): Extension =>
    checker === undefined
      ? []
      : assistance(
          checker,
          file,
          (text) => new Map([...programTexts(), [file, text]]),
          (problems) => events.checked(file, problems)
        )

  const opening = (file: string, text: string): Opened => {
    const assisted = new Compartment()
    const state = EditorState.create({
      doc: text,
      extensions: [
        // Before the keys of the setup, such as those of the completion.
        Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (events.run(), true) }, enterKey])),
        basicSetup,
        language(file),
        theme,
        assisted.of(helpFor(file)),
        EditorView.contentAttributes.of({ "aria-label": titleOf(file), tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) events.changed()
        })
      ]
    })
    return { state, assisted }
  }

  const openAll = ({ files = {}, forge = "", program, weather = "" }: Sketch): void => {
    opened.clear()
    const texts = { [mainFile]: program, ...files, "forge.json": forge, "weather.json": weather }
    for (const [file, text] of Object.entries(texts)) opened.set(file, opening(file, text))
  }
  openAll({ program: "" })

  const stateOf = (file: string): EditorState => opened.get(file)?.state ?? EditorState.create({ doc: "" })
  const view = new EditorView({ state: stateOf(shown), parent })
  const textOf = (file: string): string => (file === shown ? view.state : stateOf(file)).doc.toString()
  const further = (): ReadonlyArray<string> => [...opened.keys()].filter(isFileName)
  const programTexts = (): Texts => new Map([mainFile, ...further()].map((file) => [file, textOf(file)]))

  /** Keeps what the shown file is like. */
  const keep = (): void => {
    const old = opened.get(shown)
    if (old !== undefined) opened.set(shown, { ...old, state: view.state })
  }
  const show = (file: string): void => {
    keep()
    shown = file
    view.setState(stateOf(file))
  }

  return {
    open: (sketch) => {
      openAll(sketch)
      if (!opened.has(shown)) shown = mainFile
      view.setState(stateOf(shown))
      view.scrollDOM.scrollTo(0, 0)
    },
    sketch: () => {
      const [forge, weather] = [textOf("forge.json"), textOf("weather.json")]
      const files = Object.fromEntries(further().map((file) => [file, textOf(file)]))
      return {
        program: textOf(mainFile),
        ...(Object.keys(files).length > 0 && { files }),
        ...(forge.trim() !== "" && { forge }),
        ...(weather.trim() !== "" && { weather })
      }
    },
    has: (file) => opened.has(file),
    show,
    add: (file) => {
      opened.set(file, opening(file, ""))
      events.changed()
    },
    rename: (from, to) => {
      keep()
      const text = textOf(from)
      const before = [...opened]
      opened.clear()
      // It keeps its place.
      for (const [file, each] of before) opened.set(file === from ? to : file, file === from ? opening(to, text) : each)
      if (shown === from) shown = to
      view.setState(stateOf(shown))
      events.changed()
    },
    remove: (file) => {
      keep()
      opened.delete(file)
      if (shown === file) shown = mainFile
      view.setState(stateOf(shown))
      events.changed()
    },
    goTo: (line, column) => {
      const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines))
      view.dispatch({ selection: { anchor: Math.min(to, from + column - 1) }, scrollIntoView: true })
      view.focus()
    },
    assist: (started) => {
      checker = started
      for (const [file, { assisted, state }] of opened) {
        const spec = { effects: assisted.reconfigure(helpFor(file)) }
        if (file === shown) view.dispatch(spec)
        else opened.set(file, { assisted, state: state.update(spec).state })
      }
    }
  }
}
