/** Adds an error nobody has caught to the local log (specification 000, section 8); without a network it can only be lost. */
export const recordError = (error: unknown, info = ''): void => {
  import('./error-log.ts').then(({ storeError }) => storeError(error, info)).catch(() => null)
}

/** Listens for what nobody catches, for as long as the page is open. */
export const recordUncaughtErrors = (): void => {
  window.addEventListener('error', ({ error, message }) => recordError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => recordError(reason))
}
