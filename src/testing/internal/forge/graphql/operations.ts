/** The endpoints of REST by the names of their operations. */
import { routes } from "../routes.ts"
import type { Route } from "../http/router.ts"

const byName = new Map(routes.map((route) => [route.operation, route]))

export const operation = (name: string): Route => {
  const found = byName.get(name)
  if (found === undefined) throw new Error(`The simulator has no operation ${name}`)
  return found
}
