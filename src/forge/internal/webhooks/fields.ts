/** Fields that several events have. */
import * as Schema from "effect/Schema"
import * as Wire from "../../../rest/Wire.ts"
import { CheckRun } from "../../schema/CheckRun.ts"
import * as Records from "../../schema/EventRecords.ts"
import { Issue } from "../../schema/Issue.ts"
import { SimpleUser } from "../../schema/SimpleUser.ts"
import { Workflow } from "../../schema/Workflow.ts"

/** What a field was before. */
export const from = <S extends Schema.Constraint>(schema: S) => Wire.nullable(Schema.Struct({ from: schema }))

export const wasText = from(Wire.nullable(Schema.String))

/** The changes of a text, such as a comment. */
export const EditedBody = Schema.Struct({ body: wasText })

export const Ref = {
  /** `refs/heads/main` in a push; `main` where a branch or a tag is created or deleted. */
  ref: Schema.String
}

export const CreatedRef = {
  ...Ref,
  ref_type: Wire.openEnum(["branch", "tag"]),
  /** `user`, or `deploy_key`. */
  pusher_type: Schema.String
}

export const reviewers = {
  /** Null if it is a team. */
  requested_reviewer: Wire.nullable(SimpleUser),
  /** Null if it is a user. */
  requested_team: Wire.nullable(Records.EventTeam)
}

export const runOf = {
  /** Null unless GitHub Actions made it. */
  workflow: Wire.nullable(Workflow),
  /** Null unless GitHub Actions made it. The repository of the event is its repository. */
  workflow_run: Wire.nullable(Schema.JsonObject)
}

/** An issue of an event. The service leaves out more when an issue is pinned. */
export const EventIssue = Schema.Struct({
  ...Issue.from.fields,
  state: Wire.withDefault(Wire.openEnum(["open", "closed"]), "open"),
  labels: Wire.withDefault(Issue.from.fields.labels, [])
})

/** A check run of an event. The service leaves out `node_id` when it is requested again. */
export const EventCheckRun = Schema.Struct({ ...CheckRun.fields, node_id: Wire.nullable(Schema.String) })
