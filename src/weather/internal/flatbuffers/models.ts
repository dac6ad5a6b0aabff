/** Matches the messages of a place to the requested models. */
import type { Requested } from "../../Service.ts"
import { Model } from "@openmeteo/sdk/model.js"
import type { WeatherApiResponse } from "@openmeteo/sdk/weather-api-response.js"
import { modelLabels } from "../tables/labels.ts"
import { Unproven } from "./messages.ts"
import { namesInOrder } from "./order.ts"

/** A requested model. */
interface Asked {
  /** The name that the service has for it. */
  readonly name: string
  /** The number of its label; undefined for a model of which nothing is known. */
  readonly label: number | undefined
  /** The number that the SDK has for it, which a newer server may write. */
  readonly own: number | undefined
}

/** At run time, the enumeration also has its names by number. */
const numberOf = (name: string): number | undefined => {
  const number: unknown = Object.hasOwn(Model, name) ? Reflect.get(Model, name) : undefined
  return typeof number === "number" ? number : undefined
}

const askedOf = (name: string): Asked => ({ name, label: numberOf(modelLabels[name] ?? name), own: numberOf(name) })

const mayBe = ({ label, own }: Asked, found: number): boolean => label === undefined || label === found || own === found

const none: ReadonlyArray<string> = [""]

/**
 * The ends of the names of each message's columns, which are the models if there are several. Several models share a
 * label, and one that does not cover the place has no message. Messages are in the order of the models.
 */
export class Suffixes {
  private readonly models: ReadonlyArray<Asked>
  private labels: ReadonlyArray<number> = []
  private suffixes: ReadonlyArray<string> = []

  constructor({ models = [], renames = {} }: Requested) {
    this.models = models.map((model) => askedOf(renames[model] ?? model))
  }

  of(messages: ReadonlyArray<WeatherApiResponse>): ReadonlyArray<string> {
    // As in JSON, where the columns of a single model have none, although several are requested.
    if (messages.length === 1) return none
    const { labels } = this
    // Most places have the same models as the one before.
    if (messages.length !== labels.length || messages.some((message, i) => message.model() !== labels[i])) {
      this.labels = messages.map((message) => message.model())
      const found = namesInOrder(this.labels, this.models, mayBe)
      if (found === undefined) throw new Unproven()
      this.suffixes = found.map(({ name }) => `_${name}`)
    }
    return this.suffixes
  }
}
