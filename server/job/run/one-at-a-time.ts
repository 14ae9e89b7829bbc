/** Runs `work` once at a time; a request during a run leads to one more run after it. */
export const oneAtATime = (work: () => Promise<void>, onError: (error: unknown) => void) => {
  let currentRun: Promise<void> | null = null
  let shouldRunAgain = false
  const request = () => {
    if (currentRun) {
      shouldRunAgain = true
      return
    }
    currentRun = work()
      .catch(onError)
      .finally(() => {
        currentRun = null
        if (!shouldRunAgain) return
        shouldRunAgain = false
        request()
      })
  }
  return { request, settled: async () => currentRun }
}
