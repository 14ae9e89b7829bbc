import type { Db } from '../base/database/db.ts'
import type { Env } from '../base/process/env.ts'
import type { Log } from '../base/process/log.ts'
import type { App } from '../engine/context.ts'
import type { ResponseListener } from '../engine/http.ts'
import { createCallLog } from './log-api.ts'
import { createEventLog } from './log-usual.ts'
import { serverInfoOf } from './server-info.ts'

interface Dependencies {
  readonly db: Db
  readonly log: Log
  readonly env: Env
  /** Wakes the job that seals the audit, soon: a call may have written entries. */
  readonly wakeSeal: () => void
}

export interface LogServices extends Pick<App, 'logEvent'> {
  /** Logs an answered call. */
  readonly afterCall: ResponseListener
  /** Notes that the server has been started: its end is an event then. */
  readonly start: () => void
  /** Writes pending lines. */
  readonly close: () => Promise<void>
}

/** Creates the log services of this server. */
export const createLogServices = ({ db, log, env, wakeSeal }: Dependencies): LogServices => {
  const serverInfo = serverInfoOf(env)
  const events = createEventLog(db, log, serverInfo)
  const onLost = (count: number) => events.note('log.dropped', { log: 'log_api', count })
  const callLog = createCallLog(db, log, serverInfo, onLost)
  let hasStarted = false
  return {
    afterCall: (...call) => {
      callLog.afterCall(...call)
      wakeSeal()
    },
    logEvent: events.note,
    start: () => {
      hasStarted = true
    },
    close: async () => {
      if (hasStarted) events.note('server.stopped')
      await callLog.close()
      await events.close()
    },
  }
}
