/** Secrets that go in the URL. */

/** How a secret goes in a URL: it is added on the wire alone. */
export interface SecretInUrl {
  readonly add: (url: string, secret: string) => string
  /** Takes away what a redirect echoes of it. */
  readonly remove: (url: URL) => void
}

/** As a parameter of the query, behind the others. */
export const secretParameter = (name: string): SecretInUrl => ({
  add: (url, secret) => `${url}${url.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(secret)}`,
  remove: ({ searchParams }) => {
    // Taking away what isn't there would write the others anew.
    if (searchParams.has(name)) searchParams.delete(name)
  }
})
