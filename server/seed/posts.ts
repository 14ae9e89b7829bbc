import type { Db } from '../base/database/db.ts'
import { platformTenant } from '../engine/scope.ts'

/** The initial posts: BladeX forms require a post for every account. */
const posts: readonly [category: number, postCode: string, postName: string][] = [
  [1, 'ceo', '首席执行官'],
  [1, 'coo', '首席运营官'],
  [1, 'cfo', '首席财务官'],
  [1, 'cto', '首席技术官'],
  [1, 'cio', '首席信息官'],
  [2, 'pm', '技术经理'],
  [2, 'hrm', '人力经理'],
  [3, 'staff', '普通员工'],
]

/** Seeds the posts only if none exists, not even a removed one, so that removed posts do not come back. */
export const seedPosts = async (db: Db): Promise<void> => {
  if (await db.selectFrom('post').where('tenantId', '=', platformTenant).select('id').limit(1).executeTakeFirst())
    return
  const rows = posts.map(([category, postCode, postName], i) => ({ category, postCode, postName, sort: i + 1 }))
  await db.insertInto('post').values(rows).execute()
}
