import { type ContainerVersion, jobContainer, maxModuleBytes } from '#contract/job/job-container.ts'
import { processorTypes } from '#contract/job/job-info.ts'
import { Fail, faulty, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, type Handlers, tx } from '../engine/context.ts'
import { findRow, removeRows, updateRow } from '../engine/crud.ts'
import { hashOf } from './external/module-files.ts'
import { exportsOf } from './external/sandbox.ts'

const maxVersions = 100

const notText: Text = ['模块应为 UTF-8 编码的文本文件', 'A module has to be a text file in UTF-8']
const tooLarge: Text = [
  `模块不能超过 ${maxModuleBytes / 1024} KB`,
  `A module may have at most ${maxModuleBytes / 1024} kB`,
]
const noExports: Text = ['模块没有导出函数', 'The module exports nothing']
const tooMany: Text = [
  `每个外部处理器最多 ${maxVersions} 个版本`,
  `A processor may have at most ${maxVersions} versions`,
]
const inUse: Text = [
  '任务“{0}”正在使用外部处理器“{1}”，不能删除',
  'The job “{0}” uses the external processor “{1}”, which cannot be deleted',
]

const atContent = (text: Text) => faulty([{ at: 'content', text }])

/** The text of a module as it was sent; its bytes are what is hashed. */
const sourceIn = (content: string): string => {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > maxModuleBytes) throw atContent(tooLarge)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw atContent(notText)
  }
}

/** The exports of a module that can be a version; a Fail at the field otherwise. */
const checkedExports = async (source: string): Promise<readonly string[]> => {
  if (source.includes('\0')) throw atContent(notText)
  const exports = await exportsOf(source).catch((error: unknown) => {
    throw error instanceof Fail ? atContent(error.text) : error
  })
  if (exports.length === 0) throw atContent(noExports)
  return exports
}

const upload: Handlers<'jobContainer'>['upload'] = async (ctx, { id, content }) => {
  const source = sourceIn(String(content))
  const [exports, hash] = [await checkedExports(source), hashOf(source)]
  return tx(ctx, async (inside) => {
    const { id: containerId, containerName } = await findRow(inside, jobContainer, id)
    const [{ count = 0 } = {}] = await run<{ count: number }>(
      inside.db,
      sql`select count(*)::int as count from job_container_version where container_id = ${containerId}`,
    )
    if (count >= maxVersions) throw atContent(tooMany)
    const added = await run(
      inside.db,
      sql`insert into job_container_version (container_id, hash, source, bytes, exports, create_user)
        values (${containerId}, ${hash}, ${source}, ${Buffer.byteLength(source)}, ${[...exports]}::text[], ${ctx.actor.id})
        on conflict (container_id, hash) do nothing returning 1`,
    )
    if (added.length > 0)
      await writeAudit(inside, 'jobContainer', containerId, 'upload', null, { hash }, { title: containerName })
    return { hash, exports }
  })
}

const activate: Handlers<'jobContainer'>['activate'] = (ctx, { id, hash }) =>
  tx(ctx, async (inside) => {
    const stored = await findRow(inside, jobContainer, id)
    const [version] = await run<{ exports: string[] }>(
      inside.db,
      sql`select exports from job_container_version where container_id = ${stored.id} and hash = ${hash}`,
    )
    if (!version) throw notFound()
    const values = { activeHash: String(hash), exportNames: version.exports.join(', ') }
    await updateRow(inside, jobContainer, stored.id, values, 'activate')
    return null
  })

const versionsOf = async (ctx: Ctx, id: string): Promise<ContainerVersion[]> => {
  const { id: containerId } = await findRow(ctx, jobContainer, id)
  return run<ContainerVersion>(
    ctx.db,
    sql`select v.hash, v.bytes, v.exports, v.create_time as "createTime", u.real_name as "createUserName",
        v.hash is not distinct from c.active_hash as "isActive"
      from job_container_version v join job_container c on c.id = v.container_id left join "user" u on u.id = v.create_user
      where v.container_id = ${containerId} order by v.create_time desc, v.hash limit ${maxVersions}`,
  )
}

/** Modules that jobs can run; one that a job uses stays. */
export const jobContainerHandlers: Handlers<'jobContainer'> = {
  upload,
  activate,
  versions: (ctx, { id }) => versionsOf(ctx, String(id)),
  remove: async (ctx, { ids }) => {
    const [used] = await run<{ jobName: string; containerName: string }>(
      ctx.db,
      sql`select j.job_name as "jobName", c.container_name as "containerName" from job_info j
        join job_container c on split_part(j.processor_info, '#', 1) = c.id::text
        where j.processor_type = ${processorTypes.external} and j.is_deleted = 0 and c.id::text = any(${split(ids)}) limit 1`,
    )
    if (used) throw new Fail(fill(inUse, used.jobName, used.containerName), 409)
    return removeRows(ctx, jobContainer, split(ids))
  },
}
