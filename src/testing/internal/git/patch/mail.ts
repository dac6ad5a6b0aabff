/** Writes commits as mails, as `git format-patch --stdout` does. */
import { changesBetween } from "../changes.ts"
import { type Commit, commitOf, type Identity, type Objects, zone } from "../objects.ts"
import { fileText } from "./diffText.ts"
import { statText } from "./stat.ts"

/** The version of git that signs the mails. */
const version = "2.39.5"


const isPlain = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** The longest line of a header, and of an encoded one. */
const longest = { plain: 78, encoded: 76 }

/** What need not be encoded: in a subject, and in the name of a person. */
const safe = { subject: /^[\x21-\x7e]$/, name: /^[A-Za-z\d!*+\-/]$/ }

/** Encodes text for a header after RFC 2047, in words that each fill a line. */
const encoded = (text: string, column: number, kind: keyof typeof safe): string => {
  const [start, end] = ["=?UTF-8?q?", "?="]
  let lines = start
  let length = column + start.length
  for (const char of text) {
    const bytes = [...encoder.encode(char)]
    const word =
      safe[kind].test(char) && !/[=?_]/.test(char)
        ? char
        : bytes.map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("")
    if (length + word.length + end.length > longest.encoded) {
      lines += `${end}\n ${start}`
      length = 1 + start.length
    }
    lines += word
    length += word.length
  }
  return lines + end
}

/** Breaks plain text at spaces. */
const wrapped = (text: string, column: number): string => {
  let lines = ""
  let length = column
  for (const [index, word] of text.split(" ").entries()) {
    const fits = index === 0 || length + 1 + word.length <= longest.plain
    lines += index === 0 ? word : `${fits ? " " : "\n "}${word}`
    length = fits ? length + word.length + (index === 0 ? 0 : 1) : 1 + word.length
  }
  return lines
}

const sender = ({ email, name }: Identity): string => {
  const special = /[()<>[\]:;@\\,."]/.test(name)
  const plain = special ? `"${name.replace(/["\\]/g, "\\$&")}"` : name
  return `From: ${isPlain(name) ? plain : encoded(name, "From: ".length, "name")} <${email}>`
}

const subject = (label: string, title: string): string => {
  const start = `Subject: ${label} `
  return start + (isPlain(title) ? wrapped(title, start.length) : encoded(title, start.length, "subject"))
}

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const dated = ({ date, offset = 0 }: Identity): string => {
  const local = new Date(date + offset * 60_000)
  const day = `${days[local.getUTCDay()]}, ${local.getUTCDate()} ${months[local.getUTCMonth()]} ${local.getUTCFullYear()}`
  return `${day} ${local.toISOString().slice(11, 19)} ${zone(offset)}`
}

/** The first paragraph as one line, and the rest. */
const partsOf = (message: string): readonly [title: string, body: string] => {
  const [first = "", ...others] = message.trim().split(/\n\s*\n/)
  return [
    first
      .split("\n")
      .map((line) => line.trimEnd())
      .join(" "),
    others.join("\n\n")
  ]
}

const mailOf = (objects: Objects, commit: Commit, label: string): string => {
  const [parent] = commit.parents
  const before = parent === undefined ? undefined : commitOf(objects, parent).tree
  const changes = changesBetween(objects, before, commit.tree)
  if (changes.length === 0) return ""
  const [title, body] = partsOf(commit.message)
  const mime = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit"]
  const head = [
    `From ${commit.sha} Mon Sep 17 00:00:00 2001`,
    sender(commit.author),
    `Date: ${dated(commit.author)}`,
    subject(label, title),
    ...(isPlain(commit.message) ? [] : mime),
    "",
    ...(body === "" ? [] : [body]),
    "---",
    ""
  ].join("\n")
  const patches = changes.map((change) => fileText(objects, change)).join("")
  return `${head}${statText(objects, changes)}\n${patches}-- \n${version}\n\n`
}

/** Returns commits as mails, in the order given. Merges and commits that change nothing are left out. */
export const patchText = (objects: Objects, commits: ReadonlyArray<Commit>): string => {
  const shown = commits.filter(({ parents }) => parents.length < 2)
  return shown
    .map((commit, index) =>
      mailOf(objects, commit, shown.length === 1 ? "[PATCH]" : `[PATCH ${index + 1}/${shown.length}]`)
    )
    .filter((mail) => mail !== "")
    .join("\n")
}
