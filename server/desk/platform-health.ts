import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { PlatformHealth, platformHealth } from '#contract/desk/platform-health.ts'
import { logError } from '#contract/log/log-error.ts'
import { attach } from '#contract/storage/attach.ts'
import { run } from '../base/database/db.ts'
import { wireTime } from '../base/process/clock.ts'
import { type Ctx, type HandlerOf, hasPermission } from '../engine/context.ts'
import { platformTenant, rowFilter } from '../engine/scope.ts'
import { placeFor } from '../storage/stores.ts'
import { countLocks } from '../system/locked-account.ts'
import { readRegistrations } from '../system/registrations.ts'

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
    placeFor(ctx, null),
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

/** A backup made with other tools leaves no trace in the database; the archiver of the server does. */
const readArchiving = async (ctx: Ctx): Promise<PlatformHealth['archiving']> => {
  const [row] = await run<NonNullable<PlatformHealth['archiving']>>(
    ctx.db,
    sql`select current_setting('archive_mode') <> 'off' as enabled, last_archived_time as "lastAt",
        last_failed_time as "lastFailureAt"
      from pg_stat_archiver`,
  )
  return row ?? null
}

export const readHealth: HandlerOf<typeof platformHealth.read> = async (ctx) => {
  const { administrator } = ctx.actor.rights
  const permitted = <T>(code: string, read: (ctx: Ctx) => Promise<T>) => (hasPermission(ctx, code) ? read(ctx) : null)
  const [errors, lockedAccounts, registrations, storage, jobs, archiving] = await Promise.all([
    permitted('log_error', countErrors),
    permitted('locked_account', countLocks),
    permitted('user_audit_pass', async () => (await readRegistrations(ctx)).count),
    permitted('attach', measureStorage),
    administrator ? countJobs(ctx) : null,
    administrator ? readArchiving(ctx) : null,
  ])
  return { checkedAt: wireTime(), errors, lockedAccounts, registrations, storage, jobs, archiving }
}
