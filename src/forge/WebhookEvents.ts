/**
 * The events of the service that have a schema: the payload of each, by its action.
 *
 * An event is data: the fields that all of its payloads have, and those that an action adds. All other events pass as they
 * are.
 */
import * as Schema from "effect/Schema"
import * as Wire from "../rest/Wire.ts"
import { ofAccount, ofRepository } from "./EventDeclaration.ts"
import { CheckRun } from "./schema/CheckRun.ts"
import { Commit } from "./schema/Commit.ts"
import { CommitComment } from "./schema/CommitComment.ts"
import { Deployment } from "./schema/Deployment.ts"
import { DeploymentStatus } from "./schema/DeploymentStatus.ts"
import * as Records from "./schema/EventRecords.ts"
import { EventRepo } from "./schema/EventRepo.ts"
import { Issue, IssueType } from "./schema/Issue.ts"
import { IssueComment } from "./schema/IssueComment.ts"
import { Label } from "./schema/Label.ts"
import { MergeGroup } from "./schema/MergeGroup.ts"
import { Milestone } from "./schema/Milestone.ts"
import { ListedPullRequest, PullRequest } from "./schema/PullRequest.ts"
import { CommitUser, PushCommit } from "./schema/PushCommit.ts"
import { Release } from "./schema/Release.ts"
import { Review } from "./schema/Review.ts"
import { ReviewComment } from "./schema/ReviewComment.ts"
import { SimpleOrganization } from "./schema/SimpleOrganization.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"
import { Workflow } from "./schema/Workflow.ts"
import { WorkflowJob } from "./schema/WorkflowJob.ts"
import { WorkflowRun } from "./schema/WorkflowRun.ts"

/** What a field was before. */
const from = <S extends Schema.Constraint>(schema: S) => Wire.nullable(Schema.Struct({ from: schema }))

const wasText = from(Wire.nullable(Schema.String))

/** The changes of a text, such as a comment. */
const EditedBody = Schema.Struct({ body: wasText })

const Ref = {
  /** `refs/heads/main` in a push; `main` where a branch or a tag is created or deleted. */
  ref: Schema.String
}

const CreatedRef = {
  ...Ref,
  ref_type: Wire.openEnum(["branch", "tag"]),
  /** `user`, or `deploy_key`. */
  pusher_type: Schema.String
}

const reviewers = {
  /** Null if it is a team. */
  requested_reviewer: Wire.nullable(SimpleUser),
  /** Null if it is a user. */
  requested_team: Wire.nullable(Records.EventTeam)
}

const runOf = {
  /** Null unless GitHub Actions made it. */
  workflow: Wire.nullable(Workflow),
  /** Null unless GitHub Actions made it. The repository of the event is its repository. */
  workflow_run: Wire.nullable(Schema.JsonObject)
}

/** An issue of an event. The service leaves out more when an issue is pinned. */
const EventIssue = Schema.Struct({
  ...Issue.from.fields,
  state: Wire.withDefault(Wire.openEnum(["open", "closed"]), "open"),
  labels: Wire.withDefault(Issue.from.fields.labels, [])
})

/** A check run of an event. The service leaves out `node_id` when it is requested again. */
const EventCheckRun = Schema.Struct({ ...CheckRun.fields, node_id: Wire.nullable(Schema.String) })

/** The events, by the name that `X-GitHub-Event` has. */
export const events = {
  branch_protection_rule: ofRepository(
    { rule: Records.ProtectionRule },
    {
      created: {},
      deleted: {},
      edited: {
        /** What each changed field was. */
        changes: Wire.nullable(Schema.JsonObject)
      }
    }
  ),
  check_run: ofRepository(
    { check_run: EventCheckRun },
    {
      completed: {},
      created: {},
      /** Somebody has pressed a button of the check run. */
      requested_action: {
        /** The button, by the `identifier` that the check run gave it. */
        requested_action: Wire.nullable(Schema.Struct({ identifier: Wire.nullable(Schema.String) }))
      },
      rerequested: {}
    }
  ),
  check_suite: ofRepository(
    { check_suite: Records.EventCheckSuite },
    { completed: {}, requested: {}, rerequested: {} }
  ),
  commit_comment: ofRepository({ comment: CommitComment }, { created: {} }),
  /** A branch or a tag is created. */
  create: ofRepository({
    ...CreatedRef,
    /** The default branch. */
    master_branch: Schema.String,
    /** The description of the repository. */
    description: Wire.nullable(Schema.String)
  }),
  /** A branch or a tag is deleted. */
  delete: ofRepository(CreatedRef),
  deployment: ofRepository({ deployment: Deployment, ...runOf }, { created: {} }),
  deployment_status: ofRepository(
    { deployment_status: DeploymentStatus, deployment: Deployment, ...runOf },
    { created: {} }
  ),
  fork: ofRepository({
    /** The new repository. */
    forkee: EventRepo
  }),
  /** An App is installed, or its installation changes. */
  installation: ofAccount(
    {
      installation: Records.EventInstallation,
      /** Those that it covers. */
      repositories: Wire.withDefault(Schema.Array(Records.InstalledRepo), []),
      /** Who asked for the installation. */
      requester: Wire.nullable(SimpleUser)
    },
    { created: {}, deleted: {}, new_permissions_accepted: {}, suspend: {}, unsuspend: {} }
  ),
  installation_repositories: ofAccount(
    {
      installation: Records.EventInstallation,
      repository_selection: Wire.openEnum(["all", "selected"]),
      repositories_added: Schema.Array(Records.InstalledRepo),
      repositories_removed: Schema.Array(Records.RemovedRepo),
      /** Who asked for it. */
      requester: Wire.nullable(SimpleUser)
    },
    { added: {}, removed: {} }
  ),
  issue_comment: ofRepository(
    {
      /** Pull requests are issues too: see `is_pull_request`. */
      issue: Issue,
      comment: IssueComment
    },
    { created: {}, deleted: {}, edited: { changes: EditedBody } }
  ),
  issues: ofRepository(
    { issue: EventIssue },
    {
      assigned: { assignee: Wire.nullable(SimpleUser) },
      closed: {},
      deleted: {},
      demilestoned: { milestone: Wire.nullable(Milestone) },
      edited: { changes: Schema.Struct({ title: wasText, body: wasText }) },
      labeled: { label: Wire.nullable(Label) },
      locked: {},
      milestoned: { milestone: Milestone },
      opened: {},
      pinned: {},
      reopened: {},
      transferred: {
        changes: Schema.Struct({
          /** The issue in its new repository. */
          new_issue: Schema.JsonObject,
          new_repository: EventRepo
        })
      },
      typed: { type: IssueType },
      unassigned: { assignee: Wire.nullable(SimpleUser) },
      unlabeled: { label: Wire.nullable(Label) },
      unlocked: {},
      unpinned: {},
      untyped: { type: IssueType }
    }
  ),
  label: ofRepository(
    { label: Label },
    {
      created: {},
      deleted: {},
      edited: { changes: Wire.nullable(Schema.Struct({ color: wasText, description: wasText, name: wasText })) }
    }
  ),
  /** The access of a collaborator. */
  member: ofRepository(
    { member: Wire.nullable(SimpleUser) },
    {
      added: {
        changes: Wire.nullable(
          Schema.Struct({
            permission: Wire.nullable(Schema.Struct({ to: Schema.String })),
            role_name: Wire.nullable(Schema.Struct({ to: Schema.String }))
          })
        )
      },
      edited: {
        changes: Schema.Struct({
          old_permission: wasText,
          permission: Wire.nullable(
            Schema.Struct({ from: Wire.nullable(Schema.String), to: Wire.nullable(Schema.String) })
          )
        })
      },
      removed: {}
    }
  ),
  membership: ofAccount(
    {
      organization: SimpleOrganization,
      member: Wire.nullable(SimpleUser),
      team: Records.EventTeam,
      /** `team`, or `organization`. */
      scope: Schema.String
    },
    { added: {}, removed: {} }
  ),
  /** A merge queue wants a group of pull requests to be tested, or is done with it. */
  merge_group: ofAccount(
    { merge_group: MergeGroup, repository: Wire.nullable(EventRepo) },
    { checks_requested: {}, destroyed: { reason: Wire.nullable(Wire.openEnum(["dequeued", "invalidated", "merged"])) } }
  ),
  milestone: ofRepository(
    { milestone: Milestone },
    {
      closed: {},
      created: {},
      deleted: {},
      edited: { changes: Schema.Struct({ description: wasText, due_on: wasText, title: wasText }) },
      opened: {}
    }
  ),
  organization: ofAccount(
    { organization: SimpleOrganization },
    {
      deleted: { membership: Wire.nullable(Records.EventMembership) },
      member_added: { membership: Records.EventMembership },
      member_invited: {
        invitation: Schema.JsonObject,
        /** Null if the invitation went to an e-mail address. */
        user: Wire.nullable(SimpleUser)
      },
      member_removed: { membership: Records.EventMembership },
      renamed: { changes: Wire.nullable(Schema.Struct({ login: wasText })) }
    }
  ),
  /** The first event of a new hook. */
  ping: ofAccount({
    /** A sentence of the service's philosophy. */
    zen: Wire.nullable(Schema.String),
    hook_id: Wire.nullable(Schema.Int),
    hook: Wire.nullable(Records.PingedHook),
    repository: Wire.nullable(EventRepo)
  }),
  /** A private repository becomes public. */
  public: ofRepository({}),
  pull_request: ofRepository(
    {
      /** Number of the pull request in its repository. */
      number: Schema.Int,
      pull_request: PullRequest
    },
    {
      assigned: { assignee: Wire.nullable(SimpleUser) },
      auto_merge_disabled: { reason: Wire.nullable(Schema.String) },
      auto_merge_enabled: { reason: Wire.nullable(Schema.String) },
      /** Merged, if `pull_request.merged` is true. */
      closed: {},
      converted_to_draft: {},
      demilestoned: { milestone: Wire.nullable(Milestone) },
      dequeued: { reason: Wire.nullable(Schema.String) },
      edited: {
        changes: Schema.Struct({
          title: wasText,
          body: wasText,
          /** The base that the pull request had. */
          base: Wire.nullable(Schema.Struct({ ref: wasText, sha: wasText }))
        })
      },
      enqueued: {},
      labeled: { label: Wire.nullable(Label) },
      locked: {},
      milestoned: { milestone: Wire.nullable(Milestone) },
      opened: {},
      ready_for_review: {},
      reopened: {},
      review_request_removed: reviewers,
      review_requested: reviewers,
      /** The head has new commits. */
      synchronize: {
        /** The sha of the head before. */
        before: Schema.String,
        /** The sha of the head now. */
        after: Schema.String
      },
      unassigned: { assignee: Wire.nullable(SimpleUser) },
      unlabeled: { label: Wire.nullable(Label) },
      unlocked: {}
    }
  ),
  pull_request_review: ofRepository(
    { pull_request: ListedPullRequest, review: Review },
    { dismissed: {}, edited: { changes: EditedBody }, submitted: {} }
  ),
  pull_request_review_comment: ofRepository(
    { pull_request: ListedPullRequest, comment: ReviewComment },
    { created: {}, deleted: {}, edited: { changes: EditedBody } }
  ),
  pull_request_review_thread: ofRepository(
    {
      pull_request: ListedPullRequest,
      thread: Records.ReviewThread,
      updated_at: Wire.nullable(Wire.Timestamp)
    },
    { resolved: {}, unresolved: {} }
  ),
  push: ofRepository({
    ...Ref,
    /** The sha before; 40 zeros for a new ref. */
    before: Schema.String,
    /** The sha now; 40 zeros for a deleted ref. */
    after: Schema.String,
    /** Whether the ref is new. */
    created: Schema.Boolean,
    /** Whether the ref was deleted. */
    deleted: Schema.Boolean,
    /** Whether commits were taken away. */
    forced: Schema.Boolean,
    base_ref: Wire.nullable(Schema.String),
    /** Web page URL of the changes. */
    compare: Schema.String,
    /** Up to 2,048 commits. */
    commits: Schema.Array(PushCommit),
    /** The last commit; null for a deleted ref. */
    head_commit: Wire.nullable(PushCommit),
    pusher: CommitUser
  }),
  release: ofRepository(
    { release: Release },
    {
      created: {},
      deleted: {},
      edited: {
        changes: Schema.Struct({
          body: wasText,
          name: wasText,
          tag_name: wasText,
          make_latest: Wire.nullable(Schema.Struct({ to: Schema.Boolean }))
        })
      },
      prereleased: {},
      published: {},
      /** Published, and no prerelease. */
      released: {},
      unpublished: {}
    }
  ),
  repository: ofRepository(
    {},
    {
      archived: {},
      created: {},
      deleted: {},
      edited: {
        changes: Schema.Struct({
          default_branch: wasText,
          description: wasText,
          homepage: wasText,
          topics: from(Wire.nullable(Schema.Array(Schema.String)))
        })
      },
      privatized: {},
      publicized: {},
      renamed: {
        changes: Schema.Struct({ repository: Schema.Struct({ name: Schema.Struct({ from: Schema.String }) }) })
      },
      transferred: {
        changes: Schema.Struct({
          owner: Schema.Struct({
            from: Schema.Struct({
              user: Wire.nullable(SimpleUser),
              organization: Wire.nullable(SimpleOrganization)
            })
          })
        })
      },
      unarchived: {}
    }
  ),
  /** What `Repositories.dispatch` sends. */
  repository_dispatch: ofRepository({
    /** The `event_type` of the call. */
    action: Schema.String,
    /** The default branch. */
    branch: Schema.String,
    client_payload: Wire.nullable(Schema.JsonObject)
  }),
  star: ofRepository(
    {
      /** Null once the star is taken back. */
      starred_at: Wire.nullable(Wire.Timestamp)
    },
    { created: {}, deleted: {} }
  ),
  /** A commit gets a status. */
  status: ofRepository({
    id: Schema.Int,
    sha: Schema.String,
    /** `owner/name` of the repository. */
    name: Schema.String,
    context: Schema.String,
    description: Wire.nullable(Schema.String),
    state: Wire.openEnum(["pending", "success", "failure", "error"]),
    target_url: Wire.nullable(Schema.String),
    commit: Commit,
    /** Up to 10 branches that have the commit. */
    branches: Schema.Array(Records.BranchOfCommit),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp
  }),
  team: ofAccount(
    {
      organization: Wire.nullable(SimpleOrganization),
      team: Records.EventTeam,
      /** The repository that the team got, lost, or has other permissions on. */
      repository: Wire.nullable(EventRepo)
    },
    {
      added_to_repository: {},
      created: {},
      deleted: {},
      edited: {
        /** What each changed field was. */
        changes: Schema.JsonObject
      },
      removed_from_repository: {}
    }
  ),
  /** A team gets access to a repository. */
  team_add: ofRepository({ team: Records.EventTeam }),
  /** Somebody stars a repository. */
  watch: ofRepository({}, { started: {} }),
  /** A run is started by hand, or by `Actions.dispatch`. */
  workflow_dispatch: ofRepository({
    /** What was chosen for the inputs of the workflow. */
    inputs: Wire.nullable(Schema.JsonObject),
    ref: Schema.String,
    /** The path of the workflow's file. */
    workflow: Schema.String
  }),
  workflow_job: ofRepository(
    { workflow_job: WorkflowJob },
    { completed: {}, in_progress: {}, queued: {}, waiting: {} }
  ),
  workflow_run: ofRepository(
    { workflow: Wire.nullable(Workflow), workflow_run: WorkflowRun },
    { completed: {}, in_progress: {}, requested: {} }
  )
}

type Events = typeof events

/** The name of an event that has a schema. */
export type EventName = keyof Events

/** The actions of an event; never for an event without actions. */
export type ActionOf<E extends EventName> = keyof Events[E]["actions"] & string

/** The payload of an event, by its action. */
export type Payload<E extends EventName, A extends ActionOf<E> = ActionOf<E>> = [ActionOf<E>] extends [never]
  ? Schema.Struct.Type<Events[E]["fields"]>
  : A extends unknown
    ? Schema.Struct.Type<Events[E]["fields"]> & Added<Events[E]["actions"], A> & { readonly action: A }
    : never

/** What an action adds. */
type Added<Actions, A> = A extends keyof Actions
  ? Actions[A] extends infer F extends Schema.Struct.Fields
    ? Schema.Struct.Type<F>
    : never
  : never
