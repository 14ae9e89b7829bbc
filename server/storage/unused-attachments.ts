import { fill, listText, type Text } from '#contract/kit/text.ts'
import { unusedDays } from '#contract/storage/upload.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { type App, type Ctx, tx } from '../engine/context.ts'
import { notify } from '../inbox/notify.ts'
import { systemCtx } from '../inbox/system-ctx.ts'
import { usedFiles } from './used-files.ts'

interface UnusedRow {
  readonly originalName: string
  readonly owner: string | null
}

/** Names in one message; the others are counted. */
const namedFiles = 10

const title: Text = [
  '您上传的 {0} 个附件未被使用，将于 {1} 删除',
  'Files you uploaded that nothing uses: {0}. They will be deleted on {1}',
]
const advice: Text = [
  '{0}。如仍需要，请在此之前将其填入相应表单并保存。',
  '{0}. If you still need them, put them into the form they belong to and save it before that day.',
]
const more: Text = ['{0}等 {1} 个', '{0} and others, {1} in all']

const namesOf = (files: readonly UnusedRow[]): Text => {
  const names = listText(files.slice(0, namedFiles).map(({ originalName }): Text => [originalName, originalName]))
  return files.length > namedFiles ? fill(more, names, files.length) : names
}

/** Notes since when the files of forms are unused; one that is used again begins anew. */
const noteUnused = async (ctx: Ctx): Promise<void> => {
  const files = await run<{ id: string }>(
    ctx.db,
    sql`select id::text from attach a where coalesce(is_kept, 0) = 0 and is_deleted = 0 and a.link not like '%&key=%'
      and not exists (select 1 from declaration_file f where f.attach_id = a.id)
      and not exists (select 1 from registration_proof p where p.attach_id = a.id and p.replaced_at is null)`,
  )
  const used = await usedFiles(
    ctx.db,
    ctx.app.entities,
    files.map(({ id }) => id),
  )
  const unused = files.map(({ id }) => id).filter((id) => !used.has(id))
  await sql`update attach set unused_since = now() where id = any(${unused}::bigint[]) and unused_since is null`.execute(
    ctx.db,
  )
  await sql`update attach set unused_since = null, owner_notified_at = null
    where unused_since is not null and id <> all(${unused}::bigint[])`.execute(ctx.db)
}

/** Tells the owners of the files that will be deleted, once, in one message for each owner. */
const notifyOwners = async (ctx: Ctx): Promise<void> => {
  const rows = await run<UnusedRow>(
    ctx.db,
    sql`update attach set owner_notified_at = now() where owner_notified_at is null and is_deleted = 0
      and unused_since <= now() - make_interval(days => ${unusedDays.deleted - unusedDays.told})
      returning original_name as "originalName", create_user::text as owner`,
  )
  const day = wireTime(new Date(Date.now() + unusedDays.told * 86_400_000)).slice(0, 10)
  for (const owner of new Set(rows.map((row) => row.owner))) {
    if (owner === null) continue
    const files = rows.filter((row) => row.owner === owner)
    await notify(ctx, {
      to: [owner],
      kind: 'reminder',
      about: null,
      title: fill(title, files.length, day),
      text: fill(advice, namesOf(files)),
      link: '/messages',
    })
  }
}

/** Finds the files of forms that nothing uses and tells their owners before they are deleted. */
export const findUnusedAttachments = async (app: App): Promise<void> => {
  await tx(await systemCtx(app, 'unused-files'), async (inside) => {
    // whole tables are read, and no person waits for it
    await sql`set local statement_timeout = '120s'`.execute(inside.db)
    await noteUnused(inside)
    await notifyOwners(inside)
  })
}

/** SQL: the files `a` of forms that have been unused long enough and whose owners were told in time. */
export const isUnusedLongEnough = sql<boolean>`(a.unused_since <= now() - make_interval(days => ${sql.lit(unusedDays.deleted)})
  and a.owner_notified_at <= now() - make_interval(days => ${sql.lit(unusedDays.told)}))`
