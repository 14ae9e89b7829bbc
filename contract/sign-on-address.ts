/** Where a login at the outside site begins: an address to open, not a call. Apart, since the home page needs only this. */
export const signOnAddress = '/api/caict-auth/oauth/sign-on'
