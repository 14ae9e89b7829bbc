// apart from the reading of time expressions, which lists of the console must not load
/** The kinds of timing of a job (`timeExpressionType`), which say what its time expression is. */
export const timing = { api: 1, cron: 2, fixedRate: 3, fixedDelay: 4, workflow: 5 } as const

/** Whether jobs of this kind run all the time, in rounds. */
export const isRepeating = (type: number | null): boolean => type === timing.fixedRate || type === timing.fixedDelay
