import { Fail, type Fault } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Db, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App } from '../../engine/context.ts'
import type { Processor } from '../run/processor.ts'
import { readModule } from './module-files.ts'
import { runModule } from './sandbox.ts'

/** Why nothing external is run: the setting is off unless whoever operates the platform turns it on. */
export const notAllowed: Text = [
  '平台未开放外部动态加载的处理器；需由运维人员设置 JOB_EXTERNAL=on',
  'Processors loaded at run time are not permitted here; whoever operates the platform can set JOB_EXTERNAL=on',
]
const malformed: Text = [
  '外部处理器应写成“编号#导出函数”，请从列表中选择',
  'An external processor is written as “number#export”; choose one of the list',
]
const unknownExport: Text = [
  '没有启用的外部处理器“{0}”，请从列表中选择',
  'There is no active external processor “{0}”; choose one of the list',
]

const partsOf = (info: string): { readonly id: string; readonly exportName: string } | null => {
  const [, id = '', exportName = ''] = /^([1-9]\d{0,18})#([\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(info) ?? []
  return id ? { id, exportName } : null
}

/** An exported function of an active version. */
export interface ActiveExport {
  /** `id#export`. */
  readonly info: string
  readonly containerName: string
}

/** The exported functions of all active versions, by name of the module. */
export const activeExports = (db: Db): Promise<ActiveExport[]> =>
  run<ActiveExport>(
    db,
    sql`select c.id || '#' || e.name as info, c.container_name as "containerName"
      from job_container c join job_container_version v on v.container_id = c.id and v.hash = c.active_hash,
        unnest(v.exports) with ordinality as e (name, n)
      where c.is_deleted = 0 order by c.container_name, c.id, e.n limit 1000`,
  )

/** What is wrong with the processor of a job whose type is external; null if it can be run. */
export const externalFault = async ({ env, db }: Pick<App, 'env' | 'db'>, info: string): Promise<Fault | null> => {
  if (!env.jobExternal) return { at: 'processorType', text: notAllowed }
  if (!partsOf(info)) return { at: 'processorInfo', text: malformed }
  const isActive = (await activeExports(db)).some((one) => one.info === info)
  return isActive ? null : { at: 'processorInfo', text: fill(unknownExport, info) }
}

/** The processor `id#export`: a function of the active version of a module. Throws a Fail where none may be run. */
export const externalProcessor = ({ env }: Pick<App, 'env'>, info: string): Processor => {
  if (!env.jobExternal) throw new Fail(notAllowed)
  const parts = partsOf(info)
  if (!parts) throw new Fail(malformed)
  const { id, exportName } = parts
  return {
    label: [info, info],
    run: async (own) => {
      const { hash, source } = await readModule(own.app, id)
      own.log.info(`SHA-256 ${hash}`)
      const result = await runModule(source, exportName, own, own)
      return result === null ? null : [result, result]
    },
  }
}
