/** The channel of LISTEN and NOTIFY between the servers; its payload is a list of account ids whose messages have changed. */
export const messageChannel = 'message'

/** Its payload is the id of a session that was ended or locked; a trigger sends it (migrations/0111-ends-of-sessions.sql). */
export const sessionChannel = 'session'
