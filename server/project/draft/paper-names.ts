import { privateNetwork } from '#contract/project/private-network.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { hasPermission, type UserCtx } from '../../engine/context.ts'
import type { PaperNames } from '../../engine/paper-texts.ts'
import { rowFilter } from '../../engine/scope.ts'

const isId = (value: unknown): boolean => /^\d{1,19}$/.test(String(value))

/** The names of files that belong to the declaration, whatever ids its parts name. */
const fileNames = async (ctx: UserCtx, pid: string, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await run<{ id: string; name: string }>(
    ctx.db,
    sql`select a.id::text, a.original_name as name from attach a join declaration_file f on f.attach_id = a.id
      where f.pid = ${pid} and a.is_deleted = 0 and a.id = any(${ids.filter(isId)}::bigint[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names of private networks that the caller may see. */
const networkNames = async (ctx: UserCtx, ids: readonly unknown[]): Promise<Map<string, string>> => {
  const known = ids.filter(isId).map(String)
  if (known.length === 0 || !hasPermission(ctx, privateNetwork.code)) return new Map()
  const rows = await run<{ id: string; name: string }>(
    ctx.db,
    sql`select id::text, network_name as name from private_network where id = any(${known}::bigint[])
      and ${rowFilter(ctx, privateNetwork)}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names for these ids; a draft may have anything in the place of an id. */
export const namesFor = async (
  ctx: UserCtx,
  pid: string,
  ids: { readonly files: readonly string[]; readonly networks: readonly unknown[] },
): Promise<PaperNames> => ({
  files: await fileNames(ctx, pid, ids.files),
  rows: await networkNames(ctx, ids.networks),
})
