import { beforeAll, expect, test } from 'vitest'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { messages } from '#contract/inbox/message.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'

/** Lists of the workflow and of messages that are longer than what one request may look at. */

let platform: Platform
let boss: Caller & { readonly id: string }

/** Running processes with a task for the candidates of `boss`; `第n件` is due in n hours, and newer than all before it. */
const addProcesses = (from: number, to: number) =>
  sql`with d as (select id from flow_definition where key = 'leave' order by version desc limit 1),
      i as (insert into flow_instance (tenant_id, definition_id, business_table, business_id, subject, start_time)
        select '000000', d.id, 'leave', n, '第' || n || '件', now() - interval '9 days' + n * interval '1 second'
        from d, generate_series(${from}::int, ${to}::int) n returning id, business_id as n),
      t as (insert into flow_task (instance_id, execution_id, task_key, name, due_time)
        select id, 'e' || n, 'boss', '上级审批', now() + n * interval '1 hour' from i returning id)
    insert into flow_task_candidate (task_id, kind, value) select id, 'group', 'boss' from t`.execute(platform.db)

beforeAll(async () => {
  platform = await openPlatform()
  boss = await createStaff(platform, 'boss')
  await addProcesses(1, 600)
})

const page = async (input: object) => {
  const { records, total, capped } = await boss.get(workClaim.calls.list, { size: 2, ...input })
  return [total, capped === true, ...records.map(({ subject }) => subject)]
}

test('more than 500 tasks to claim are counted, and listed by urgency on every page', async () => {
  expect(await page({})).toEqual([600, false, '第1件', '第2件'])
  expect(await page({ current: 251 })).toEqual([600, false, '第501件', '第502件'])
  expect(await page({ current: 300 })).toEqual([600, false, '第599件', '第600件'])
  expect(await page({ current: 301 })).toEqual([600, false])
  expect(await page({ keyword: '第60' })).toEqual([2, false, '第60件', '第600件'])
  expect(await page({ descs: 'dueTime' })).toEqual([600, false, '第600件', '第599件'])
})

test('of more than 5,000 a filter looks at the most urgent, and says so', async () => {
  await addProcesses(601, 5002)
  expect(await page({ keyword: '第500' })).toEqual([2, true, '第500件', '第5000件'])
  expect(await page({ current: 2501 })).toEqual([5002, false, '第5001件', '第5002件'])
})

test('of more than 5,000 running processes a filter looks at the newest, and finds each by its number', async () => {
  const admin = await platform.admin()
  const read = async (input: object) => {
    const { records, total, capped } = await admin.get(flowFollow.calls.list, { size: 2, ...input })
    return [total, capped === true, ...records.map(({ subject }) => subject)]
  }
  expect(await read({})).toEqual([5002, false, '第5002件', '第5001件'])
  expect(await read({ current: 2501 })).toEqual([5002, false, '第2件', '第1件'])
  expect(await read({ subject: '第1件' })).toEqual([0, true])
  expect(await read({ keyword: '请假' })).toEqual([5000, true, '第5002件', '第5001件'])
  expect(await read({ ascs: 'subject' })).toEqual([5000, true, '第1000件', '第1001件'])
  const [oldest] = (await admin.get(flowFollow.calls.list, { current: 5002, size: 1 })).records
  for (const name of ['processInstanceId', 'keyword'])
    expect(await read({ [name]: oldest?.id })).toEqual([1, false, '第1件'])
})

test('of many messages with a text the newest come first, and each full page leads to the next', async () => {
  const add = (count: number, title: string) =>
    sql`insert into message (tenant_id, to_user, kind, title, text, title_en, text_en, link, create_time)
      select '000000', ${boss.id}, 'result', ${title} || n, '', 'm', '', '/wel/index', now() - n * interval '1 minute'
      from generate_series(1, ${count}::int) n`.execute(platform.db)
  const read = async (input: object) => {
    const { records, total, capped } = await boss.get(messages.list, { size: 2, ...input })
    return [total, capped === true, ...records.map(({ title }) => title)]
  }
  await add(1100, '通报')
  expect(await read({ keyword: '通报' })).toEqual([1000, true, '通报1', '通报2'])
  expect(await read({ keyword: '通报', current: 500 })).toEqual([1001, true, '通报999', '通报1000'])
  expect(await read({ keyword: '通报', current: 550 })).toEqual([1100, false, '通报1099', '通报1100'])
  expect(await read({ keyword: '通报1100' })).toEqual([1, false, '通报1100'])
  await add(5000, '日常')
  // the index of pairs finds those before the newest 5,000; a single character has no pair
  await sql`update message set create_time = now() - interval '9 days' where title = '通报1100'`.execute(platform.db)
  expect(await read({ keyword: '通报1100' })).toEqual([1, false, '通报1100'])
  await sql`update message set title = '报' where title = '通报1100'`.execute(platform.db)
  await sql`update message set title = '其他' where title like '通报%'`.execute(platform.db)
  expect(await read({ keyword: '报' })).toEqual([0, true])
})
