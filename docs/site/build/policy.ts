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

/** The pages state a policy, so it holds on every server. */
const policy = policyOf("'self'")

/**
 * The policy of the pages that run programs, and what a server may send with all files, such as the one of the tests. Programs and
 * the engine are blobs in a frame of the page, which inherits this policy, and whose own permits nothing but blobs
 * (src/playground/sandbox). The worker of the checker gets its policy from the server alone, and imports a blob.
 */
export const serverPolicy = policyOf("'self' blob:")

/** The playground, the comparison, and the pages of operations, whose programs run in place. */
const runsPrograms = /^(playground|compare)\/index\.html$|^operations\//

/** The policy that a page states, by its file. */
export const policyFor = (page: string): string =>
  runsPrograms.test(page.replaceAll("\\", "/")) ? serverPolicy : policy
