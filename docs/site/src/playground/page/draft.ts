/** Keeps what was written, in this browser. */
import type { Sketch } from "../protocol.ts"

interface Kept {
  readonly sketch: Sketch
  /** False once another program has replaced it. */
  readonly isOpen: boolean
}

export interface Draft {
  /** Keeps the sketch, which is in the editor. */
  readonly write: (sketch: Sketch) => void
  /** Another program replaces what was written. */
  readonly replace: () => void
  /** What was written and replaced. */
  readonly replaced: () => Sketch | undefined
  /** What was written last, and not replaced. */
  readonly open: () => Sketch | undefined
  /** Takes back what was replaced. What was written since is replaced instead. */
  readonly undo: () => Sketch | undefined
}

const key = "forgecast-playground"

/** A page may be denied the storage. Then drafts last as long as the page. */
const tryTo = <A>(action: () => A): A | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}

export const makeDraft = (): Draft => {
  // The cast is safe: `keep` has written it.
  let kept = tryTo(() => JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null) ?? undefined
  const keep = (next: Kept): void => {
    kept = next
    tryTo(() => localStorage.setItem(key, JSON.stringify(next)))
  }
  /** What was replaced, until something else is. */
  let older = kept?.isOpen === false ? kept.sketch : undefined
  const open = () => (kept?.isOpen === true ? kept.sketch : undefined)
  return {
    write: (sketch) => keep({ sketch, isOpen: true }),
    replace: () => {
      if (kept?.isOpen !== true) return
      older = kept.sketch
      keep({ sketch: older, isOpen: false })
    },
    replaced: () => older,
    open,
    undo: () => {
      const taken = older
      older = open()
      if (taken !== undefined) keep({ sketch: taken, isOpen: true })
      return taken
    }
  }
}
