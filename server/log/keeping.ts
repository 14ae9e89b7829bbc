import type { Db } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import type { Log } from '../base/log.ts'
import { repeatEvery } from '../base/ticking.ts'
import type { App } from '../engine/context.ts'
import type { ResponseListener } from '../engine/http.ts'
import { anchorDays } from './anchor.ts'
import { seal } from './chain.ts'
import { hereOf } from './here.ts'
import { keepCallsOn } from './log-api.ts'
import { noteEventsOn } from './log-usual.ts'
import { sweep } from './sweep.ts'

const second = 1000
const hour = 3600 * second
/** Turns without a call after which the audit is looked at all the same: jobs write there too. */
const idleTurns = 30

interface Parts {
  readonly db: Db
  readonly log: Log
  readonly env: Env
}

export interface Keeping extends Pick<App, 'logEvent'> {
  /** Keeps what was called. */
  readonly answered: ResponseListener
  /** From now on, in the background: audit sealed each second, once an hour old lines taken away and the day's hash kept. */
  readonly begin: () => void
  /** Writes what waits. */
  readonly close: () => Promise<void>
}

/** What keeps the logs of this server, from its start to its orderly end. */
export const keepLogs = ({ db, log, env }: Parts): Keeping => {
  const here = hereOf(env)
  const events = noteEventsOn(db, log, here)
  const lost = (count: number) => events.note('log.dropped', { log: 'log_api', count })
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what)
  let turns = idleTurns
  const changed = () => {
    turns = idleTurns
  }
  const callLog = keepCallsOn(db, log, here, lost, changed)
  const sealNext = async () => {
    if (++turns < idleTurns) return
    const count = await seal(db)
    // more may wait behind a full hand
    turns = count ? idleTurns : 0
  }
  const chores = async () => {
    await anchorDays(db, log, here)
    const gone = await sweep(db)
    if (gone && Object.keys(gone).length) events.note('log.swept', gone)
  }
  const stops: (() => Promise<void>)[] = []
  return {
    answered: callLog.answered,
    logEvent: events.note,
    begin: () => {
      stops.push(repeatEvery(second, sealNext, failed('the audit could not be sealed')))
      stops.push(repeatEvery(hour, chores, failed('old lines could not be taken away'), 5 * second))
    },
    close: async () => {
      for (const stop of stops) await stop()
      if (stops.length) events.note('server.stopped')
      await callLog.close()
      await events.close()
    },
  }
}
