/** The channel of LISTEN and NOTIFY between the servers; its payload is a list of account ids whose messages have changed. */
export const messageChannel = 'message'
