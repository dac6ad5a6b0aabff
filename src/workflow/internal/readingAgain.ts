/** Messages of a cluster whose marks are in doubt. */
import type { MessageStorage } from "effect/cluster/MessageStorage"
import * as Effect from "effect/Effect"

/** Has messages read again at once if an answer that marked them as read, or that was to take the mark away, was lost. */
export const readingAgain = (storage: MessageStorage["Service"]): MessageStorage["Service"] => {
  let isDoubtful = false
  const doubting = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.onExit(effect, (exit) => Effect.sync(() => void (isDoubtful ||= exit._tag === "Failure")))
  return {
    ...storage,
    // A runner skips the messages that it has in hand.
    unprocessedMessages: (shards, options) =>
      Effect.suspend(() => {
        if (!isDoubtful) return Effect.void
        isDoubtful = false
        return doubting(storage.resetShards(shards))
      }).pipe(Effect.andThen(doubting(storage.unprocessedMessages(shards, options)))),
    resetShards: (shards) => doubting(storage.resetShards(shards)),
    resetAddress: (address) => doubting(storage.resetAddress(address)),
    resetAddresses: (addresses) => doubting(storage.resetAddresses(addresses)),
    resetRequests: (requests) => doubting(storage.resetRequests(requests))
  }
}
