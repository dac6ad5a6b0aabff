/**
 * Shows the type of a name in code, at the name: when the mouse rests on it, when the keyboard reaches it, or when a name
 * that is not a link is clicked. Escape, or a click elsewhere, hides it. The types of a page are loaded with the first one.
 */
import type { Shown } from "../../build/code/shown.ts"

const isName = "[data-types] [data-type]"

/** How long the mouse rests before a type is shown, and may be away before it is hidden, in milliseconds. */
const pause = 150

const files = new Map<string, Promise<ReadonlyArray<Shown>>>()

/** The types of a page; none if they cannot be loaded, until somebody asks again. */
const load = (url: string): Promise<ReadonlyArray<Shown>> => {
  const file =
    files.get(url) ??
    fetch(url)
      // The cast is safe: the build has written it.
      .then((response) => response.json() as Promise<ReadonlyArray<Shown>>)
      .catch(() => {
        files.delete(url)
        return []
      })
  files.set(url, file)
  return file
}

const box = document.createElement("div")
box.id = "type-of-name"
box.className = "type-of-name"
box.role = "tooltip"
box.popover = "manual"
const [code, text] = [document.createElement("pre"), document.createElement("p")]
box.append(code, text)

let current: HTMLElement | undefined
/** Where the name was when the box was placed. */
let placedAt = { left: 0, top: 0 }
let timer: ReturnType<typeof setTimeout> | undefined

const after = (milliseconds: number, action: () => void): void => {
  clearTimeout(timer)
  timer = setTimeout(action, milliseconds)
}

const hide = (): void => {
  clearTimeout(timer)
  if (current === undefined) return
  current.removeAttribute("aria-describedby")
  if (current.role === "button") current.ariaExpanded = "false"
  current = undefined
  if (box.matches(":popover-open")) box.hidePopover()
}

/** Places the box below the name, or above it if there is more room. */
const place = (name: HTMLElement): void => {
  const { bottom, left, top } = name.getBoundingClientRect()
  const isBelow = innerHeight - bottom >= Math.min(box.offsetHeight + 8, top)
  box.style.maxHeight = `${(isBelow ? innerHeight - bottom : top) - 8}px`
  box.style.left = `${Math.max(8, Math.min(left, innerWidth - box.offsetWidth - 8))}px`
  box.style.top = `${isBelow ? bottom : top - box.offsetHeight}px`
  placedAt = { left, top }
}

const show = async (name: HTMLElement): Promise<void> => {
  clearTimeout(timer)
  if (name === current) return
  hide()
  current = name
  const shown = await load(name.closest<HTMLElement>("[data-types]")?.dataset["types"] ?? "")
  const type = shown[Number(name.dataset["type"])]
  if (name !== current) return
  if (type === undefined) return hide()
  code.textContent = type.code
  text.textContent = type.docs
  text.hidden = type.docs === ""
  if (!box.isConnected) document.body.append(box)
  // As wide and high as its text, wherever it was before.
  Object.assign(box.style, { left: "0", maxHeight: "" })
  box.showPopover()
  place(name)
  name.setAttribute("aria-describedby", box.id)
  if (name.role === "button") name.ariaExpanded = "true"
}

const nameAt = ({ target }: Event): HTMLElement | undefined =>
  (target instanceof Element ? target.closest<HTMLElement>(isName) : null) ?? undefined

/** A name that is not a link. */
const isButton = (name: HTMLElement | undefined): name is HTMLElement => name instanceof HTMLSpanElement

for (const name of document.querySelectorAll<HTMLElement>(`${isName}[tabindex]`)) {
  name.role = "button"
  name.ariaExpanded = "false"
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return
  const name = nameAt(event)
  if (name !== undefined) after(pause, () => void show(name))
  else if (event.target instanceof Node && box.contains(event.target)) clearTimeout(timer)
  else if (current !== undefined && !current.matches(":focus-visible")) after(pause, hide)
  else clearTimeout(timer)
})

document.addEventListener("focusin", (event) => {
  const name = nameAt(event)
  if (name?.matches(":focus-visible") === true) void show(name)
})

document.addEventListener("focusout", (event) => {
  if (nameAt(event) === current) hide()
})

document.addEventListener("click", (event) => {
  const name = nameAt(event)
  if (isButton(name)) void show(name)
  else if (!(event.target instanceof Node && box.contains(event.target))) hide()
})

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide()
  const name = nameAt(event)
  if (!isButton(name) || (event.key !== "Enter" && event.key !== " ")) return
  event.preventDefault()
  if (name === current) hide()
  else void show(name)
})

/** The box would stay where the name was. An event may be that of a scroll before the box was shown. */
const hideIfMoved = (): void => {
  if (current === undefined || !box.matches(":popover-open")) return
  const { left, top } = current.getBoundingClientRect()
  if (left !== placedAt.left || top !== placedAt.top) hide()
}

document.addEventListener("scroll", hideIfMoved, { capture: true, passive: true })
addEventListener("resize", hide)
