/** The id of an account: clients of the family write it as `taskUser_123`. */
export const userIdIn = (value: unknown): string | null =>
  /^(?:taskUser_)?(\d{1,19})$/.exec(String(value ?? ''))?.[1] ?? null
