/** The programs of the guides and recipes. */
import type { Sketch } from "../protocol.ts"
import { element } from "./dom.ts"

export interface Example {
  readonly title: string
  readonly group: string
  readonly sketch: Sketch
}

/** Fills the chooser. Its first option stands for the program that is there. */
export const bindExamples = (chooser: HTMLSelectElement, open: (sketch: Sketch) => void, url: string): void => {
  let examples: ReadonlyArray<Example> = []
  const load = async (): Promise<void> => {
    const response = await fetch(url)
    if (!response.ok) return
    // The cast is safe: the build has made it.
    examples = (await response.json()) as ReadonlyArray<Example>
    for (const group of new Set(examples.map((example) => example.group))) {
      const options = examples.flatMap((example, index) =>
        example.group === group ? [element("option", { value: index }, example.title)] : []
      )
      chooser.append(element("optgroup", { label: group }, ...options))
    }
  }
  chooser.addEventListener("change", () => {
    const chosen = examples[Number(chooser.value)]
    if (chooser.value !== "" && chosen !== undefined) open(chosen.sketch)
  })
  // The chooser works without them.
  void load().catch(() => {})
}
