/** `setTimeout` and `setInterval` by the program's time, for programs that wait by them. */
import type { ProgramClock } from "./clock.ts"

type Callback = (...args: ReadonlyArray<unknown>) => void

/** Far from what the browser counts. */
const first = 2 ** 40

/** Without a delay, a callback comes as soon as the browser's own: then it is not a wait. */
export const timersBy = (clock: ProgramClock) => {
  const { clearTimeout, setTimeout } = globalThis
  const running = new Map<number, () => void>()
  let count = first

  const start = (callback: Callback, millis: number, args: ReadonlyArray<unknown>, repeats: boolean): number => {
    const id = count++
    const wait = (): void => {
      const cancel = clock.wakeIn(Math.max(millis, 1), () => {
        running.delete(id)
        if (repeats) wait()
        callback(...args)
      })
      running.set(id, cancel)
    }
    wait()
    return id
  }
  const stop = (id?: number): void => {
    const cancel = running.get(id ?? 0)
    running.delete(id ?? 0)
    if (cancel === undefined) clearTimeout(id)
    else cancel()
  }
  return {
    setTimeout: (callback: Callback, millis = 0, ...args: ReadonlyArray<unknown>): number =>
      millis > 0 ? start(callback, millis, args, false) : Number(setTimeout(() => callback(...args))),
    setInterval: (callback: Callback, millis = 0, ...args: ReadonlyArray<unknown>): number =>
      start(callback, millis, args, true),
    clearTimeout: stop,
    clearInterval: stop
  }
}
