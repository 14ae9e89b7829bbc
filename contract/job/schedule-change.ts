interface Schedule {
  readonly timeExpressionType?: unknown
  readonly timeExpression?: unknown
  readonly timeZone?: unknown
  readonly lifecycle?: unknown
  readonly enable?: unknown
}

const scheduleFields = ['timeExpressionType', 'timeExpression', 'timeZone', 'lifecycle'] as const

/** Whether a job gets another schedule. An absent lifecycle is an empty text where it is read, and null where it is written. */
export const hasNewSchedule = (stored: Schedule | null, job: Schedule): boolean =>
  scheduleFields.some((name) => (stored?.[name] || null) !== (job[name] || null))

/** Whether a job begins to use its schedule, which must then be valid; one that stays as it was may be over by now. */
export const beginsSchedule = (stored: Schedule | null, job: Schedule): boolean =>
  hasNewSchedule(stored, job) || (stored?.enable !== 1 && job.enable === 1)
