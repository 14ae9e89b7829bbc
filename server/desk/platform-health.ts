import { statfs } from 'node:fs/promises'
import type { PlatformHealth, platformHealth } from '#contract/desk/platform-health.ts'
import { outbox } from '#contract/inbox/outbox.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { logError } from '#contract/log/log-error.ts'
import { attach } from '#contract/storage/attach.ts'
import { describeBackups } from '../backup/backup-health.ts'
import { isKeyWithData } from '../backup/backup-key.ts'
import { readLastBackup } from '../backup/last-backup.ts'
import { run } from '../base/database/db.ts'
import { readFoldedDoubles } from '../base/database/folded-indexes.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { type Ctx, type HandlerOf, hasPermission } from '../engine/context.ts'
import { labelOfUnique } from '../engine/errors.ts'
import { platformTenant, rowFilter } from '../engine/scope.ts'
import { countFaulty } from '../flow/faulty-instances.ts'
import { newerShipped } from '../flow/shipped-processes.ts'
import { isSmsAvailable } from '../inbox/channels.ts'
import { uploadTargetFor } from '../storage/file-storage.ts'
import { countLocks } from '../system/people/locked-account.ts'
import { readRegistrations } from '../system/people/registrations.ts'
import { calendar, missingYears } from '../system/reference/working-days.ts'
import { missingSteps } from './setup-steps.ts'

const countErrors = async (ctx: Ctx): Promise<PlatformHealth['errors']> => {
  const [row] = await run<{ server: number; browser: number }>(
    ctx.db,
    sql`select count(*) filter (where service_id = 'server')::int as server,
        count(*) filter (where service_id = 'browser')::int as browser
      from log_error where ${rowFilter(ctx, logError)} and create_time >= date_trunc('day', now())`,
  )
  return row ?? null
}

/** Free and total bytes of the disk with uploaded files; null if the system does not tell. */
const readDisk = async (directory: string) => {
  const disk = await statfs(directory).catch(() => null)
  return disk && { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize }
}

const measureStorage = async (ctx: Ctx): Promise<PlatformHealth['storage']> => {
  const [rows, { storageId }] = await Promise.all([
    run<{ files: number; bytes: number }>(
      ctx.db,
      sql`select count(*)::int as files, coalesce(sum(attach_size), 0)::float as bytes
        from attach where ${rowFilter(ctx, attach)}`,
    ),
    uploadTargetFor(ctx, null),
  ])
  const { files = 0, bytes = 0 } = rows[0] ?? {}
  const isOnDisk = storageId === null && ctx.actor.tenantId === platformTenant
  return { files, bytes, disk: isOnDisk ? await readDisk(ctx.app.env.dataDir) : null }
}

const countJobs = async (ctx: Ctx): Promise<PlatformHealth['jobs']> => {
  const [row] = await run<NonNullable<PlatformHealth['jobs']>>(
    ctx.db,
    sql`select count(*) filter (where state = 'failed' and ended_at > now() - interval '24 hours')::int as failed,
        count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'running')::int as running,
        floor(extract(epoch from now() - min(create_time) filter (where state in ('waiting', 'running'))) / 60)::int
          as "oldestMinutes"
      from background_job where is_deleted = 0`,
  )
  return row ?? null
}

const inspectMessages = async (ctx: Ctx): Promise<PlatformHealth['messages']> => {
  const [row] = await run<Omit<NonNullable<PlatformHealth['messages']>, 'mail'>>(
    ctx.db,
    sql`select (select ${isSmsAvailable} from "user" u where u.id = ${ctx.actor.id}) as sms,
        count(*) filter (where state in ('waiting', 'sending'))::int as waiting,
        count(*) filter (where state = 'failed' and update_time > now() - interval '24 hours')::int as failed,
        floor(extract(epoch from now() - min(next_at) filter (where state = 'waiting' and next_at <= now())) / 60)::int
          as "oldestMinutes"
      from outbox where ${rowFilter(ctx, outbox)}`,
  )
  return row ? { ...row, mail: ctx.app.env.smtpUrl !== null } : null
}

/** What the archiver of the database server reports; a backup made with other tools leaves no trace. */
const readArchiving = async (ctx: Ctx): Promise<PlatformHealth['archiving']> => {
  const [row] = await run<NonNullable<PlatformHealth['archiving']>>(
    ctx.db,
    sql`select current_setting('archive_mode') <> 'off' as enabled, last_archived_time as "lastAt",
        last_failed_time as "lastFailureAt"
      from pg_stat_archiver`,
  )
  return row ?? null
}

/** Backups are those of the whole platform, so only its own administrators see them. */
const readBackups = async (ctx: Ctx): Promise<PlatformHealth['backup']> => {
  if (ctx.actor.tenantId !== platformTenant) return null
  const [job] = await run<{ enabled: boolean }>(
    ctx.db,
    sql`select enable = 1 as enabled from job_info where is_shipped = 1 and processor_info = 'backup' and is_deleted = 0`,
  )
  const last = await readLastBackup(ctx.db)
  const [failed] = await run<{ result: string | null; resultEn: string | null }>(
    ctx.db,
    sql`select result, result_en as "resultEn" from job_run where kind = 'backup' and status = ${runStatus.failed}
      and ended_at > coalesce((select max(ended_at) from backup), '-infinity') order by ended_at desc limit 1`,
  )
  const failure = failed?.result ? ([failed.result, failed.resultEn ?? failed.result] as const) : null
  return describeBackups({
    ...{ enabled: job?.enabled === true, last, failure },
    isKeyWithData: isKeyWithData(ctx.app.env),
    hasBucket: ctx.app.env.backup.bucket !== null,
  })
}

const maxTexts = 10

/** Each kind of double with some of its texts. */
const listDoubles = async (ctx: Ctx): Promise<PlatformHealth['doubles']> => {
  const all = await readFoldedDoubles(ctx.db)
  const own = all.filter(({ tenantId }) => tenantId === ctx.actor.tenantId)
  const tables = new Map(own.map(({ index, table }) => [index, table]))
  return [...tables].map(([index, table]) => {
    const doubles = own.filter((double) => double.index === index)
    const texts = doubles.flatMap((double) => double.texts).slice(0, maxTexts)
    return { label: labelOfUnique(index) ?? [table, table], count: doubles.length, texts }
  })
}

export const readHealth: HandlerOf<typeof platformHealth.read> = async (ctx) => {
  const { administrator } = ctx.actor.rights
  const permitted = <T>(code: string, read: (ctx: Ctx) => Promise<T>) => (hasPermission(ctx, code) ? read(ctx) : null)
  const [errors, lockedAccounts, registrations, faultyProcesses, storage, jobs, messages, backup, archiving, doubles] =
    await Promise.all([
      permitted('log_error', countErrors),
      permitted('locked_account', countLocks),
      permitted('user_audit_pass', async () => (await readRegistrations(ctx)).count),
      permitted('flow_follow', countFaulty),
      permitted('attach', measureStorage),
      administrator ? countJobs(ctx) : null,
      administrator ? inspectMessages(ctx) : null,
      administrator ? readBackups(ctx) : null,
      administrator ? readArchiving(ctx) : null,
      administrator ? listDoubles(ctx) : null,
    ])
  const isOperator = administrator && ctx.actor.tenantId === platformTenant
  const address = isOperator ? { publicUrl: ctx.app.env.publicUrl } : null
  const mayDeploy = ctx.actor.tenantId === platformTenant && hasPermission(ctx, 'flow_deploy')
  const years = hasPermission(ctx, 'dict') ? missingYears(await calendar(ctx), wireTime()) : null
  const figures = {
    errors,
    lockedAccounts,
    registrations,
    faultyProcesses,
    newerProcesses: mayDeploy ? (await newerShipped(ctx.app)).length : null,
    storage,
    jobs,
    messages,
    backup,
    archiving,
    doubles,
    missingYears: years,
    address,
    lacks: isOperator ? await missingSteps(ctx, { backup, missingYears: years }) : null,
  }
  return { checkedAt: wireTime(), ...figures }
}
