import { stagesWith } from '#contract/project/stages.ts'
import { transitionOf } from '#contract/project/transitions.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { App } from '../../engine/context.ts'
import { databaseTime } from '../../job/run/job-plan.ts'
import { lockDeclaration } from '../record/declaration-row.ts'
import { applyByTimer } from '../review/transitions.ts'
import { type WorkOptions, workThrough } from './platform-work.ts'

/** Finished stages; a listed project is finished only once the library does not show it. */
const finished = stagesWith(({ phase }) => phase === 'ended').filter((stage) => stage !== 99)
const notListed = sql`not exists (select 1 from library where library.pid = declaration.id and library.is_deleted = 0)`

/** Archives what has been finished for three years. Resolves to how many. */
export const archiveFinished = async (app: App, options: WorkOptions = {}) => {
  const now = options.now ?? (await databaseTime(app.db))
  const of = sql`stage_since < ${wireTime(now)}::timestamptz - interval '3 years'
    and (declare_status = any(${finished}::integer[]) or (declare_status = 60 and ${notListed}))`
  return workThrough(
    app,
    {
      name: 'archiving',
      of,
      act: async (ctx, id) => {
        const row = await lockDeclaration(ctx, id)
        if (!transitionOf('archive').from.includes(row.declareStatus)) return null
        await applyByTimer(ctx, row, 'archive', null)
        return 'archived'
      },
    },
    { ...options, now },
  )
}
