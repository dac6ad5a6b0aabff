/** Reads what somebody has filled into the form of an issue: a heading for each field, and the value below it. */

/** The values by label. One that was left empty is empty. */
export const fieldsOf = (body: string | null): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>()
  let label: string | undefined
  let lines: Array<string> = []
  let fence: string | undefined
  const end = () => {
    const value = lines.join("\n").trim()
    if (label !== undefined) fields.set(label, value === "_No response_" ? "" : value)
    lines = []
  }
  for (const line of (body ?? "").split(/\r?\n/)) {
    const [mark] = /^(?:`{3,}|~{3,})/.exec(line) ?? []
    if (mark !== undefined && fence === undefined) fence = mark
    else if (fence !== undefined && line.trimEnd() === fence) fence = undefined
    const heading = fence === undefined ? /^### (.+)$/.exec(line)?.[1]?.trim() : undefined
    if (heading === undefined) {
      lines.push(line)
      continue
    }
    end()
    label = heading
  }
  end()
  return fields
}

/** What was chosen in a field: its value, each one of a list, and the boxes that are checked. */
export const choicesIn = (value: string): ReadonlyArray<string> => [
  value,
  ...value.split(",").map((each) => each.trim()),
  ...[...value.matchAll(/^- \[[xX]\] (.+)$/gm)].flatMap(([, choice]) => choice?.trim() ?? [])
]
