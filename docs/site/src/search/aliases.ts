/** Words that readers search for, and the page or section that they look for. The build fails if there is none. */
export const aliases: Readonly<Record<string, ReadonlyArray<string>>> = {
  "guides/getting-started/": [
    "getting started",
    "install",
    "installation",
    "setup",
    "quick start",
    "tutorial",
    "hello"
  ],
  "guides/caching/": ["cache", "cached", "etag", "if-none-match", "304", "conditional"],
  "guides/credentials/": ["token", "auth", "authentication", "pat", "GITHUB_TOKEN", "login"],
  "guides/testing/": ["test", "tests", "test clock", "mock", "fake", "vitest", "simulator"],
  "guides/policies-and-layers/": ["timeout", "retry", "retries", "enterprise", "throttle"],
  "guides/rate-limits/": ["rate limit", "throttling"],
  "guides/observability/": ["tracing", "opentelemetry", "logging"],
  "guides/pagination/": ["page", "per_page", "next page", "paginate"],
  "guides/runtimes/": ["deno", "bun", "browser", "cors"],
  "guides/cli/": ["cli", "command line"],
  "guides/pull-requests/": ["pull request", "pr"],
  "guides/webhooks/": ["webhook", "webhooks"],
  "errors/not-found/": ["404", "missing"],
  "errors/conflict/": ["409", "sha mismatch"],
  "errors/validation-failed/": ["422", "unprocessable"],
  "errors/unauthorized/": ["401", "bad credentials"],
  "errors/forbidden/": ["403", "permission"],
  "errors/rate-limited/": ["429", "rate limit", "rate limits", "secondary limit", "retry-after"],
  "errors/bad-request/": ["400"],
  "errors/gone/": ["410"],
  "errors/service-unavailable/": ["500", "502", "503", "outage"],
  "operations/forge/issues/create/": ["create issue", "open issue", "new issue"],
  "operations/forge/contents/put/": ["sha mismatch", "write file", "create file"]
}
