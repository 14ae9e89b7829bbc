type Step = () => unknown

const steps: Step[] = []

/**
 * Registers a step to run when the test file ends, last first. Unlike `afterAll` it may be called at the top of the file, in a
 * hook or in a test (tests/support/setup.ts runs the steps).
 */
export const cleanUp = (step: Step): void => {
  steps.push(step)
}

export const runCleanups = async (): Promise<void> => {
  for (let step = steps.pop(); step; step = steps.pop()) await step()
}
