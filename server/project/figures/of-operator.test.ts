import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { person, rightsOf } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { stepArbOf, writeAtOnce } from '../../../tests/support/random-writes.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { rowFilter } from '../../engine/scope.ts'
import { rowsOfOperator } from './of-operator.ts'

let db: Db
beforeAll(async () => {
  ;({ db } = await openPlatform())
})

const stepArb = stepArbOf(
  fc.record(
    {
      operators: fc.constantFrom(null, [], [1], [2], [1, 2], [2, 1, 1]),
      declareStatus: fc.constantFrom(0, 5, 10, 50, 60, 70),
      furthestStage: fc.constantFrom(null, 10, 20),
      stageName: fc.constantFrom(null, '复核'),
      stageSince: fc.constantFrom(null, '2025-01-01 00:00:00'),
      applyTime: fc.constantFrom(null, '2025-01-31 23:59:59'),
      stageUntil: fc.constantFrom(null, '2025-03-01 00:00:00'),
      correctionUntil: fc.constantFrom(null, '2025-04-01 00:00:00'),
      noticeUntil: fc.constantFrom(null, '2025-05-01 00:00:00'),
      createTime: fc.constantFrom('2024-01-31 23:59:59', '2025-02-01 00:00:00'),
      city: fc.constantFrom(null, '320500', '320100', '330100'),
      province: fc.constantFrom(null, '320000', '330000'),
      organizationCode: fc.constantFrom(null, 'A', 'B'),
      invitedCode: fc.constantFrom(null, 'A', 'B'),
      templateId: fc.constantFrom(null, '500'),
      tenantId: fc.constantFrom('000000', '000000', '111111'),
    },
    { requiredKeys: [] },
  ),
)
const table = {
  name: 'declaration',
  required: { declareStatus: 5 },
  emptied: { city: null },
  apply: async () => {},
} as const

const ofOperator = { type: 5, column: 'operators,city', value: 'declareStatus_ge=5' }
const own = { type: 5, column: 'organizationCode' }
const operator = (region: string, code: string | null, scopes: object[], number: number | null = 1) =>
  person({
    accountType: 2,
    region,
    operator: number,
    organizationCode: code,
    rights: rightsOf({ codes: ['declaration'], scopes: { declaration: scopes } }),
  })
const people = {
  'of a province': operator('320000', 'A', [ofOperator, own]),
  'of a city': operator('320500', 'B', [own, ofOperator]),
  'of the country': operator('00', null, [ofOperator, own], 2),
  'that sees only what names it': operator('330000', 'A', [ofOperator]),
}
const others = {
  'an account without an operator': operator('320000', 'A', [ofOperator, own], null),
  'a declarant': operator('320000', 'A', [own]),
  'an operator who sees its region': operator('320000', 'A', [ofOperator, { type: 5, column: 'city' }]),
  'an operator who sees everything': operator('320000', 'A', [ofOperator, { type: 1 }]),
}

const rowsIn = (source: Fragment, where: Fragment) =>
  run<{ id: string }>(
    db,
    sql`select id, tenant_id, operators, organization_code, province, city, declare_status, create_time, furthest_stage, apply_time, stage_since,
      stage_name, stage_name_en, invited_code, template_id from ${source} where ${where} order by id`,
  )

test('the kept rows of an operator are the declarations that its row filter allows, after any writes at the same time', async () => {
  const seen = new Set<string>()
  const stored = () => run(db, sql`select * from declaration_of_operator order by id, operator`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(stepArb, { maxLength: 12 }), { minLength: 1, maxLength: 4 }),
      async (writers) => {
        await writeAtOnce(db, table, writers)
        for (const [name, actor] of Object.entries(people)) {
          const live = await rowsIn(sql`declaration`, rowFilter({ actor }, declaration))
          expect([name, await rowsIn(rowsOfOperator({ actor }) as Fragment, sql`true`)]).toEqual([name, live])
          if (live.length > 0) seen.add(name)
        }
        const before = await stored()
        await sql`select recount_operators()`.execute(db)
        expect(await stored()).toEqual(before)
      },
    ),
    { numRuns: 25 },
  )
  expect([...seen].sort()).toEqual(Object.keys(people).sort())
  await sql`truncate declaration cascade`.execute(db)
  expect(await stored()).toEqual([])
})

test('who sees more than what names their operator, or their organisation, has no kept rows', () => {
  for (const [name, actor] of Object.entries(others)) expect([name, rowsOfOperator({ actor })]).toEqual([name, null])
})
