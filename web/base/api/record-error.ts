/** Adds an uncaught error to the local log (specification 000, section 8); it is lost if the log's code cannot be loaded. */
export const recordError = (error: unknown, info = ''): void => {
  import('./browser-errors.ts').then(({ storeError }) => storeError(error, info)).catch(() => null)
}

/** Records uncaught errors and rejections for as long as the page is open. */
export const recordUncaughtErrors = (): void => {
  window.addEventListener('error', ({ error, message }) => recordError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => recordError(reason))
}
