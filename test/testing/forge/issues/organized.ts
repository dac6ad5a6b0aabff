/** An organization with types and fields of issues, and a user without. */
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"

export const ids = { priority: 11, areas: 12, effort: 13, due: 14, note: 15 } as const

export const seed: ForgeSimulator.Seed = {
  organizations: [
    {
      login: "acme",
      members: { octo: "admin" },
      issue_types: [
        { name: "Bug", id: 21, description: "It breaks", color: "red" },
        "Epic",
        { name: "Old", is_enabled: false }
      ],
      issue_fields: [
        {
          name: "Priority",
          id: ids.priority,
          data_type: "single_select",
          options: ["Low", { name: "Urgent", color: "red" }]
        },
        { name: "Areas", id: ids.areas, data_type: "multi_select", options: ["Map", "Login", "Export"] },
        { name: "Effort in days", id: ids.effort, data_type: "number" },
        { name: "Due", id: ids.due, data_type: "date" },
        { name: "Note", id: ids.note, data_type: "text" }
      ]
    },
    "plain"
  ],
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { tri: "triage" },
      issues: [
        { title: "A", type: "bug", issue_field_values: { priority: "urgent", Areas: ["Map", "export"] } },
        { title: "B", type: "Epic", issue_field_values: { "Effort in days": 2.5, Due: "2030-01-31", Note: "a: b" } },
        { title: "C" },
        { title: "D", user: "octo", pull_request: true }
      ]
    },
    { owner: "plain", name: "web", issues: [{ title: "A", type: "Feature" }] },
    { owner: "octo", name: "own", issues: [{ title: "A" }] },
    { owner: "acme", name: "hidden", private: true, issues: [{ title: "Hidden", id: 3_777_777 }] }
  ],
  tokens: { [ForgeSimulator.token]: "octo", tri: "tri", ada: "ada" }
}

export const layer = ForgeSimulator.layerHttpClient(seed)

export const issues = "/repos/acme/web/issues"

/** The faults of a refusal: their fields, codes and values. */
export const refused = (field: string, more: object) => ({
  message: "Validation Failed",
  errors: [{ resource: "Issue", field, code: "invalid", ...more }]
})
