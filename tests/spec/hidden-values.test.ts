import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'
import { declaration } from '#contract/project/declaration.ts'
import { recommend } from '#contract/project/recommend.ts'
import { workStart } from '#contract/work/work-start.ts'
import { sql } from '#server/base/database/sql.ts'
import { maskFields } from '#server/system/access/hidden-fields.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import {
  inputForRow,
  type RegisteredCall,
  registeredCalls,
  send,
  sessionEndingCalls,
} from '../support/registered-calls.ts'
import { missingFields } from '../support/required-fields.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo } from '../support/review-tasks.ts'
import { createRole, createScope } from '../support/roles.ts'
import { addLibraryRow, createStaff } from '../support/scenario.ts'

/** Columns that a data scope hides are hidden in every answer, not only in lists (docs/decisions/0128). */

let platform: Platform
let review: Review
const ids: Record<string, string> = {}

/** Values of hidden columns and parts, which stand nowhere else. */
const hiddenValues = [
  '隐藏路9876号',
  '隐某某甲',
  'hidden.value@example.com',
  '13900009876',
  '隐藏的修改要求',
  '隐藏单位乙',
  '隐藏推荐地址',
]

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  const { db } = platform
  const admin = await platform.admin()
  ids.declaration = await review.beginDeclaration()
  await bringTo(review, 30)
  await review.performAction('miit', 'provinceReturn', {
    ...remarks('contact.tel', 'information.address'),
    remarks: [{ at: 'contact.tel', text: '隐藏的修改要求' }],
  })
  const contact = { leaderName: '隐某某甲', email: 'hidden.value@example.com', leaderPhone: '13900009876' }
  await sql`update declaration_part set body = body || ${JSON.stringify(contact)}::jsonb
    where pid = ${ids.declaration} and part = 'contact'`.execute(db)
  await sql`update declaration_part set body = body || '{"address": "隐藏路9876号"}' where pid = ${ids.declaration}
    and part = 'information'`.execute(db)
  await db.updateTable('declaration').set({ address: '隐藏路9876号' }).where('id', '=', ids.declaration).execute()
  ids.library = await addLibraryRow(admin, { commpanyName: '隐藏单位乙' })
  const recommender = await createStaff(platform, 'province_miit', '320000')
  const { records } = await recommender.get(workStart.calls.list, {})
  ids.recommend = (
    await recommender.get(recommend.calls.save, {
      projectName: '可见的推荐',
      projectAddress: '隐藏推荐地址',
      projectCurator: '隐某某甲',
      phone: '13900009876',
      projectOverview: '改造三条数控加工产线。',
      processDefinitionId: records.find(({ key }) => key === 'recommend')?.id ?? '',
    })
  ).id
})

const visibleFields = {
  declaration: 'projectName,declareStatus',
  library: 'projectName',
  recommend: 'projectName',
  company: 'commpanyName',
}

/** What people have sent, for those who operate the platform, whatever rows it was about (docs/decisions/0022). */
const requestLogs = ['logApi', 'logUsual', 'logError']

/** Calls that read: every GET, and the status of a declaration, which the specification reads by POST. */
const isRead = ({ name, about, endpoint }: RegisteredCall) =>
  !requestLogs.includes(about) &&
  (endpoint.method === 'GET' || name === 'declaration.getStatus') &&
  endpoint.access !== 'public' &&
  !sessionEndingCalls.includes(name)

test('no answer contains a hidden value, or lacks what the API document requires of it, whatever the call', async () => {
  const admin = await platform.admin()
  const menus = await platform.db.selectFrom('menu').select('code').where('isDeleted', '=', 0).execute()
  const scopes: string[] = []
  for (const [resourceCode, scopeField] of Object.entries(visibleFields))
    scopes.push(await createScope(admin, { resourceCode, scopeType: 1, scopeField }))
  await createRole(platform, admin, 'reads.some', { codes: menus.map(({ code }) => code), scopes })
  const reader = await createStaff(platform, 'reads.some')
  let answers = 0
  for (const call of registeredCalls.filter(isRead)) {
    const id = ids[call.about]
    const inputs = [{ size: 200, format: 'csv' }, ...(id ? [{ ...inputForRow(call, id), pid: id, id }] : [])]
    for (const input of inputs) {
      const { status, text } = await send(reader, call.endpoint, input)
      if (status === 200) answers++
      expect([call.name, hiddenValues.filter((value) => text.includes(value))]).toEqual([call.name, []])
      if (status === 200 && text.startsWith('{'))
        expect([call.name, missingFields(call.endpoint, JSON.parse(text))]).toEqual([call.name, []])
    }
  }
  expect(answers).toBeGreaterThan(100)
  expect(await reader.get(declaration.calls.getStatus, { id: ids.declaration as string })).toMatchObject({
    status: 70,
    declareNo: null,
    missing: [],
    remarks: [],
    readable: ['information.projectName'],
  })
})

test('an answer of which nobody has said how it hides columns stops the start', () => {
  const endpoint = { ...declaration.calls.compare, output: { as: 'shaped' } } as Endpoint
  expect(() => maskFields(declaration, 'anything', endpoint, async () => null)).toThrow(
    'The answer of declaration.anything may contain columns that a data scope hides: add its mask.',
  )
})
