import type { Db } from '../base/database/db.ts'
import type { Env } from '../base/process/env.ts'
import type { Log } from '../base/process/log.ts'
import { repeatEvery } from '../base/process/repeat.ts'
import type { App } from '../engine/context.ts'
import type { ResponseListener } from '../engine/http.ts'
import { seal } from './chain.ts'
import { createCallLog } from './log-api.ts'
import { createEventLog } from './log-usual.ts'
import { serverInfoOf } from './server-info.ts'

const second = 1000
/** Seconds without a logged call after which the audit is sealed anyway: jobs write audit entries too. */
const maxIdleSeconds = 30

interface Dependencies {
  readonly db: Db
  readonly log: Log
  readonly env: Env
}

export interface LogServices extends Pick<App, 'logEvent'> {
  /** Logs an answered call. */
  readonly afterCall: ResponseListener
  /** Starts to seal the audit every second. */
  readonly start: () => void
  /** Stops the background tasks and writes pending lines. */
  readonly close: () => Promise<void>
}

/** Creates the log services of this server. */
export const createLogServices = ({ db, log, env }: Dependencies): LogServices => {
  const serverInfo = serverInfoOf(env)
  const events = createEventLog(db, log, serverInfo)
  const onLost = (count: number) => events.note('log.dropped', { log: 'log_api', count })
  const errorHandler = (message: string) => (error: unknown) => log.error({ err: error }, message)
  let idleSeconds = maxIdleSeconds
  const onChange = () => {
    idleSeconds = maxIdleSeconds
  }
  const callLog = createCallLog(db, log, serverInfo, onLost, onChange)
  const sealNext = async () => {
    if (++idleSeconds < maxIdleSeconds) return
    const count = await seal(db)
    // there may be more than one batch: seal again in the next second
    idleSeconds = count ? maxIdleSeconds : 0
  }
  const stops: (() => Promise<void>)[] = []
  return {
    afterCall: callLog.afterCall,
    logEvent: events.note,
    start: () => {
      stops.push(repeatEvery(second, sealNext, errorHandler('the audit log could not be sealed')))
    },
    close: async () => {
      for (const stop of stops) await stop()
      if (stops.length) events.note('server.stopped')
      await callLog.close()
      await events.close()
    },
  }
}
