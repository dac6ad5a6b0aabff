/** The license of a repository, told from the license file of its default branch. */
import { blobOf, commitOf, type Objects, type Sha, treeOf } from "../../../git/objects.ts"
import type { Repository } from "../model.ts"
import { branchTip } from "../refs.ts"

export interface License {
  readonly key: string
  readonly name: string
  readonly spdx_id: string
}

/** Each license, and what its text starts with. The first match counts. */
const known: ReadonlyArray<readonly [pattern: RegExp, license: License]> = [
  [/\bMIT License\b|^Permission is hereby granted, free of charge/im, named("mit", "MIT License", "MIT")],
  [/\bApache License\s+Version 2\.0\b/i, named("apache-2.0", "Apache License 2.0", "Apache-2.0")],
  [
    /\bGNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3\b/i,
    named("agpl-3.0", "GNU Affero General Public License v3.0", "AGPL-3.0")
  ],
  [
    /\bGNU LESSER GENERAL PUBLIC LICENSE\s+Version 3\b/i,
    named("lgpl-3.0", "GNU Lesser General Public License v3.0", "LGPL-3.0")
  ],
  [/\bGNU GENERAL PUBLIC LICENSE\s+Version 3\b/i, named("gpl-3.0", "GNU General Public License v3.0", "GPL-3.0")],
  [/\bGNU GENERAL PUBLIC LICENSE\s+Version 2\b/i, named("gpl-2.0", "GNU General Public License v2.0", "GPL-2.0")],
  [/\bMozilla Public License Version 2\.0\b/i, named("mpl-2.0", "Mozilla Public License 2.0", "MPL-2.0")],
  [/\bBSD 3-Clause\b/i, named("bsd-3-clause", 'BSD 3-Clause "New" or "Revised" License', "BSD-3-Clause")],
  [/\bBSD 2-Clause\b/i, named("bsd-2-clause", 'BSD 2-Clause "Simplified" License', "BSD-2-Clause")],
  [/\bISC License\b/i, named("isc", "ISC License", "ISC")],
  [/free and unencumbered software released into the public domain/i, named("unlicense", "The Unlicense", "Unlicense")]
]

function named(key: string, name: string, spdx_id: string): License {
  return { key, name, spdx_id }
}

const other = named("other", "Other", "NOASSERTION")

const decoder = new TextDecoder()

/** The start of a license says which one it is. */
const start = 1000

const recognized = new WeakMap<Objects, Map<Sha, License>>()

/** Recognizes a text once. */
const recognize = (objects: Objects, sha: Sha): License => {
  const memo = recognized.get(objects) ?? new Map<Sha, License>()
  recognized.set(objects, memo)
  const found = memo.get(sha)
  if (found !== undefined) return found
  const text = decoder.decode(blobOf(objects, sha).subarray(0, start))
  const license = known.find(([pattern]) => pattern.test(text))?.[1] ?? other
  memo.set(sha, license)
  return license
}

/** Returns the license of the default branch; null if it has no license file. */
export const licenseOf = (objects: Objects, repository: Repository): License | null => {
  const tip = branchTip(repository, repository.default_branch)
  if (tip === undefined) return null
  const file = treeOf(objects, commitOf(objects, tip).tree).find(
    ({ mode, name }) => mode.startsWith("100") && /^(un)?licen[cs]e(\.(md|txt))?$|^copying(\.(md|txt))?$/i.test(name)
  )
  return file === undefined ? null : recognize(objects, file.sha)
}
