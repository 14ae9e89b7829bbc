import { importLimits } from '#contract/job/importing.ts'
import { Fail } from '#contract/kit/fail.ts'
import { decryptAtRest } from '../base/at-rest.ts'
import { run } from '../base/db.ts'
import { type Ctx, type Handlers, tx } from '../engine/context.ts'
import { ownJob } from './background-job.ts'
import { enqueue } from './enqueue.ts'
import { type CheckInput, type ImportInput, type Kept, mayImport, specOf } from './import.ts'
import { templateOf } from './import-files.ts'
import { readSheetUpload, tooLong } from './import-upload.ts'
import type { Made } from './import-write.ts'
import { dropFile, keepFile } from './job-files.ts'
import { runnerOf } from './runner.ts'

const checkImport = async (ctx: Ctx, input: { resource?: string | null; isCovered?: number | null }) => {
  const spec = specOf(input.resource ?? '')
  mayImport(ctx, spec)
  const incoming = await readSheetUpload(ctx, input)
  const upload = await keepFile(ctx, incoming.stream, importLimits.bytes)
  if (!upload) throw tooLong()
  const asked: CheckInput = { fileName: incoming.name, sha256: upload.sha256, isCovered: input.isCovered === 1 }
  const key = ctx.request.headers['idempotency-key']
  try {
    const resource = spec.entity.name
    const named = typeof key === 'string' && /^[\w-]{8,64}$/.test(key) ? { key } : {}
    const { id, isNew } = await enqueue(ctx, { kind: 'importCheck', resource, input: asked, upload, ...named })
    if (!isNew) await dropFile(ctx.app, upload)
    return { id }
  } catch (error) {
    await dropFile(ctx.app, upload)
    throw error
  }
}

const checkOf = async (ctx: Ctx, id: unknown) => {
  const job = await ownJob(ctx, id)
  if (job.kind !== 'importCheck' || job.state !== 'done')
    throw new Fail(['预检尚未完成', 'The check is not done yet'], 409)
  return { job, kept: job.result as Kept }
}

const nothingRight = () => new Fail(['没有可导入的行', 'No row is right'])
const someWrong = () =>
  new Fail([
    '还有问题行：请修改后重新上传，或选择只导入正确的行',
    'Some rows are wrong: please correct the file, or choose to import only those that are right',
  ])

/** Starts the import of a check, once: confirmed again, it is the same import. */
const confirmImport = async (ctx: Ctx, input: { id?: string | null; onlyRight?: number | null }) => {
  const made = await tx(ctx, async (inside) => {
    await run(inside.db, { text: 'select 1 from job_work where job_id = ? for update', values: [input.id] })
    const { job, kept } = await checkOf(inside, input.id)
    const spec = specOf(job.resource)
    mayImport(inside, spec)
    if (kept.importJob) return { id: kept.importJob }
    if (kept.right === 0) throw nothingRight()
    if (kept.wrong && input.onlyRight !== 1) throw someWrong()
    const { isCovered, fileName, sha256 } = job.input as CheckInput
    const asked: ImportInput = {
      ...{ isCovered, fileName, sha256, without: kept.wrongLines },
      upload: { name: job.uploadName as string, storageId: job.uploadIn },
    }
    const { id } = await enqueue(inside, {
      kind: 'import',
      resource: job.resource,
      input: asked,
      key: `check-${job.id}`,
    })
    await inside.db
      .updateTable('jobWork')
      .set({ result: JSON.stringify({ ...kept, importJob: id }) })
      .where('jobId', '=', job.id)
      .execute()
    return { id }
  })
  // only now others see it
  runnerOf(ctx.app).wake()
  return made
}

/** Initial passwords are given out once, to who imported; what is given out is no longer kept. */
const passwords = async (ctx: Ctx, id: unknown): Promise<Made[]> => {
  await ownJob(ctx, id)
  const [row] = await run<{ sealed: string }>(ctx.db, {
    text: `with old as (select job_id, sealed from job_work where job_id = ? and sealed is not null for update)
      update job_work w set sealed = null from old where w.job_id = old.job_id returning old.sealed`,
    values: [id],
  })
  const opened = row && decryptAtRest(ctx.app.secrets, row.sealed, 'jobWork.sealed')
  if (!opened)
    throw new Fail(['初始密码已领取，或没有新用户', 'They were given out already, or there are no new users'], 404)
  return JSON.parse(opened)
}

export const importCalls: Pick<
  Handlers<'backgroundJob'>,
  'importTemplate' | 'checkImport' | 'checkResult' | 'confirmImport' | 'passwords'
> = {
  importTemplate: async (ctx, { resource }) => {
    mayImport(ctx, specOf(resource ?? ''))
    return templateOf(ctx, specOf(resource ?? ''))
  },
  checkImport,
  checkResult: async (ctx, { id }) => {
    const { wrongLines: _, ...told } = (await checkOf(ctx, id)).kept
    return told
  },
  confirmImport,
  passwords: (ctx, { id }) => passwords(ctx, id),
}
