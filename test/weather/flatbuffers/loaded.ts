/** Loads the optional peers, as a Layer does, for tests of the modules that use them. */
import { loadSdk } from "../../../src/weather/internal/flatbuffers/sdk.ts"

await loadSdk()
