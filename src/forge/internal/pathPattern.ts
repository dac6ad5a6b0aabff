/**
 * Patterns of paths, as a file `CODEOWNERS` has them: those of `.gitignore`, but that `docs/*` is only about what is in the
 * folder itself, and that there is no `!`, no `[ ]` and no `\#`.
 *
 * No regular expressions are made of them: those could take very long for some patterns, which others write.
 */

/** A step of a pattern: a character, or what stands for some. */
type Step =
  | { readonly _tag: "Character"; readonly is: string }
  /** `?`: a character but the slash. */
  | { readonly _tag: "One" }
  /** `*`: characters but the slash. */
  | { readonly _tag: "Some" }
  /** `**`: all characters. */
  | { readonly _tag: "All" }
  /** The begin of a pattern without a slash, and `**` with a slash: nothing, or folders with the slash at their end. */
  | { readonly _tag: "Folders" }
  /** Within a folder of these. It follows each of them. */
  | { readonly _tag: "Inside" }

/** Whether a pattern can be read. */
export const isPattern = (pattern: string): boolean => pattern !== "" && !/^!|^\\#|[[\]]|\*{3}/.test(pattern)

const folders: ReadonlyArray<Step> = [{ _tag: "Folders" }, { _tag: "Inside" }]

const stepsOf = (pattern: string): ReadonlyArray<Step> => {
  const isAnchored = pattern.slice(0, -1).includes("/")
  const parts = pattern.replace(/^\//, "").match(/\\[^]|\*\*\/?|[^]/gu) ?? []
  const steps = parts.flatMap((part): ReadonlyArray<Step> => {
    if (part === "**/") return folders
    if (part === "**") return [{ _tag: "All" }]
    if (part === "*") return [{ _tag: "Some" }]
    if (part === "?") return [{ _tag: "One" }]
    return [{ _tag: "Character", is: part.replace(/^\\(?=[^])/, "") }]
  })
  return isAnchored ? steps : [...folders, ...steps]
}

/** Where a step leads that takes a character, by how many steps. */
const aheadOf = (step: Step | undefined, character: string): ReadonlyArray<number> => {
  const isSlash = character === "/"
  switch (step?._tag) {
    case undefined:
      return []
    case "Character":
      return character === step.is ? [1] : []
    case "One":
      return isSlash ? [] : [1]
    case "Some":
      return isSlash ? [] : [0]
    case "All":
      return [0]
    case "Folders":
      return isSlash ? [1, 2] : [1]
    case "Inside":
      return isSlash ? [0, 1] : [0]
  }
}

/** Adds a place in the pattern, and those that follow it without a character. */
const enter = (places: Set<number>, steps: ReadonlyArray<Step>, place: number): void => {
  if (places.has(place)) return
  places.add(place)
  const step = steps[place]?._tag
  if (step === "Some" || step === "All") enter(places, steps, place + 1)
  else if (step === "Folders") enter(places, steps, place + 2)
}

/** Tells whether a path matches a pattern. One that cannot be read matches nothing. */
export const matcherOf = (pattern: string): ((path: string) => boolean) => {
  if (!isPattern(pattern)) return () => false
  const steps = stepsOf(pattern)
  const isFolder = pattern.endsWith("/")
  const isFlat = pattern.endsWith("/*")
  return (path) => {
    let places = new Set<number>()
    enter(places, steps, 0)
    for (const character of Array.from(path)) {
      // A folder has what is in it, and a name that of a folder.
      if (places.has(steps.length) && (isFolder || (!isFlat && character === "/"))) return true
      const next = new Set<number>()
      for (const place of places) {
        for (const ahead of aheadOf(steps[place], character)) enter(next, steps, place + ahead)
      }
      places = next
    }
    return places.has(steps.length) && !isFolder
  }
}
