/** The refusals of steps, on their way out of a request. */
import * as Cause from "effect/Cause"
import { ToolRefused } from "../ToolError.ts"

/** The refusal that has ended a call or a program from within its requests: a defect there (`ToolCall.refuse`). */
export const refusalIn = (cause: Cause.Cause<unknown>): ToolRefused | undefined =>
  cause.reasons
    .filter(Cause.isDieReason)
    .map(({ defect }) => defect)
    .find((defect) => defect instanceof ToolRefused)
