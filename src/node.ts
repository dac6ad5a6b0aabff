/** For Node.js. Needs the optional peer dependency `@effect/platform-node`, except for `DurableNode`. */
export * as DurableNode from "./node/DurableNode.ts"
export * as ForgeNode from "./node/ForgeNode.ts"
export * as RedisNode from "./node/RedisNode.ts"
export * as WeatherNode from "./node/WeatherNode.ts"
