/** Takes the place of `forgecast/testing/node` in a program that runs twice. */
import * as Server from "../../../src/testing/node.ts"
import { lasting } from "./lasting.ts"

export * from "../../../src/testing/node.ts"

export const layerForge = lasting(Server.layerForge)
export const layerWeather = lasting(Server.layerWeather)
