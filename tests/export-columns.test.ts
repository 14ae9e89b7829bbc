import { expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { exportCallsOf, listVerbOf } from '#contract/job/exporting.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { sheetColumns } from '#server/job/sheets/sheet-columns.ts'

/**
 * The columns of each export that names none, since programs read such files. They follow from the columns of the table, which change
 * more often: a difference is read before it is accepted (`npx vitest run --project node tests/export-columns.test.ts --update`).
 */
test('an export that names no columns has the known ones', async () => {
  const exported = (Object.values(entities) as AnyEntity[]).filter(
    (entity) => listVerbOf(entity) && exportCallsOf(entity),
  )
  const lines = exported.map((entity) =>
    [entity.name, ...sheetColumns(entity, null, 'zh').map(({ title }) => title)].join(' '),
  )
  expect(lines.length).toBeGreaterThan(30)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('export-columns.txt')
})
