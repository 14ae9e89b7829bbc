import type { AnyEntity } from '#contract/kit/entity.ts'
import type { MenuCount } from '#contract/system/menu-counts.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { identifier } from '../../engine/column-types.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'

/** The number of scopes of this kind for each menu, with those of the menus below it. */
export const menuCountsOf =
  (entity: AnyEntity) =>
  (ctx: Ctx): Promise<MenuCount[]> => {
    const table = identifier(entity.name)
    return run(
      ctx.db,
      sql`with recursive own as (
          select menu_id, count(*) as scopes from ${table}
          where ${rowFilter(ctx, entity)} and menu_id is not null group by menu_id
        ), place as (
          select menu_id, menu_id as id from own
          union select p.menu_id, m.parent_id from place p join menu m on m.id = p.id where m.parent_id <> 0
        )
        select id::text as "menuId", sum(scopes)::int as count from place join own using (menu_id) group by id`,
    )
  }
