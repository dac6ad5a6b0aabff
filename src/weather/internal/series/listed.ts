/** How many names a message has, and how long each may be. */
const most = 8
const longest = 40

const cut = (name: string): string => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name)

/** Names in a message for people: the first ones, and how many more there are. */
export const listed = (names: ReadonlyArray<string>): string => {
  const shown = names.slice(0, most).map(cut).join(", ")
  return names.length > most ? `${shown} and ${names.length - most} more` : shown
}
