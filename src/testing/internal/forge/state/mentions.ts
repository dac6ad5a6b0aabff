/** Who is mentioned in a text. */

/** The logins that a text mentions. */
export const mentionsIn = (text: string | null): ReadonlyArray<string> =>
  text === null || !text.includes("@") ? [] : [...text.matchAll(/(?<![\w-])@([\w-]+)/g)].map(([, login = ""]) => login)

/** Logins in lower case, each once. */
export const lower = (logins: ReadonlyArray<string | null>): ReadonlyArray<string> => [
  ...new Set(logins.flatMap((login) => login?.toLowerCase() ?? []))
]
