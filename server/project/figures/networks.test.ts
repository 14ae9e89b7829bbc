import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openPlatform } from '../../../tests/support/platform.ts'
import { creditCode } from '../../../tests/support/scenario.ts'
import type { Db } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { applyNetworkChanges, countNetworks } from './networks.ts'

let db: Db
beforeAll(async () => {
  ;({ db } = await openPlatform())
})

const rowOf = (province: string, more: object) => ({
  networkName: '专网',
  commpanyName: '单位',
  organizationCode: creditCode(1),
  operator: 1,
  networkMode: 2,
  province,
  city: province,
  ...more,
})

/** The numbers counted from the rows: what the kept ones have to be at any moment. */
const countRows = async () => {
  const { rows } = await sql<{ code: string; networks: number; demo: number }>`
    select province as code, count(*)::int as networks, (count(*) filter (where demo = 1))::int as demo
    from private_network where is_deleted = 0 and tenant_id = '000000' group by 1`.execute(db)
  return rows
}
const byCode = <T extends { readonly code: string }>(all: readonly T[]) =>
  [...all].sort((a, b) => (a.code < b.code ? -1 : 1))

const province = fc.constantFrom('320000', '330000', '110000')
const change = fc.oneof(
  fc.record({ province, tenantId: fc.constantFrom('000000', '000000', '111111'), demo: fc.constantFrom(0, 1, null) }),
  fc.record({ moveTo: province }),
  fc.record({ isDeleted: fc.constantFrom(0, 1) }),
  fc.constant('apply' as const),
  fc.constant('delete' as const),
)

const perform = async (one: typeof change extends fc.Arbitrary<infer T> ? T : never) => {
  if (one === 'apply') return applyNetworkChanges(db)
  if (one === 'delete')
    return sql`delete from private_network where id = (select min(id) from private_network)`.execute(db)
  if ('moveTo' in one)
    return sql`update private_network set province = ${one.moveTo} where id = (select max(id) from private_network)`.execute(
      db,
    )
  if ('isDeleted' in one)
    return sql`update private_network set is_deleted = ${one.isDeleted} where id % 2 = 0`.execute(db)
  const { province: code, ...more } = one
  return db.insertInto('privateNetwork').values(rowOf(code, more)).execute()
}

test('the kept numbers are those of the rows after any changes, applied or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      for (const one of changes) await perform(one)
      expect(byCode(await countNetworks(db))).toEqual(byCode(await countRows()))
    }),
    { numRuns: 30 },
  )
  await sql`select recount_private_networks()`.execute(db)
  expect(byCode(await countNetworks(db))).toEqual(byCode(await countRows()))
  await sql`truncate private_network`.execute(db)
  expect(await countNetworks(db)).toEqual([])
})
