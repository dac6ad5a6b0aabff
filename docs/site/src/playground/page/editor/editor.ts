/** The editor of the program and of the seeds beside it. */
import { javascript } from "@codemirror/lang-javascript"
import { json } from "@codemirror/lang-json"
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state"
import { EditorView, keymap, placeholder } from "@codemirror/view"
import { basicSetup } from "codemirror"
import type { Checker } from "../../checker/client.ts"
import type { FileName } from "../../checker/protocol.ts"
import type { Sketch } from "../../protocol.ts"
import { assistance, type Problem } from "./assistance.ts"
import { theme } from "./theme.ts"

export interface Editor {
  readonly open: (sketch: Sketch) => void
  readonly sketch: () => Sketch
  readonly show: (file: FileName) => void
  /** Moves the cursor in the shown file. Both are counted from 1. */
  readonly goTo: (line: number, column: number) => void
  /** From now on, the checker helps. */
  readonly assist: (checker: Checker) => void
}

export interface EditorEvents {
  readonly run: () => void
  readonly changed: () => void
  /** The checker has looked at a file; undefined if it could not. */
  readonly checked: (file: FileName, problems: ReadonlyArray<Problem> | undefined) => void
}

const names = ["main.ts", "forge.json", "weather.json"] as const satisfies ReadonlyArray<FileName>

const titles: Readonly<Record<FileName, string>> = {
  "main.ts": "Program, in TypeScript",
  "forge.json": "Seed of the code-hosting service, in JSON",
  "weather.json": "Seed of the weather services, in JSON"
}

const language = (file: FileName): Extension =>
  file === "main.ts"
    ? javascript({ typescript: true })
    : [json(), placeholder("Empty: the service starts with nothing but its defaults.")]

export const editorIn = (parent: HTMLElement, events: EditorEvents): Editor => {
  const assisted: Readonly<Record<FileName, Compartment>> = {
    "main.ts": new Compartment(),
    "forge.json": new Compartment(),
    "weather.json": new Compartment()
  }
  let checker: Checker | undefined
  const helpFor = (file: FileName): Extension =>
    checker === undefined ? [] : assistance(checker, file, (problems) => events.checked(file, problems))
  const stateOf = (file: FileName, text: string): EditorState =>
    EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (events.run(), true) }])),
        basicSetup,
        language(file),
        theme,
        assisted[file].of(helpFor(file)),
        EditorView.contentAttributes.of({ "aria-label": titles[file], tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) events.changed()
        })
      ]
    })

  const states: Record<FileName, EditorState> = {
    "main.ts": stateOf("main.ts", ""),
    "forge.json": stateOf("forge.json", ""),
    "weather.json": stateOf("weather.json", "")
  }
  let shown: FileName = "main.ts"
  const view = new EditorView({ state: states[shown], parent })
  const textOf = (file: FileName): string => (file === shown ? view.state : states[file]).doc.toString()
  const show = (file: FileName): void => {
    states[shown] = view.state
    shown = file
    view.setState(states[file])
  }

  return {
    open: ({ forge = "", program, weather = "" }) => {
      const texts: Readonly<Record<FileName, string>> = {
        "main.ts": program,
        "forge.json": forge,
        "weather.json": weather
      }
      for (const file of names) states[file] = stateOf(file, texts[file])
      view.setState(states[shown])
      view.scrollDOM.scrollTo(0, 0)
    },
    sketch: () => {
      const [forge, weather] = [textOf("forge.json"), textOf("weather.json")]
      return {
        program: textOf("main.ts"),
        ...(forge.trim() !== "" && { forge }),
        ...(weather.trim() !== "" && { weather })
      }
    },
    show,
    goTo: (line, column) => {
      const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines))
      view.dispatch({ selection: { anchor: Math.min(to, from + column - 1) }, scrollIntoView: true })
      view.focus()
    },
    assist: (started) => {
      checker = started
      for (const file of names) {
        const spec = { effects: assisted[file].reconfigure(helpFor(file)) }
        if (file === shown) view.dispatch(spec)
        else states[file] = states[file].update(spec).state
      }
    }
  }
}
