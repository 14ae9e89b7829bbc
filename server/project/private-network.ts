import type { RowOf } from '#contract/kit/entity.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import type { RowInput } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { declaration } from '#contract/project/declaration.ts'
import { privateNetwork } from '#contract/project/private-network.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import { isRegionWithin } from '#contract/system/region-code.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../engine/context.ts'
import { findRow, pageOf, saveRow } from '../engine/crud.ts'
import { rowFilter } from '../engine/scope.ts'

type Row = RowOf<typeof privateNetwork>
type Input = RowInput<typeof privateNetwork.fields> & { id?: string | null }

/** The name of a credit code in the register of companies; undefined for a code without one. */
const registeredName = async (ctx: Ctx, organizationCode: unknown): Promise<string | undefined> => {
  const row = await ctx.db
    .selectFrom('company')
    .select('commpanyName')
    .where('organizationCode', '=', String(organizationCode))
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  return row?.commpanyName
}

/**
 * Whose network it is. An enterprise registers its own, whatever the body says; the name of a registered code is the register's. Only the
 * platform enters organisations that are not registered.
 */
const ownerOf = async (ctx: Ctx, input: Input, before: Row | null) => {
  const given = input.organizationCode ?? before?.organizationCode ?? ''
  const organizationCode = ctx.actor.accountType === 1 ? (ctx.actor.organizationCode ?? '') : given
  const name = await registeredName(ctx, organizationCode)
  if (name !== undefined) return { organizationCode, commpanyName: name }
  if (!isDeclarant(ctx.actor)) return { organizationCode, commpanyName: input.commpanyName ?? before?.commpanyName }
  if (organizationCode === before?.organizationCode) return { organizationCode, commpanyName: before.commpanyName }
  throw faulty([
    {
      at: 'organizationCode',
      text: [
        '该单位尚未在平台注册，请联系平台管理员登记',
        'This organisation is not registered on the platform; please contact the administrator',
      ],
    },
  ])
}

/** A branch of an operator registers networks of its operator in its region. */
const faultsOfBranch = ({ actor }: Ctx, { operator, city }: Partial<Row>): Fault[] => {
  if (actor.accountType !== 2) return []
  const faults: Fault[] = []
  if (operator !== actor.operator)
    faults.push({
      at: 'operator',
      text: ['只能登记本运营商的专网', 'You can register only networks of your own operator'],
    })
  if (!isRegionWithin(city ?? null, actor.region))
    faults.push({ at: 'city', text: ['只能登记本地区的专网', 'You can register only networks in your region'] })
  return faults
}

const faultsOfPlace = ({ province, city }: Partial<Row>): Fault[] =>
  isRegionWithin(city ?? null, province ?? null)
    ? []
    : [{ at: 'city', text: ['城市不在所选省份内', 'The city is not in the chosen province'] }]

/** A new declaration must be one that the writer sees, and that of the network's organisation. */
const faultsOfDeclaration = async (ctx: Ctx, { pid, organizationCode }: Partial<Row>, before: Row | null) => {
  const isUnchanged = pid === before?.pid && organizationCode === before?.organizationCode
  if (!pid || isUnchanged) return []
  const isVisible = pid === before?.pid ? sql`true` : rowFilter(ctx, declaration)
  const [row] = await run<{ code: string }>(
    ctx.db,
    sql`select organization_code as code from declaration
      where id = ${pid} and tenant_id = ${ctx.actor.tenantId} and ${isVisible}`,
  )
  if (row?.code === organizationCode) return []
  return [
    {
      at: 'pid',
      text: row
        ? (['所选申报不属于该单位', 'This declaration belongs to another organisation'] as const)
        : (['所选申报不存在或您无权查看', 'This declaration does not exist or is not open to you'] as const),
    },
  ]
}

/** Adds a network, or changes the one whose id is given. */
const save = async (ctx: Ctx, input: Input): Promise<{ id: string }> => {
  requirePermission(ctx, input.id ? 'private_network_edit' : 'private_network_add')
  const before = input.id ? await findRow(ctx, privateNetwork, input.id) : null
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const owner = await ownerOf(ctx, input, before)
  const after = { ...before, ...given, ...owner } as Partial<Row>
  const faults = [
    ...faultsOfBranch(ctx, after),
    ...faultsOfPlace(after),
    ...(await faultsOfDeclaration(ctx, after, before)),
  ]
  if (faults.length) throw faulty(faults)
  return saveRow(ctx, privateNetwork, { ...input, ...owner })
}

/** Rows without the names of declarations that the caller does not see: an operator must not learn of a draft. */
const withVisibleNames = async <R extends { pid: string | null }>(ctx: Ctx, rows: readonly R[]): Promise<R[]> => {
  const ids = rows.flatMap(({ pid }) => pid ?? [])
  if (ids.length === 0) return [...rows]
  const visible = await run<{ id: string }>(
    ctx.db,
    sql`select id::text from declaration where id = any(${ids}::bigint[]) and ${rowFilter(ctx, declaration)}`,
  )
  const visibleIds = new Set(visible.map(({ id }) => id))
  return rows.map((row) => (row.pid && !visibleIds.has(row.pid) ? { ...row, pidName: null } : row))
}

const list = async (ctx: Ctx, input: ListInput) => {
  const page = await pageOf(ctx, privateNetwork, input)
  return { ...page, records: await withVisibleNames(ctx, page.records) }
}

export const privateNetworkHandlers: Handlers<'privateNetwork'> = {
  list,
  detail: async (ctx, { id }) => {
    const [row] = await withVisibleNames(ctx, [await findRow(ctx, privateNetwork, id)])
    return row as Row
  },
  submit: (ctx, input) => tx(ctx, (inside) => save(inside, input)),
}
