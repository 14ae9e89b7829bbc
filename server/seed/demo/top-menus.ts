import { sql } from 'kysely'
import { sourceOf } from '#contract/system/menu-icons.ts'
import type { Db } from '../../base/database/db.ts'

/** Three entries of the console's top bar; each contains the menus with these codes and those below them. */
const topMenus = [
  { code: 'demo_projects', name: '项目办理', nameEn: 'Projects', source: sourceOf('project'), menus: ['project'] },
  { code: 'demo_publishing', name: '内容发布', nameEn: 'Publishing', source: sourceOf('news'), menus: ['news'] },
  {
    code: 'demo_operation',
    name: '系统运维',
    nameEn: 'Operation',
    source: sourceOf('system'),
    menus: ['system', 'storage', 'log'],
  },
] as const

/** Seeds the top menus of the demonstration. A top menu is visible to users with at least one of its menus. */
export const seedTopMenus = async (db: Db): Promise<void> => {
  for (const [i, { menus, ...row }] of topMenus.entries()) {
    const { id } = await db
      .insertInto('topMenu')
      .values({ ...row, sort: i + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      with recursive below as (
        select id from menu where code = any(${[...menus]}) and is_deleted = 0
        union select m.id from menu m join below b on m.parent_id = b.id where m.is_deleted = 0 and m.category = 1
      )
      insert into top_menu_setting (top_menu_id, menu_id) select ${id}::bigint, id from below`.execute(db)
  }
}
