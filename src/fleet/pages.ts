/** The pages of `forgecast-fleet`. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Execution, Inspection, State, Step } from "../workflow/FleetTypes.ts"
import { type Html, html } from "../html/html.ts"
import { page } from "./frame.ts"

/** Who looks: whether there is a token to sign in with, and the secret of the forms of somebody who has. */
export interface Viewer {
  readonly mayLogIn: boolean
  /** Null for somebody who may only look. */
  readonly csrf: string | null
}

/** The most executions on a page. */
export const most = 50

/** All states, as the page offers them. */
export const states: ReadonlyArray<State> = ["running", "suspended", "succeeded", "failed", "cancelled"]

const time = (at: DateTime.Utc | null): string => (at === null ? "" : DateTime.formatIso(at).replace("T", " "))

/** How long something took; nothing while it goes on. */
const took = ({ endedAt, startedAt }: { readonly startedAt: DateTime.Utc; readonly endedAt: DateTime.Utc | null }) =>
  endedAt === null ? "" : Duration.format(DateTime.distance(startedAt, endedAt))

const failed = (failure: Execution["failure"]): Html | null =>
  failure === null
    ? null
    : html`<span class="failed">${failure.tag === null ? "" : `${failure.tag}: `}${failure.message}</span>`

/** A form with a button, for those who may act. */
const form = ({ csrf }: Viewer, action: string, button: string, fields: Html | null = null): Html =>
  csrf === null
    ? html``
    : html`<form method="post" action="${action}">
        <input type="hidden" name="csrf" value="${csrf}" />${fields} <button>${button}</button>
      </form>`

const account = (viewer: Viewer): Html => {
  if (viewer.csrf !== null) return form(viewer, "/logout", "Log out")
  return viewer.mayLogIn
    ? html`<form method="post" action="/login">
        <label>Token <input type="password" name="token" autocomplete="off" required /></label> <button>Log in</button>
      </form>`
    : html`<p class="note">Read-only: the command was started without a token.</p>`
}

const pathOf = ({ id }: { readonly id: string }): string => `/executions/${encodeURIComponent(id)}`

const row = (execution: Execution): Html =>
  html`<tr>
    <td><a href="${pathOf(execution)}">${execution.id}</a></td>
    <td>${execution.workflow}</td>
    <td>${execution.state} ${failed(execution.failure) ?? ""}</td>
    <td>${time(execution.startedAt)}</td>
    <td>${took(execution)}</td>
    <td>${JSON.stringify(execution.payload).slice(0, 200)}</td>
  </tr>`

const heads = (...names: ReadonlyArray<string>): Html =>
  html`<tr>
    ${names.map((name) => html`<th scope="col">${name}</th>`)}
  </tr>`

/** What the list is limited to. */
export interface Shown {
  readonly state: State | undefined
  readonly workflow: string | undefined
}

/** The executions, and a link to those before them if there are more. */
export const listPage = (
  executions: ReadonlyArray<Execution>,
  { state, workflow }: Shown,
  viewer: Viewer
): HttpServerResponse.HttpServerResponse => {
  const last = executions.length < most ? undefined : executions.at(-1)
  const query = new URLSearchParams({
    ...(state !== undefined && { state }),
    ...(workflow !== undefined && { workflow }),
    ...(last !== undefined && { before: last.id })
  })
  return page(
    "Workflows",
    html`${account(viewer)}
      <form method="get" action="/">
        <label>
          State
          <select name="state">
            <option value="">all</option>
            ${states.map((one) => html`<option ${one === state ? "selected" : ""}>${one}</option>`)}
          </select>
        </label>
        <label>Workflow <input name="workflow" value="${workflow ?? ""}" /></label>
        <button>Show</button>
      </form>
      <table>
        ${heads("Execution", "Workflow", "State", "Started", "Took", "Payload")} ${executions.map(row)}
      </table>
      ${executions.length === 0 ? html`<p class="note">None.</p>` : null}
      ${last === undefined ? null : html`<p><a href="/?${query.toString()}">Earlier ones</a></p>`}
      ${form(
        viewer,
        "/prune",
        "Delete",
        html`<label>Ended more than <input name="days" type="number" min="1" value="30" required /> days ago</label>`
      )}`
  )
}

const stepRow = (id: string, viewer: Viewer, isOver: boolean, step: Step): Html =>
  html`<tr>
    <td>${step.name}${step.attempt > 1 ? ` (attempt ${step.attempt})` : ""}</td>
    <td>${step.kind}</td>
    <td>${step.state}${step.wakesAt === null ? "" : ` until ${time(step.wakesAt)}`} ${failed(step.failure) ?? ""}</td>
    <td>${time(step.startedAt)}</td>
    <td>${took(step)}</td>
    <td>${step.status ?? ""}${step.cached ? " from the cache" : ""} ${step.url ?? ""}</td>
    <td>
      ${
        isOver && step.kind !== "signal"
          ? form(
              viewer,
              `${pathOf({ id })}/retry`,
              "Retry from here",
              html`<input type="hidden" name="from" value="${step.name}" />`
            )
          : null
      }
    </td>
  </tr>`

/** An execution with its steps, and what can be done about it. */
export const executionPage = (inspection: Inspection, viewer: Viewer): HttpServerResponse.HttpServerResponse => {
  const { failure, id, payload, result, state, steps, workflow } = inspection
  const isOver = inspection.endedAt !== null
  const requests = steps.filter(({ kind }) => kind === "request").length
  const path = pathOf(inspection)
  return page(
    `${workflow} ${id}`,
    html`<p><a href="/">All workflows</a></p>
      ${account(viewer)}
      <p>
        ${state}, started at ${time(inspection.startedAt)}${isOver ? `, took ${took(inspection)}` : ""}
        ${failed(failure) ?? ""}
      </p>
      ${isOver ? null : form(viewer, `${path}/cancel`, "Cancel")}
      ${state === "suspended" ? form(viewer, `${path}/resume`, "Resume") : null}
      ${isOver ? form(viewer, `${path}/retry`, "Retry") : null}
      <h2>Payload</h2>
      <pre>${JSON.stringify(payload, null, 2)}</pre>
      ${
        state === "succeeded"
          ? html`<h2>Result</h2>
              <pre>${JSON.stringify(result, null, 2)}</pre>`
          : null
      }
      <h2>Steps</h2>
      <p class="note">${steps.length} steps, ${requests} of them requests with what the journal has of them.</p>
      <table>
        ${heads("Step", "Kind", "State", "Started", "Took", "Request", "")}
        ${steps.map((step) => stepRow(id, viewer, isOver || state === "suspended", step))}
      </table>`
  )
}

/** A page that says what went wrong, or what was done. */
export const notePage = (title: string, message: string, status: number): HttpServerResponse.HttpServerResponse =>
  page(
    title,
    html`<p>${message}</p>
      <p><a href="/">All workflows</a></p>`,
    status
  )
