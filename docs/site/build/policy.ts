/** What the pages may load. */

/** Every page states this policy, so it holds on every server. */
export const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "worker-src 'self' blob:"
].join("; ")
