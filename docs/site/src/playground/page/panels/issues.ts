/** Issues and pull requests. */
import type { IssueView, PullView } from "../../protocol.ts"
import { element } from "../dom.ts"

export const count = (number: number): HTMLElement => element("span", { class: "pg-count" }, String(number))

const badge = (text: string, kind: string): HTMLElement => element("span", { class: `pg-badge pg-badge-${kind}` }, text)

export const stateBadge = ({ state }: IssueView): HTMLElement =>
  state === "open" ? badge("Open", "open") : badge("Closed", "done")

export const pullBadge = ({ merged, state }: PullView): HTMLElement => {
  if (merged) return badge("Merged", "done")
  return state === "open" ? badge("Open", "open") : badge("Closed", "closed")
}

/** Whether black reads better than white on a colour, such as `d73a4a`. */
const isLight = (color: string): boolean => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => parseInt(color.slice(start, start + 2), 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140
}

const label = ({ color, name }: IssueView["labels"][number]): HTMLElement => {
  const made = element("span", { class: `pg-label ${isLight(color) ? "pg-on-light" : "pg-on-dark"}` }, name)
  if (/^[\da-f]{6}$/i.test(color)) made.style.backgroundColor = `#${color}`
  return made
}

const initial = (login: string): HTMLElement =>
  element("span", { class: "pg-avatar", "aria-hidden": "true" }, login.slice(0, 1).toUpperCase())

const comments = (number: number): string => (number === 1 ? "1 comment" : `${number} comments`)

export const issueList = <Issue extends IssueView>(
  issues: ReadonlyArray<Issue>,
  badgeOf: (issue: Issue) => HTMLElement,
  open: (number: string) => void
): HTMLElement => {
  if (issues.length === 0) return element("p", { class: "pg-empty" }, "There are none.")
  return element(
    "ul",
    { class: "pg-list" },
    ...issues.map((issue) =>
      element(
        "li",
        {},
        badgeOf(issue),
        element(
          "div",
          {},
          element(
            "button",
            { type: "button", class: "pg-title", click: () => open(String(issue.number)) },
            issue.title
          ),
          ...issue.labels.map(label),
          element(
            "p",
            {},
            [
              `#${issue.number} by ${issue.author}`,
              ...(issue.assignees.length === 0 ? [] : [`assigned to ${issue.assignees.join(", ")}`]),
              ...(issue.comments.length === 0 ? [] : [comments(issue.comments.length)])
            ].join(" · ")
          )
        )
      )
    )
  )
}

const post = (author: string, body: string): HTMLElement =>
  element(
    "article",
    { class: "pg-post" },
    element("header", {}, initial(author), element("b", {}, author)),
    body === "" ? element("p", { class: "pg-none" }, "No text.") : element("p", {}, body)
  )

export const conversation = (issue: IssueView, badge: HTMLElement, branches?: string): HTMLElement =>
  element(
    "div",
    { class: "pg-conversation" },
    element("h4", {}, issue.title, " ", element("span", { class: "pg-number" }, `#${issue.number}`)),
    element(
      "p",
      { class: "pg-meta" },
      badge,
      ...(branches === undefined ? [] : [element("code", {}, branches)]),
      ...issue.labels.map(label),
      ...(issue.assignees.length === 0 ? [] : [`assigned to ${issue.assignees.join(", ")}`])
    ),
    post(issue.author, issue.body),
    ...issue.comments.map(({ author, body }) => post(author, body))
  )
