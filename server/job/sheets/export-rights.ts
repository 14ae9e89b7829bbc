import { createHash } from 'node:crypto'
import { exportCallsOf, listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { compile } from '../../base/database/sql.ts'
import { isDeniedByApiScope } from '../../engine/api-scope-match.ts'
import { hasPermission, type UserCtx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'

export const listOf = (entity: AnyEntity): Endpoint | undefined =>
  (entity.calls as Record<string, Endpoint>)[listVerbOf(entity) ?? '']

/** Throws 403 unless the caller may see the list and holds its export permission, and no API scope denies it. */
export const assertCanExport = (ctx: UserCtx, entity: AnyEntity): void => {
  const list = listOf(entity)
  const addresses = [exportCallsOf(entity).start.path, ...(list ? [list.path] : [])]
  const isDenied = addresses.some((path) => isDeniedByApiScope(ctx.actor.rights, path))
  if (isDenied || ![entity.code, `${entity.code}_export`].every((code) => hasPermission(ctx, code))) throw denied()
}

/** The entities whose rows a view describes: those that its references name. */
const describedBy = ({ app }: UserCtx, { isView, fields }: AnyEntity): AnyEntity[] =>
  isView
    ? Object.values(fields as Fields).flatMap(({ kind, of = '' }) => (kind === 'ref' ? (app.entities[of] ?? []) : []))
    : []

/** Which rows and columns of an entity the caller may see; of a view, also those of the rows it describes. */
const visibleRows = async (ctx: UserCtx, entity: AnyEntity): Promise<unknown[]> => {
  const { administrator, scopes } = ctx.actor.rights
  const boundsOf = (one: AnyEntity) => [scopes.get(one.code) ?? [], compile(rowFilter(ctx, one))]
  const extra = ctx.app.sheetExtras[entity.name]
  const others = extra ? [await extra.readable(ctx)] : []
  return [administrator, ...boundsOf(entity), ...describedBy(ctx, entity).flatMap(boundsOf), ...others]
}

/** What the caller may see of an entity: its rows, and the permissions that affect its list. */
export const visibilityOf = async (ctx: UserCtx, entity: AnyEntity): Promise<string> => {
  const codes = [...ctx.actor.rights.codes].filter((code) => code.startsWith(entity.code)).sort()
  return JSON.stringify([codes, await visibleRows(ctx, entity)])
}

/** A digest of which rows the owner could see, stored as the result of an export. */
export const visibilityDigest = async (ctx: UserCtx, entity: AnyEntity) => ({
  seen: createHash('sha256')
    .update(JSON.stringify(await visibleRows(ctx, entity)))
    .digest('hex'),
})
