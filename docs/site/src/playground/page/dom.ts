/** Elements of the page. */

type Attribute = string | number | boolean | undefined | ((event: Event) => void)

export type Child = Node | string | undefined

/** An element. Attributes that are functions listen to the event of their name; false and undefined are left out. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Attribute>>,
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value)
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : String(value))
  }
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/** The element of the page with this id. */
export const byId = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no #${id}`)
  return found
}

/** Runs `render` in the next frame, once for all calls until then. */
export const inNextFrame = (render: () => void): (() => void) => {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(() => {
      isScheduled = false
      render()
    })
  }
}
