/** The state of the simulated GitHub, as a page that looks like one. */
import type { RepositoryView } from "../../protocol.ts"
import { type Child, element, inNextFrame } from "../dom.ts"
import { conversation, count, issueList, pullBadge, stateBadge } from "./issues.ts"
import { fileList, releaseList } from "./content.ts"

export interface ServicePanel {
  readonly clear: () => void
  readonly show: (repositories: ReadonlyArray<RepositoryView>) => void
}

const sections = ["Issues", "Pull requests", "Releases", "Files"] as const

type Section = (typeof sections)[number]

/** What is looked at. `item` is the number of an issue or the path of a file. */
interface Place {
  readonly repository: string
  readonly section: Section
  readonly item: string | null
}

const countOf = ({ files, issues, pulls, releases }: RepositoryView): Readonly<Record<Section, number>> => ({
  Issues: issues.length,
  "Pull requests": pulls.length,
  Releases: releases.length,
  Files: files.length
})

/** The first section that has something. */
const firstOf = (repository: RepositoryView): Section =>
  sections.find((section) => countOf(repository)[section] > 0) ?? "Issues"

export const servicePanel = (panel: HTMLElement): ServicePanel => {
  let repositories: ReadonlyArray<RepositoryView> = []
  let place: Place | undefined

  const go = (next: Place): void => {
    place = next
    render()
  }

  const contentOf = (repository: RepositoryView, at: Place): ReadonlyArray<Child> => {
    const open = (item: string) => go({ ...at, item })
    const back = element(
      "button",
      { type: "button", class: "pg-back", click: () => go({ ...at, item: null }) },
      `← ${at.section}`
    )
    switch (at.section) {
      case "Issues": {
        const issue = repository.issues.find(({ number }) => String(number) === at.item)
        return issue === undefined
          ? [issueList(repository.issues, stateBadge, open)]
          : [back, conversation(issue, stateBadge(issue))]
      }
      case "Pull requests": {
        const pull = repository.pulls.find(({ number }) => String(number) === at.item)
        return pull === undefined
          ? [issueList(repository.pulls, pullBadge, open)]
          : [back, conversation(pull, pullBadge(pull), `${pull.head} → ${pull.base}`)]
      }
      case "Releases":
        return [releaseList(repository.releases)]
      case "Files":
        return [fileList(repository.files, at.item, open, back)]
    }
  }

  const draw = (): void => {
    const repository = repositories.find(({ name }) => name === place?.repository) ?? repositories[0]
    if (repository === undefined) {
      const text =
        "Run the program to see the repositories here: issues, pull requests, releases and files, as the program leaves them."
      return panel.replaceChildren(element("p", { class: "pg-empty" }, text))
    }
    const at: Place = place ?? { repository: repository.name, section: firstOf(repository), item: null }
    const counts = countOf(repository)
    panel.replaceChildren(
      element(
        "div",
        { class: "pg-repository" },
        repositories.length === 1
          ? element("h3", {}, repository.name)
          : element(
              "select",
              {
                "aria-label": "Repository",
                change: ({ currentTarget }) => {
                  if (!(currentTarget instanceof HTMLSelectElement)) return
                  go({ repository: currentTarget.value, section: at.section, item: null })
                }
              },
              ...repositories.map(({ name }) => element("option", { selected: name === repository.name }, name))
            ),
        element(
          "nav",
          { "aria-label": "Parts of the repository" },
          ...sections.map((section) =>
            element(
              "button",
              {
                type: "button",
                "aria-current": section === at.section ? "page" : undefined,
                click: () => go({ repository: repository.name, section, item: null })
              },
              section,
              count(counts[section])
            )
          )
        )
      ),
      element("div", { class: "pg-content" }, ...contentOf(repository, at))
    )
  }

  /** Draws, and leaves the focus where it was. */
  const render = inNextFrame(() => {
    const buttons = () => [...panel.querySelectorAll<HTMLElement>("button, select")]
    const focused = buttons().findIndex((button) => button === document.activeElement)
    draw()
    if (focused !== -1) (buttons()[focused] ?? buttons()[0])?.focus({ preventScroll: true })
  })
  render()

  return {
    clear: () => {
      repositories = []
      render()
    },
    show: (shown) => {
      repositories = shown
      if (place !== undefined && !shown.some(({ name }) => name === place?.repository)) place = undefined
      render()
    }
  }
}
