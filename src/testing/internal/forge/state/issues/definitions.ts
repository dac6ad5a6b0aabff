/** What the organization that owns a repository defines for its issues. Repositories of users have nothing of it. */
import type { IssueFieldContent } from "../../../../ForgeState.ts"
import type { Organization } from "../accounts.ts"
import { type Issue, type Repository, same, type World } from "../model.ts"
import { type IssueField, type IssueType, slugOf } from "./attributes.ts"
import { any } from "./issues.ts"

export const organizationOf = (world: World, { owner }: Pick<Repository, "owner">): Organization | undefined =>
  world.organizations.get(owner.toLowerCase())

const named = <A extends { readonly name: string }>(all: Iterable<A> | undefined, name: string): A | undefined => {
  for (const each of all ?? []) {
    if (same(each.name, name)) return each
  }
  return undefined
}

export const typeNamed = (organization: Organization | undefined, name: string): IssueType | undefined =>
  named(organization?.issue_types.values(), name)

export const fieldNamed = (organization: Organization | undefined, name: string): IssueField | undefined =>
  named(organization?.issue_fields.values(), name)

/** Finds a field by its name in queries. */
export const fieldWithSlug = (organization: Organization | undefined, slug: string): IssueField | undefined => {
  for (const field of organization?.issue_fields.values() ?? []) {
    if (slugOf(field) === slug.toLowerCase()) return field
  }
  return undefined
}

export const typeOf = (world: World, repository: Repository, { type }: Issue): IssueType | undefined =>
  type === null ? undefined : organizationOf(world, repository)?.issue_types.get(type)

/** The values of an issue's fields, by the name of the field. */
export const contentByName = (
  world: World,
  repository: Repository,
  { field_values }: Issue
): Readonly<Record<string, IssueFieldContent>> => {
  const fields = organizationOf(world, repository)?.issue_fields
  return Object.fromEntries(
    field_values.flatMap(({ field, value }) => {
      const name = fields?.get(field)?.name
      return name === undefined ? [] : [[name, value]]
    })
  )
}

/** Issues that come to another owner keep types that are defined there under the same name, and lose their fields. */
export const redefine = (world: World, before: Repository, owner: string): void => {
  const target = organizationOf(world, { owner })
  const { issues } = before
  const changed = new Set([...issues.group("type", any, "created").all, ...issues.group("field", any, "created").all])
  for (const issue of changed) {
    const name = typeOf(world, before, issue)?.name
    const type = name === undefined ? undefined : typeNamed(target, name)
    issues.set(issue.number, { ...issue, type: type?.id ?? null, field_values: [] })
  }
}
