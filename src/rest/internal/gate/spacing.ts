/**
 * How far apart the writes of a principal are sent.
 *
 * Writes are not spaced until the service answers with a secondary limit. Then they are a second apart, which eases off while
 * answers stay good. The state is a plain record, so that processes can share it. Times are in milliseconds.
 */

/** What is known of the writes of a principal. */
export interface Spacing {
  /** Time between two writes when the last limit ended, or a good answer came last; 0 before the first limit. */
  readonly interval: number
  /** When the last secondary limit ended, or ends. */
  readonly since: number
  /** When the last write was sent; null before the first one. */
  readonly lastWrite: number | null
}

export const none: Spacing = { interval: 0, since: 0, lastWrite: null }

/** What services recommend. */
export const recommended = 1_000

/** With limits that come in spite of the spacing, it grows to 450 writes an hour. */
export const longest = 8_000

/** What good answers shorten it to: 78 writes a minute, where services allow about 80. */
export const shortest = 770

/** How much of it a good answer leaves. */
export const easing = 0.99

/** The spacing halves each time that so much passes without a limit. */
export const halving = 600_000

/** It ends after so many halvings, an hour: the longest window of such limits. */
export const halvings = 6

/** The time between two writes. */
export const intervalAt = ({ interval, since }: Spacing, now: number): number => {
  const halved = Math.max(0, Math.floor((now - since) / halving))
  return halved < halvings ? Math.floor(interval / 2 ** halved) : 0
}

/** After a secondary limit that lasts until then. Limits of requests under way together count once. */
export const limited = (spacing: Spacing, sentAt: number, until: number, now: number): Spacing => {
  const since = Math.max(spacing.since, until)
  if (sentAt < spacing.since) return { ...spacing, since }
  return { ...spacing, interval: Math.min(Math.max(recommended, 2 * intervalAt(spacing, now)), longest), since }
}

/** After a write that succeeded. */
export const eased = (spacing: Spacing, sentAt: number): Spacing =>
  spacing.interval <= shortest || sentAt < spacing.since
    ? spacing
    : { ...spacing, interval: Math.max(shortest, Math.floor(spacing.interval * easing)) }

/** After a write was sent. */
export const wrote = (spacing: Spacing, now: number): Spacing => ({ ...spacing, lastWrite: now })

/** How long the next write waits for its turn. */
export const waitFor = ({ lastWrite }: Spacing, interval: number, now: number): number =>
  lastWrite === null ? 0 : Math.max(0, lastWrite + interval - now)
