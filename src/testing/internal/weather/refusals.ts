/** Error answers in the service's own words. */
import type { Answer } from "../../Exchange.ts"
import type { Window } from "../../WeatherSeed.ts"
import { answer, json } from "../exchange.ts"

/** Thrown where a request turns out to be invalid; the service catches it and answers. */
export class Refused extends Error {
  readonly status: number

  constructor(reason: string, status = 400) {
    super(reason)
    this.status = status
  }
}

export const refuse = (reason: string, status?: number): never => {
  throw new Refused(reason, status)
}

export const refusal = (status: number, reason: string): Answer => json(status, { error: true, reason })

export const unavailable = (status: number): Answer =>
  refusal(status, status === 503 ? "The service is overloaded" : "Internal Server Error")

export const limitReasons: Readonly<Record<Window | "concurrent", string>> = {
  minutely: "Minutely API request limit exceeded. Please try again in one minute.",
  hourly: "Hourly API request limit exceeded. Please try again in the next hour.",
  daily: "Daily API request limit exceeded. Please try again tomorrow.",
  concurrent: "Too many concurrent requests"
}

export const tooMuch =
  "Your API call requests too much data. Please reduce the number of variables, locations and/or weather models."

/** What the proxy before the service says of a request line that is too long. */
export const tooLong: Answer = answer(414, "<html><head><title>414 Request-URI Too Large</title></head></html>", {
  "content-type": "text/html"
})

export const invalidValue = (type: string, value: string, path = ""): never =>
  refuse(`Data corrupted at path '${path}'. Cannot initialize ${type} from invalid String value ${value}.`)
