/** What the program runs on. */

const scope: object = globalThis

/** The version of a part of Node; undefined on other runtimes, unless they imitate it. */
export const versionInNode = (part: "node" | "undici"): string | undefined => {
  // The cast is safe: where there is a process, it is Node's. The types of other runtimes lack it.
  const { process } = scope as { readonly process?: { readonly versions?: Readonly<Record<string, string>> } }
  return process?.versions?.[part]
}

/**
 * Whether this is a page or a worker of a browser. There, a server must permit what a cross-origin request has beyond the
 * usual. Tests on Node may imitate a page.
 */
export const isBrowser = (): boolean =>
  "location" in scope && scope.location !== undefined && versionInNode("node") === undefined
