import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportCallsOf } from '#contract/job/exporting.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { loginLog } from '#contract/log/login-log.ts'
import { library } from '#contract/project/library.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { download, exportRows, rowsOf, startExport, waitForJob } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope, grantTo } from '../support/roles.ts'
import { addLibraryRow } from '../support/scenario.ts'

/** An export contains only rows and fields that the list shows, for any data scopes and any parameters. */
let platform: Platform
let admin: Caller

const codes = ['library', 'library_view', 'library_export']
const fields: Fields = library.fields
const titleOf = (name: string) => (fields[name] as Field).label[0]

let person: Awaited<ReturnType<typeof createClerk>>
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  person = await createClerk(platform, 'export.scope', { codes })
  await admin.get(user.calls.update, { id: person.id, region: '320500', accountType: 2, operator: 1 })
  for (const [i, more] of [
    { city: '320500', operator: 1, year: '2025' },
    { city: '320100', operator: 1, year: '2026' },
    { city: '330100', province: '330000', operator: 2, year: '2026' },
    { city: '320500', operator: 3, year: '2025' },
  ].entries()) {
    const id = await addLibraryRow(admin, { projectName: `项目${i}`, investment: 100 * (i + 1), ...more })
    if (i < 2) await platform.db.updateTable('library').set({ createUser: person.id }).where('id', '=', id).execute()
  }
})

const scopeArb = fc.record({
  rule: fc.constantFrom(
    ...[
      { scopeType: 1 },
      { scopeType: 2 },
      { scopeType: 5, scopeColumn: 'city' },
      { scopeType: 5, scopeColumn: 'operator' },
    ],
    { scopeType: 5, scopeColumn: '', scopeValue: 'year_equal=2026' },
  ),
  fieldNames: fc.option(fc.subarray(['city', 'operator', 'investment', 'year', 'organizationCode'])),
})
const exportParams = fc.record({
  columns: fc.subarray(['projectName', 'city', 'operator', 'investment', 'year', 'organizationCode', 'createTime']),
  filter: fc.constantFrom({}, { year: '2026' }, { investment_ge: '200' }, { city: '320500' }, { ascs: 'investment' }),
})

describe('an export', () => {
  test('contains the rows and fields of the list, for any scopes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(scopeArb, { minLength: 1, maxLength: 2 }),
        exportParams,
        async (scopeInputs, { columns, filter }) => {
          const scopes: string[] = []
          for (const { rule, fieldNames } of scopeInputs) {
            const row = {
              resourceCode: 'library',
              ...rule,
              scopeField: fieldNames?.length ? fieldNames.join(',') : '*',
            }
            scopes.push(await createScope(admin, row as Parameters<typeof createScope>[1]))
          }
          await grantTo(platform, admin, person.roleId, { codes, scopes })
          const { records } = await person.get(library.calls.page, { size: 200, ...filter })
          const rows = await exportRows(person, library, filter, { columns: ['projectName', ...columns].join(',') })
          expect(rows.map((row) => row.项目名称)).toEqual(records.map(({ projectName }) => projectName))
          for (const [i, row] of rows.entries())
            for (const name of columns.filter((one) => one !== 'createTime' && one !== 'projectName')) {
              const listValue = (records[i] as Record<string, unknown>)[name]
              const isExported = Object.keys(row).some((title) => title.startsWith(titleOf(name)) && row[title] !== '')
              expect([name, isExported]).toEqual([name, listValue !== undefined && listValue !== null])
            }
          // a scope that a role has is not removed
          await grantTo(platform, admin, person.roleId, { codes, scopes: [] })
          await admin.get(dataScope.calls.remove, { ids: scopes.join(',') })
        },
      ),
      { numRuns: 15 },
    )
  })

  test('is the same as a direct file and as the file of a job', async () => {
    const scope = await createScope(admin, {
      resourceCode: 'library',
      scopeType: 5,
      scopeColumn: 'city',
      scopeField: 'city',
    })
    await grantTo(platform, admin, person.roleId, { codes, scopes: [scope] })
    const { direct } = exportCallsOf(library)
    const file = await person.raw('GET', `${direct.path}?format=csv&columns=projectName,investment,city`)
    const [header, ...lines] = (await file.text()).trim().split('\r\n')
    const rows = await exportRows(person, library, {}, { columns: 'projectName,investment,city' })
    expect(lines).toHaveLength(rows.length)
    expect([header?.includes('项目名称'), rows.length]).toEqual([true, 2])
    for (const amount of ['100', '400']) expect(lines.join().split(',')).not.toContain(amount)
  })

  test('of a list of logins is closed when the scopes of accounts become narrower', async () => {
    const [all, own] = [
      await createScope(admin, { resourceCode: 'user', scopeType: 1 }),
      await createScope(admin, { resourceCode: 'user', scopeType: 2 }),
    ]
    const logins = ['user', 'login_log', 'login_log_export']
    const reader = await createClerk(platform, 'export.logins', { codes: logins, scopes: [all] })
    const id = await startExport(reader, loginLog)
    await waitForJob(reader, id)
    expect((await rowsOf(await download(reader, id))).length).toBeGreaterThan(1)
    await grantTo(platform, admin, reader.roleId, { codes: logins, scopes: [own] })
    await expect(download(reader, id)).rejects.toThrow('您的数据范围已变更')
  })

  test('is rejected like the list once the user has lost the role', async () => {
    const auditorRole = (await admin.get(role.calls.select, {})).find(({ roleAlias }) => roleAlias === 'auditor')
    await admin.get(user.calls.grant, { userIds: person.id, roleIds: String(auditorRole?.id) })
    const { start, direct } = exportCallsOf(library)
    expect((await person.ask(library.calls.page, {})).status).toBe(403)
    expect((await person.ask(start, { query: '' })).status).toBe(403)
    expect((await person.raw('GET', `${direct.path}?format=csv`)).status).toBe(403)
  })
})
