import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { MenuCount } from '#contract/system/menu-counts.ts'
import { run } from '../base/database/db.ts'
import { identifier } from '../engine/column-types.ts'
import type { Ctx } from '../engine/context.ts'
import { rowFilter } from '../engine/scope.ts'

/** The number of scopes of this kind for each menu. */
export const menuCountsOf =
  (entity: AnyEntity) =>
  (ctx: Ctx): Promise<MenuCount[]> => {
    const table = identifier(entity.name)
    return run(
      ctx.db,
      sql`select menu_id::text as "menuId", count(*)::int as count from ${table}
        where ${rowFilter(ctx, entity)} and menu_id is not null group by menu_id`,
    )
  }
