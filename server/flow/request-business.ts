import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import type { FlowBusiness } from './business.ts'

interface Request {
  readonly table: 'leave' | 'recommend' | 'generalMatter'
  /** The column with the state of the request. */
  readonly state: 'leaveState' | 'recommendState' | 'matterState'
  /** Its name in the addresses of its pages. */
  readonly page: string
}

/**
 * What all requests have in common as the subject of a process: whoever started one reads who handled it, handles none of its tasks, can
 * withdraw it, and gets it back when it is returned.
 */
export const requestBusiness = ({ table, state, page }: Request) => {
  const [row, column] = [identifier(table), identifier(state)]
  return {
    lock: async (ctx, id) => {
      await run(ctx.db, sql`select 1 from ${row} where id = ${id} for update`)
    },
    isWithdrawable: true,
    excludesStarter: true,
    showsHandlers: async () => true,
    linkTo: ({ businessId, instanceId, taskId }) =>
      taskId
        ? `/work/process/${page}/handle/${taskId}/${instanceId}/${businessId}`
        : `/work/process/${page}/detail/${instanceId}/${businessId}`,
    onMove: async (ctx, id, definitionId) => {
      await run(
        ctx.db,
        sql`update ${row} set process_definition_id = ${definitionId}, update_time = now() where id = ${id}`,
      )
    },
    onStep: async (ctx, id, { isWithStarter, isReturned }) => {
      // what was returned stays so while another branch goes on
      const stays = sql`(${isWithStarter}::boolean and ${column} = 'returned')`
      await run(
        ctx.db,
        sql`update ${row} set ${column} = case when ${isReturned}::boolean or ${stays} then 'returned' else 'running' end,
          update_time = now() where id = ${id}`,
      )
    },
  } satisfies Partial<FlowBusiness>
}
