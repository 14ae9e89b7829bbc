/** Milliseconds that the pages wait for an answer, unless a call says otherwise. What the server asks of others meanwhile must take less. */
export const requestTimeoutMs = 10_000
