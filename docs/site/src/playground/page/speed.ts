/** The speeds of the program's time. */

export interface Speed {
  /** Seconds of the program in a second of the page. */
  readonly factor: number
  readonly label: string
}

export const speeds: ReadonlyArray<Speed> = [
  { factor: 0, label: "paused" },
  { factor: 1, label: "1×" },
  { factor: 10, label: "10×" },
  { factor: 60, label: "60× (1 min in 1 s)" },
  { factor: 600, label: "600× (1 h in 6 s)" },
  { factor: 3600, label: "3600× (1 h in 1 s)" }
]

/** Where the slider starts. */
export const initialSpeed = 2
