import * as Wire from "../../rest/Wire.ts"

/** How the author of an issue or comment is associated with the repository. */
export const AuthorAssociation = Wire.openEnum([
  "OWNER",
  "MEMBER",
  "COLLABORATOR",
  "CONTRIBUTOR",
  "FIRST_TIMER",
  "FIRST_TIME_CONTRIBUTOR",
  "MANNEQUIN",
  "NONE"
])
export type AuthorAssociation = typeof AuthorAssociation.Type
