/** Handlers of the annotations of check runs. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { AnnotationLevel } from "../../../../ForgeState.ts"
import { readable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { pageOf } from "../../http/paging.ts"
import { invalid, malformed } from "../../http/refusals.ts"
import type { Annotation } from "../../state/records.ts"
import * as Wire from "../../wire/checks.ts"
import { stablePath } from "../../wire/common.ts"
import { pathRun } from "./lookups.ts"

type Step<A> = Result.Result<A, Answer>

export const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const run = yield* pathRun(call, repository)
  const path = `${stablePath(repository)}/check-runs/${run.id}/annotations`
  return pageOf(call, path, run.annotations, (annotation) => Wire.annotation(call, repository, run, annotation))
})

const levels: ReadonlyArray<AnnotationLevel> = ["notice", "warning", "failure"]

/** How many annotations a request can add. */
const most = 50

const annotationOf = (call: Call, item: Input.Fields): Step<Annotation> =>
  Result.gen(function* () {
    for (const name of ["path", "start_line", "end_line", "annotation_level", "message"]) {
      yield* Input.required(call, item, name)
    }
    const start_line = (yield* Input.integer(call, item, "start_line")) ?? 0
    const end_line = (yield* Input.integer(call, item, "end_line")) ?? 0
    const start_column = (yield* Input.integer(call, item, "start_column")) ?? null
    const end_column = (yield* Input.integer(call, item, "end_column")) ?? null
    if (start_line !== end_line && (start_column !== null || end_column !== null)) {
      const field = start_column === null ? "end_column" : "start_column"
      return yield* Result.fail(invalid(call, { resource: "CheckAnnotation", code: "invalid", field }))
    }
    return {
      path: (yield* Input.text(call, item, "path")) ?? "",
      start_line,
      end_line,
      start_column,
      end_column,
      annotation_level: (yield* Input.oneOf(call, item, "annotation_level", levels, "CheckAnnotation")) ?? "notice",
      title: (yield* Input.text(call, item, "title")) ?? null,
      message: (yield* Input.text(call, item, "message")) ?? "",
      raw_details: (yield* Input.text(call, item, "raw_details")) ?? null
    }
  })

/** Reads the annotations that a request adds. */
export const annotationsOf = (call: Call, fields: Input.Fields): Step<ReadonlyArray<Annotation>> =>
  Result.gen(function* () {
    const output = yield* Input.object(call, fields, "output")
    const items = output === undefined ? undefined : yield* Input.objects(call, output, "annotations")
    if (items === undefined) return []
    if (items.length > most) {
      const rule = `No more than ${most} items are allowed; ${items.length} were supplied.`
      return yield* Result.fail(malformed(call, `For 'properties/annotations', ${rule}`))
    }
    const annotations: Array<Annotation> = []
    for (const item of items) annotations.push(yield* annotationOf(call, item))
    return annotations
  })
