/** Starts a login at the external provider: an address to open, not a call. A separate file: the home page needs only this. */
export const signOnAddress = '/api/caict-auth/oauth/sign-on'
