import { type HiddenContent, hiddenText, importLimits } from '#contract/job/uploaded-sheet.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { decryptAtRest } from '../../base/crypto/encryption-at-rest.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Handlers, tx, type UserCtx } from '../../engine/context.ts'
import { jobOfUser } from '../background-job.ts'
import { enqueue } from '../run/enqueue.ts'
import { deleteFile, storeFile } from '../run/job-files.ts'
import { runnerOf } from '../run/runner.ts'
import { assertCanImport, type CheckInput, type ImportInput, type StoredCheck, specOf } from './import.ts'
import { templateOf } from './import-files.ts'
import { readSheetUpload, tooLong } from './import-upload.ts'
import type { InitialPassword } from './import-write.ts'

const checkImport = async (ctx: UserCtx, input: { resource?: string | null; isCovered?: number | null }) => {
  const spec = specOf(ctx, input.resource ?? '')
  assertCanImport(ctx, spec)
  const incoming = await readSheetUpload(ctx, input)
  const upload = await storeFile(ctx, incoming.stream, importLimits.bytes)
  if (!upload) throw tooLong()
  const checkInput: CheckInput = { fileName: incoming.name, sha256: upload.sha256, isCovered: input.isCovered === 1 }
  const key = ctx.request.headers['idempotency-key']
  try {
    const resource = spec.entity.name
    const keyOption = typeof key === 'string' && /^[\w-]{8,64}$/.test(key) ? { key } : {}
    const { id, isNew } = await enqueue(ctx, { kind: 'importCheck', resource, input: checkInput, upload, ...keyOption })
    if (!isNew) await deleteFile(ctx.app, upload)
    return { id }
  } catch (error) {
    await deleteFile(ctx.app, upload)
    throw error
  }
}

const findCheck = async (ctx: UserCtx, id: unknown) => {
  const job = await jobOfUser(ctx, id)
  if (job.kind !== 'importCheck' || job.state !== 'done')
    throw new Fail(['预检尚未完成', 'The check has not finished yet'], 409)
  return { job, check: job.result as StoredCheck }
}

type OwnJob = Awaited<ReturnType<typeof jobOfUser>>

/** The file that a job checked: its own, or that of an earlier check. */
const uploadOf = ({ uploadName, uploadIn, input }: OwnJob) =>
  uploadName === null ? (input as Required<CheckInput>).upload : { name: uploadName, storageId: uploadIn }

/** Checks the file of a check again, now that its owner has decided about hidden rows and columns; once for each decision. */
const checkHidden = async (ctx: UserCtx, input: { id?: string | null; withHidden?: number | null }) => {
  const { job } = await findCheck(ctx, input.id)
  assertCanImport(ctx, specOf(ctx, job.resource))
  const { fileName, isCovered, sha256 } = job.input as CheckInput
  const withHidden = input.withHidden === 1
  const checkInput: CheckInput = { fileName, isCovered, sha256, withHidden, upload: uploadOf(job) }
  const key = `hidden-${job.id}-${input.withHidden}`
  const { id } = await enqueue(ctx, { kind: 'importCheck', resource: job.resource, input: checkInput, key })
  return { id }
}

const noValidRows = () => new Fail(['没有可导入的行', 'There are no valid rows to import'])
const hasInvalidRows = () =>
  new Fail([
    '还有问题行：请修改后重新上传，或选择只导入正确的行',
    'Some rows have problems: correct the file and upload it again, or choose to import only the valid rows',
  ])

const undecided = (hidden: HiddenContent) => {
  const question: Text = ['{0}：请先选择是否导入', '{0}: choose whether to import them']
  return new Fail(fill(question, hiddenText(hidden)))
}

/** Starts the import of a check, once: a repeated confirmation returns the same import. */
const confirmImport = async (ctx: UserCtx, input: { id?: string | null; onlyRight?: number | null }) => {
  const importJob = await tx(ctx, async (inside) => {
    await run(inside.db, sql`select 1 from job_work where job_id = ${input.id} for update`)
    const { job, check } = await findCheck(inside, input.id)
    const spec = specOf(inside, job.resource)
    assertCanImport(inside, spec)
    if (check.importJob) return { id: check.importJob }
    if (check.hidden) throw undecided(check.hidden)
    if (check.right === 0) throw noValidRows()
    if (check.wrong && input.onlyRight !== 1) throw hasInvalidRows()
    const importInput: ImportInput = {
      ...(job.input as CheckInput),
      without: check.wrongLines,
      upload: uploadOf(job),
    }
    const { id } = await enqueue(inside, {
      kind: 'import',
      resource: job.resource,
      input: importInput,
      key: `check-${job.id}`,
    })
    await inside.db
      .updateTable('jobWork')
      .set({ result: JSON.stringify({ ...check, importJob: id }) })
      .where('jobId', '=', job.id)
      .execute()
    return { id }
  })
  // before the commit the runner could not see the job
  runnerOf(ctx.app).poll()
  return importJob
}

/** Returns the initial passwords once, to the person who imported, and deletes them. Throws 404 after that. */
const passwords = async (ctx: UserCtx, id: unknown): Promise<InitialPassword[]> => {
  await jobOfUser(ctx, id)
  const [row] = await run<{ sealed: string }>(
    ctx.db,
    sql`with old as (select job_id, sealed from job_work where job_id = ${id} and sealed is not null for update)
      update job_work w set sealed = null from old where w.job_id = old.job_id returning old.sealed`,
  )
  const plaintext = row && decryptAtRest(ctx.app.secrets, row.sealed, 'jobWork.sealed')
  if (!plaintext)
    throw new Fail(
      ['初始密码已领取，或没有新用户', 'The initial passwords have already been collected, or there are no new users'],
      404,
    )
  return JSON.parse(plaintext)
}

export const importCalls: Pick<
  Handlers<'backgroundJob'>,
  'importTemplate' | 'checkImport' | 'checkHidden' | 'checkResult' | 'confirmImport' | 'passwords'
> = {
  importTemplate: async (ctx, { resource }) => {
    const spec = specOf(ctx, resource ?? '')
    assertCanImport(ctx, spec)
    return templateOf(ctx, spec)
  },
  checkImport,
  checkHidden,
  checkResult: async (ctx, { id }) => {
    const { wrongLines: _, ...publicResult } = (await findCheck(ctx, id)).check
    return publicResult
  },
  confirmImport,
  passwords: (ctx, { id }) => passwords(ctx, id),
}
