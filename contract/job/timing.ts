// apart from the reading of time expressions, which lists of the console must not load
/** The kinds of timing of a job (`timeExpressionType`), which say what its time expression is. */
export const timing = { api: 1, cron: 2, fixedRate: 3, fixedDelay: 4, workflow: 5 } as const
