/** Releases and files. */
import type { RepositoryView } from "../../protocol.ts"
import { element } from "../dom.ts"

export const releaseList = (releases: RepositoryView["releases"]): HTMLElement => {
  if (releases.length === 0) return element("p", { class: "pg-empty" }, "There are none.")
  return element(
    "ul",
    { class: "pg-list pg-releases" },
    ...releases.map(({ assets, body, name, tag }) =>
      element(
        "li",
        {},
        element(
          "div",
          {},
          element("h4", {}, name === "" ? tag : name, " ", element("code", {}, tag)),
          body === "" ? undefined : element("p", { class: "pg-body" }, body),
          assets.length === 0 ? undefined : element("p", {}, `Assets: ${assets.join(", ")}`)
        )
      )
    )
  )
}

export const fileList = (
  files: RepositoryView["files"],
  path: string | null,
  open: (path: string) => void,
  back: HTMLElement
): HTMLElement => {
  const file = files.find((candidate) => candidate.path === path)
  if (file !== undefined) {
    return element(
      "div",
      { class: "pg-file" },
      back,
      element("h4", {}, file.path),
      file.text === null
        ? element("p", { class: "pg-none" }, "This file is binary, or too long to be shown.")
        : element("pre", { tabindex: 0, "aria-label": file.path }, file.text)
    )
  }
  if (files.length === 0) return element("p", { class: "pg-empty" }, "There are none.")
  return element(
    "ul",
    { class: "pg-list pg-files" },
    ...files.map((listed) =>
      element(
        "li",
        {},
        element("button", { type: "button", class: "pg-title", click: () => open(listed.path) }, listed.path)
      )
    )
  )
}
