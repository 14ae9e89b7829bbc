/** How long sessions and their tokens last, in seconds (docs/decisions/0123). */

/** The absolute limit of a session, however often it is refreshed; no token lasts longer. */
export const sessionSeconds = 12 * 3600

/** Access tokens of the platform's own client, until an administrator changes it. */
export const initialAccessSeconds = 3600

/** With a shorter lifetime a page would spend its time on refreshes, and a session need more of them than `maxRefreshes`. */
export const minAccessSeconds = 300

/** Refreshes of one session: several times as many as a page makes with the shortest access tokens. */
export const maxRefreshes = 1000

/** The age at which a page refreshes an access token: 3,000 s of 3,600 (specification 000, section 9). */
export const refreshAge = (lifetime: number): number => (lifetime * 5) / 6

/** Whether a page refreshes an access token of this age now. */
export const isRefreshDue = (age: number, lifetime: number): boolean => age >= refreshAge(lifetime)
