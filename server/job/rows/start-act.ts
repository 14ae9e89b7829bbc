import { createHash } from 'node:crypto'
import { Fail, faulty } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { rowsOfAct, versionedRows } from '#contract/row-results.ts'
import { fileTime } from '../../base/process/clock.ts'
import type { UserCtx } from '../../engine/context.ts'
import { enqueue } from '../run/enqueue.ts'
import { storeRows } from './act-rows.ts'
import { type ActInput, callOf } from './call-on-rows.ts'

const noRows: Text = ['数据与版本的格式不正确', 'The rows with their versions cannot be read']
const tooManyRows: Text = [
  '一次最多办理 {0} 件，请分批办理',
  'At most {0} can be handled together; please handle them in several steps',
]
const needsSession: Text = [
  '后台批量办理须由本人登录后发起',
  'Acts in the background are begun by people who have logged in',
]
const fileName: Text = ['{0}结果-{1}.xlsx', 'Results of {0}-{1}.xlsx']

/** Processes that an act may lose before it fails: a row may be what ends them. */
const maxLostProcesses = 5

/**
 * Begins an act of many rows in the background, of a fixed list with versions. A person's acts run one after another; the same request
 * while it runs is the same act.
 */
export const startAct = async (
  ctx: UserCtx,
  resource: string,
  act: ActInput,
  versions: unknown,
): Promise<{ id: string }> => {
  const rows = versionedRows(String(versions))
  if (!rows) throw faulty([{ at: 'versions', text: noRows }])
  if (rows.length > rowsOfAct.background) throw new Fail(fill(tooManyRows, rowsOfAct.background))
  if (ctx.actor.sessionId === null) throw new Fail(needsSession, 403)
  callOf(ctx, act)
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  const { id } = await enqueue(ctx, {
    kind: 'rows',
    resource,
    input: { ...act, rows: rows.length, digest },
    endsWithSession: true,
    retries: maxLostProcesses,
    fileName: localize(fill(fileName, act.label, fileTime()), ctx.lang),
    store: (db, jobId) => storeRows(db, jobId, rows),
  })
  return { id }
}
