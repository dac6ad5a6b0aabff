/** How a run ended, in words. */
export const outcomes = {
  success: "Succeeded",
  nothing: "Nothing was run",
  failure: "Failed",
  stopped: "Stopped"
} as const
