/** What the buttons of the faults say. */
import type { FaultName } from "../protocol.ts"

interface Button {
  readonly name: FaultName
  readonly text: string
  readonly title: string
}

export const faults: ReadonlyArray<Button> = [
  { name: "lost-answer", text: "Lost answer", title: "The service does what it was asked, but its answer is lost" },
  { name: "rate-limit", text: "Rate limit", title: "The service refuses requests until its limit ends" },
  { name: "outage", text: "Outage", title: "The service is out of order for a few requests" }
]
