/** Describes the service to the pipeline. */
import * as Transport from "../../rest/Transport.ts"
import { dialect } from "../dialect.ts"

/** `Forge.Options` without its docstrings. */
type Given = Readonly<
  Partial<Record<"baseUrl" | "uploadUrl" | "vendor" | "apiVersion" | "userAgent", string | undefined>>
>

export const described = (options: Given): Transport.Options => {
  const api = Transport.withoutSlash(options.baseUrl ?? "https://api.github.com")
  // An Enterprise Server has GraphQL and uploads next to its REST API.
  const graphql = api.replace(/\/api\/v3$/, "/api")
  const uploads =
    graphql === api
      ? api.replace(/^https:\/\/api\.(github\.com|[^./]+\.ghe\.com)$/, "https://uploads.$1")
      : `${graphql}/uploads`
  return {
    hosts: { api, graphql, upload: options.uploadUrl ?? uploads },
    accept: `application/vnd.${options.vendor ?? "github"}+json`,
    headers: {
      "user-agent": options.userAgent ?? "forgecast",
      "x-github-api-version": options.apiVersion ?? "2022-11-28"
    },
    defaultHeaders: [
      ...(options.userAgent === undefined ? ["user-agent"] : []),
      ...(options.apiVersion === undefined ? ["x-github-api-version"] : [])
    ],
    dialect
  }
}
