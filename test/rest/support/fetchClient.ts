/** The fetch of the ready Layers, as an HTTP client. */
export { layer } from "../../../src/rest/FetchClient.ts"
