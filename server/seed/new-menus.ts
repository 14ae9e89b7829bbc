import { type Db, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import {
  batchCodes,
  deputyCodes,
  matterCodes,
  noticeCodes,
  opinionCodes,
  reviewCodes,
  stayCodes,
  workCodes,
} from './roles.ts'
import { expandCodes } from './seed-roles.ts'

/** What the offices that review declarations have. */
const officeCodes = ['declaration_city', 'declaration_province', 'declaration_decide']

const batchButtons = [
  'batch_move',
  ...['_add', '_edit', '_delete', '_export'].flatMap((verb) => [`batch${verb}`, `batch_quota${verb}`]),
]

/** Menus and buttons of a newer version that belong to the work of older ones: every role with one of those gets them. */
const belongsTo: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(opinionCodes.map((code) => [code, [...reviewCodes, 'work_claim_sign']])),
  ...Object.fromEntries(batchButtons.map((code) => [code, ['template_edit']])),
  ...Object.fromEntries(batchCodes.map((code) => [code, [...officeCodes, 'template_edit']])),
  ...Object.fromEntries(noticeCodes.map((code) => [code, ['declaration_publish']])),
  ...Object.fromEntries(stayCodes.map((code) => [code, officeCodes])),
  ...Object.fromEntries(matterCodes.map((code) => [code, ['leave']])),
  stage_stay_officer: ['declaration_decide'],
  ...Object.fromEntries(deputyCodes.map((code) => [code, officeCodes])),
  declaration_review: officeCodes,
  work_waiting: ['work_claim', 'work_todo'],
  work_waiting_export: ['work_claim_export', 'work_todo_export'],
}

/**
 * Grants the buttons of a newer version to roles that had a menu with all its buttons, so that their access stays complete, and to
 * those that had the buttons they belong to. Administrators grant them to other roles.
 */
export const grantNewButtons = async (db: Db, newMenuIds: readonly string[]): Promise<void> => {
  if (newMenuIds.length === 0) return
  await run(
    db,
    sql`with old as (
        select id, parent_id from menu where category = 2 and is_deleted = 0 and not id = any(${newMenuIds}::bigint[]))
      insert into role_menu (role_id, menu_id)
      select held.role_id, n.id from menu n join role_menu held on held.menu_id = n.parent_id
      where n.id = any(${newMenuIds}::bigint[]) and n.category = 2 and exists (select 1 from old where old.parent_id = n.parent_id)
        and not exists (
          select 1 from old where old.parent_id = n.parent_id
            and not exists (select 1 from role_menu has where has.role_id = held.role_id and has.menu_id = old.id))
      on conflict do nothing`,
  )
  for (const [code, olderCodes] of Object.entries(belongsTo))
    await run(
      db,
      sql`insert into role_menu (role_id, menu_id)
        select distinct held.role_id, n.id from menu n, role_menu held join menu o on o.id = held.menu_id
        where n.id = any(${newMenuIds}::bigint[]) and n.code = ${code} and o.code = any(${olderCodes}::text[])
        on conflict do nothing`,
    )
}

/**
 * Grants the lists of 我的事务 to the roles that review declarations, when a version brings these lists: reviews continue in them.
 * Roles of later versions are seeded with them.
 */
export const grantNewWork = async (db: Db, newMenuIds: ReadonlyMap<string, string>): Promise<void> => {
  if (!newMenuIds.has('work')) return
  const ids = expandCodes(workCodes, [...newMenuIds.keys()]).flatMap((code) => newMenuIds.get(code) ?? [])
  await run(
    db,
    sql`insert into role_menu (role_id, menu_id)
      select distinct held.role_id, n.id from role_menu held join menu m on m.id = held.menu_id, unnest(${ids}::bigint[]) as n (id)
      where m.code = any(${reviewCodes}::text[]) and m.is_deleted = 0
      on conflict do nothing`,
  )
}
