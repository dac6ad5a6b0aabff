/** The faults that a click adds: to the next run, or to the running one. */
import { type FaultName, faultNames as names } from "../protocol.ts"

export interface Faults {
  readonly chosen: () => ReadonlyArray<FaultName>
  readonly choose: (names: ReadonlyArray<FaultName>) => void
  readonly setRunning: (isRunning: boolean) => void
}

/** Each button has its fault in `data-fault`. */
export const bindFaults = (group: HTMLElement, add: (fault: FaultName, name: string) => void): Faults => {
  let chosen: ReadonlySet<FaultName> = new Set()
  const buttons = new Map(
    names.flatMap((name) => {
      const button = group.querySelector<HTMLButtonElement>(`[data-fault="${name}"]`)
      return button === null ? [] : [[name, button] as const]
    })
  )
  let isRunning = false
  const render = (): void => {
    for (const [name, button] of buttons) {
      // While a program runs, a click happens at once, and switches nothing.
      if (isRunning) button.removeAttribute("aria-pressed")
      else button.setAttribute("aria-pressed", String(chosen.has(name)))
    }
  }
  for (const [name, button] of buttons) {
    button.addEventListener("click", () => {
      if (isRunning) {
        add(name, button.textContent.trim())
        if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
          button.animate([{ transform: "scale(0.94)" }, { transform: "none" }], 200)
        }
        return
      }
      chosen = new Set(names.filter((other) => chosen.has(other) !== (other === name)))
      render()
    })
  }
  render()
  return {
    chosen: () => names.filter((name) => chosen.has(name)),
    choose: (next) => {
      chosen = new Set(next)
      render()
    },
    setRunning: (running) => {
      isRunning = running
      group.classList.toggle("pg-running", running)
      render()
    }
  }
}
