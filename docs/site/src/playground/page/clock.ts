/** The slider of the program's speed, and its clock. */
import { byId } from "./dom.ts"
import { initialSpeed, speeds } from "./speed.ts"
import { instant, offset } from "./time.ts"

export interface Clock {
  readonly speed: () => number
  /** Chooses the speed that is closest. */
  readonly choose: (speed: number) => void
  readonly start: () => void
  readonly show: (now: number) => void
}

export const bindClock = (onSpeed: (speed: number) => void): Clock => {
  const slider = byId("pg-speed", HTMLInputElement)
  const label = byId("pg-speed-label", HTMLOutputElement)
  const clock = byId("pg-clock", HTMLElement)
  const chosen = () => speeds[Number(slider.value)] ?? { factor: 1, label: "1×" }
  let origin: number | undefined
  slider.max = String(speeds.length - 1)
  slider.value = String(initialSpeed)
  const render = (): void => {
    label.textContent = chosen().label
    slider.setAttribute("aria-valuetext", chosen().label)
  }
  slider.addEventListener("input", () => {
    render()
    onSpeed(chosen().factor)
  })
  render()
  return {
    speed: () => chosen().factor,
    choose: (speed) => {
      const distances = speeds.map(({ factor }) => Math.abs(factor - speed))
      slider.value = String(distances.indexOf(Math.min(...distances)))
      render()
    },
    start: () => {
      origin = undefined
      clock.textContent = offset(0)
    },
    show: (now) => {
      origin ??= now
      clock.textContent = offset(now - origin)
      clock.title = instant(now)
    }
  }
}
