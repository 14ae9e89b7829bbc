import { pino } from 'pino'

export type Log = pino.Logger

const secretKeys = [
  'password',
  'password2',
  'oldPassword',
  'newPassword',
  'newPassword1',
  'token',
  'access_token',
  'refresh_token',
  'clientSecret',
  'authorization',
]

/** The process's log: one JSON line an event on standard output; secrets never reach it. */
export const makeLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '***' },
  })
