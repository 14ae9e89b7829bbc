/** Adds an error nobody has caught to the local log (specification 000, section 8); without a network it can only be lost. */
export const noteError = (error: unknown, info = ''): void => {
  import('./error-log.ts').then(({ keepError }) => keepError(error, info)).catch(() => null)
}

/** Listens for what nobody catches, for as long as the page is open. */
export const noteErrors = (): void => {
  window.addEventListener('error', ({ error, message }) => noteError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => noteError(reason))
}
