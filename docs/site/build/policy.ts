/** What the site may load. */

const policyOf = (scripts: string): string =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'"
  ].join("; ")

/** Every page states this policy, so it holds on every server. */
export const policy = policyOf("'self'")

/**
 * What a server may send with all files, such as the one of the tests. The workers of the playground get their policy
 * from the server alone, and import programs, which are blobs.
 */
export const serverPolicy = policyOf("'self' blob:")
