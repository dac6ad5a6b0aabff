/** Types of issues and values of their fields, as the service writes them. */
import { isoDate } from "../../exchange.ts"
import { organizationOf } from "../state/issues.ts"
import { type Issue, type Repository, userOf } from "../state/model.ts"
import { type FieldOption, type FieldValue, type IssueField, type IssueType, optionNamed } from "../state/records.ts"
import { type Context, nodeId } from "./common.ts"

/** Writes a type. It is as old as its organization. */
export const issueType = ({ world }: Context, organization: string, self: IssueType) => {
  const created_at = isoDate(userOf(world, organization)?.created_at ?? 0)
  return {
    id: self.id,
    node_id: nodeId("IT", self.id),
    name: self.name,
    description: self.description,
    color: self.color,
    created_at,
    updated_at: created_at,
    is_enabled: self.is_enabled
  }
}

const kinds = { text: "IFT", single_select: "IFSS", multi_select: "IFMS", number: "IFN", date: "IFD" } as const

export const issueField = ({ world }: Context, organization: string, self: IssueField) => {
  const created_at = isoDate(userOf(world, organization)?.created_at ?? 0)
  return {
    id: self.id,
    node_id: nodeId(kinds[self.data_type], self.id),
    name: self.name,
    description: self.description,
    data_type: self.data_type,
    visibility: "all",
    ...(self.options.length === 0 ? {} : { options: self.options }),
    created_at,
    updated_at: created_at
  }
}

const optionsOf = (field: IssueField, names: ReadonlyArray<string>): ReadonlyArray<FieldOption> =>
  names.flatMap((name) => optionNamed(field, name) ?? [])

const fieldValue = (field: IssueField, { value }: FieldValue) => {
  const written = {
    issue_field_id: field.id,
    issue_field_name: field.name,
    node_id: nodeId(kinds[field.data_type], field.id),
    data_type: field.data_type
  }
  if (typeof value === "object") {
    return { ...written, value: value.join(","), multi_select_options: optionsOf(field, value) }
  }
  if (field.data_type !== "single_select") return { ...written, value }
  const option = optionNamed(field, String(value)) ?? null
  return { ...written, value: option?.id ?? null, single_select_option: option }
}

/** The fields of an issue that only repositories of organizations have. */
export const attributes = (context: Context, repository: Repository, { field_values, type }: Issue) => {
  const organization = organizationOf(context.world, repository)
  if (organization === undefined) return {}
  const { issue_fields, issue_types } = organization
  const found = type === null ? undefined : issue_types.get(type)
  return {
    type: found === undefined ? null : issueType(context, repository.owner, found),
    ...(issue_fields.size === 0
      ? {}
      : {
          issue_field_values: field_values.flatMap((each) => {
            const field = issue_fields.get(each.field)
            return field === undefined ? [] : [fieldValue(field, each)]
          })
        })
  }
}
