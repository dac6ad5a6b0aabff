/** Builds messages field by field, as the service's schema has them, right or wrong. The SDK only reads. */
import { Model, Unit } from "@openmeteo/sdk/weather_api.js"
import { Builder } from "flatbuffers"
import type { Requested } from "../../../src/weather/Service.ts"
import type { Tree } from "../../../src/weather/internal/decode/tree.ts"
import { messagesOf } from "../../../src/weather/internal/flatbuffers/messages.ts"
import { statedBy } from "../../../src/weather/internal/flatbuffers/numbers.ts"
import { treesFor } from "../../../src/weather/internal/flatbuffers/tree.ts"
import "./loaded.ts"

/** A column. The numbers are those of its name. */
export interface Column {
  readonly name: string
  readonly values?: ReadonlyArray<number>
  /** Seconds, in place of values. */
  readonly times?: ReadonlyArray<number | bigint>
  /** The value of a current column. */
  readonly value?: number
  readonly member?: number
  readonly unit?: number
}

/** A block. Times are in seconds. */
export interface Block {
  readonly time: number
  readonly end: number
  readonly interval: number
  readonly columns: ReadonlyArray<Column>
}

export interface Months {
  readonly year: number
  readonly month: number
  readonly count: number
  readonly columns: ReadonlyArray<Column>
}

/** Weeks, as months: as the service writes them. */
export type Weeks = Months | Block

export interface Message {
  readonly latitude?: number
  readonly elevation?: number
  readonly generation?: number
  readonly id?: number
  readonly model?: keyof typeof Model
  readonly zone?: readonly [name: string, abbreviation: string]
  readonly current?: Block
  readonly hourly?: Block
  readonly daily?: Block
  readonly weekly?: Weeks
  readonly monthly?: Months
  /** Seconds. */
  readonly offset?: number
}

const vectorOf = (builder: Builder, offsets: ReadonlyArray<number>): number => {
  builder.startVector(4, offsets.length, 4)
  for (const offset of offsets.toReversed()) builder.addOffset(offset)
  return builder.endVector()
}

const columnOf = (builder: Builder, { member = 0, name, times, unit, value, values = [] }: Column): number => {
  let vector: number
  if (times === undefined) {
    builder.startVector(4, values.length, 4)
    for (const single of values.toReversed()) builder.addFloat32(single)
    vector = builder.endVector()
  } else {
    builder.startVector(8, times.length, 8)
    for (const time of times.toReversed()) builder.addInt64(BigInt(time))
    vector = builder.endVector()
  }
  const stated = statedBy(name)
  builder.startObject(13)
  builder.addFieldInt8(0, stated?.variable ?? 0, 0)
  builder.addFieldInt8(1, unit ?? Unit.celsius, 0)
  if (value !== undefined) builder.addFieldFloat32(2, value, 0)
  else builder.addFieldOffset(times === undefined ? 3 : 4, vector, 0)
  builder.addFieldInt16(5, stated?.altitude ?? 0, 0)
  builder.addFieldInt8(6, stated?.aggregation ?? 0, 0)
  builder.addFieldInt16(7, stated?.pressureLevel ?? 0, 0)
  builder.addFieldInt16(8, stated?.depth ?? 0, 0)
  builder.addFieldInt16(9, stated?.depthTo ?? 0, 0)
  builder.addFieldInt16(10, member, 0)
  builder.addFieldInt16(11, stated?.previousDay ?? 0, 0)
  builder.addFieldInt8(12, stated?.probability ?? 0, 0)
  return builder.endObject()
}

const columnsOf = (builder: Builder, columns: ReadonlyArray<Column>): number =>
  vectorOf(
    builder,
    columns.map((column) => columnOf(builder, column))
  )

const blockOf = (builder: Builder, block: Block | undefined): number => {
  if (block === undefined) return 0
  const columns = columnsOf(builder, block.columns)
  builder.startObject(4)
  builder.addFieldInt64(0, BigInt(block.time), 0n)
  builder.addFieldInt64(1, BigInt(block.end), 0n)
  builder.addFieldInt32(2, block.interval, 0)
  builder.addFieldOffset(3, columns, 0)
  return builder.endObject()
}

const monthsOf = (builder: Builder, months: Months | undefined): number => {
  if (months === undefined) return 0
  const columns = columnsOf(builder, months.columns)
  builder.startObject(4)
  builder.addFieldInt16(0, months.year, 0)
  builder.addFieldInt8(1, months.month, 0)
  builder.addFieldInt32(2, months.count, 0)
  builder.addFieldOffset(3, columns, 0)
  return builder.endObject()
}

/** Returns the bytes of a message. */
export const bytesOf = (message: Message): Uint8Array => {
  const builder = new Builder(1_024)
  const current = blockOf(builder, message.current)
  const hourly = blockOf(builder, message.hourly)
  const monthly = monthsOf(builder, message.monthly)
  const daily = blockOf(builder, message.daily)
  const { weekly: weeks } = message
  const weekly = weeks !== undefined && "time" in weeks ? blockOf(builder, weeks) : monthsOf(builder, weeks)
  const [name, abbreviation] = (message.zone ?? []).map((text) => builder.createString(text))
  builder.startObject(15)
  builder.addFieldFloat32(0, message.latitude ?? 0, 0)
  builder.addFieldFloat32(2, message.elevation ?? 0, 0)
  builder.addFieldFloat32(3, message.generation ?? 0, 0)
  builder.addFieldInt64(4, BigInt(message.id ?? 0), 0n)
  builder.addFieldInt8(5, Model[message.model ?? "undefined"], 0)
  builder.addFieldInt32(6, message.offset ?? 0, 0)
  builder.addFieldOffset(7, name ?? 0, 0)
  builder.addFieldOffset(8, abbreviation ?? 0, 0)
  builder.addFieldOffset(9, current, 0)
  builder.addFieldOffset(10, daily, 0)
  builder.addFieldOffset(11, hourly, 0)
  builder.addFieldOffset(13, monthly, 0)
  builder.addFieldOffset(14, weekly, 0)
  builder.finishSizePrefixed(builder.endObject())
  return builder.asUint8Array()
}

/** Returns the tree of a place from its messages. */
export const treeFrom = (selection: Requested, first: Message, ...others: ReadonlyArray<Message>): Tree => {
  const [message, ...models] = messagesOf(new Uint8Array(Buffer.concat([first, ...others].map(bytesOf)))) ?? []
  if (message === undefined) throw new Error("no message")
  return treesFor(selection)([], [message, ...models])
}
