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
  { factor: 60, label: "60×: a minute takes a second" },
  { factor: 600, label: "600×: an hour takes 6 seconds" },
  { factor: 3600, label: "3600×: an hour takes a second" }
]

/** Where the slider starts. */
export const initialSpeed = 3
