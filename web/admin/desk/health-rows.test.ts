import { expect, test } from 'vitest'
import type { PlatformHealth } from '#contract/desk/platform-health.ts'
import { healthRowsOf } from './health-rows.ts'

const none: PlatformHealth = {
  checkedAt: '2026-11-24 08:00:00',
  errors: null,
  lockedAccounts: null,
  registrations: null,
  faultyProcesses: null,
  newerProcesses: null,
  storage: null,
  jobs: null,
  messages: null,
  backup: null,
  archiving: null,
  doubles: null,
  missingYears: null,
  address: null,
  lacks: null,
}
const states = (more: Partial<PlatformHealth>) =>
  healthRowsOf({ ...none, ...more }).map(({ key, state }) => [key, state?.words[0]])

test('figures that the caller may not see have no line', () => {
  expect(healthRowsOf(none)).toEqual([])
})

test('the errors of each source link to those of today', () => {
  const rows = healthRowsOf({ ...none, errors: { server: 0, browser: 2 } })
  expect(rows.map(({ state, to }) => [state?.words[0], to])).toEqual([
    ['正常', '/log/log-error?serviceId=server&createTime_dategt=2026-11-24&createTime_datelt=2026-11-24'],
    ['需处理', '/log/log-error?serviceId=browser&createTime_dategt=2026-11-24&createTime_datelt=2026-11-24'],
  ])
})

test('a newer version of a shipped process has a line until it is deployed', () => {
  const rows = [0, 1].flatMap((newerProcesses) => healthRowsOf({ ...none, newerProcesses }))
  expect(rows.map(({ figure, state, to }) => [figure[0], state?.words[0], to])).toEqual([
    ['1', '需处理', '/flow/manager'],
  ])
})

test('accounts link to the lists that count them', () => {
  const rows = healthRowsOf({ ...none, lockedAccounts: 1, registrations: 0 })
  expect(rows.map(({ state, to }) => [state?.words[0], to])).toEqual([
    ['需处理', '/system/locked-account'],
    ['正常', '/system/user?status=0'],
  ])
})

test('processes that cannot go on link to the list of them', () => {
  const rows = [0, 2].flatMap((faultyProcesses) => healthRowsOf({ ...none, faultyProcesses }))
  expect(rows.map(({ state, to }) => [state?.words[0], to])).toEqual([
    ['正常', '/flow/follow?fault_notnull=1'],
    ['需处理', '/flow/follow?fault_notnull=1'],
  ])
})

test('years without public holidays have a line that names them', () => {
  const rows = [[], [2027]].flatMap((missingYears) => healthRowsOf({ ...none, missingYears }))
  expect(rows.map(({ figure, state, to }) => [figure[0], state?.words[0], to])).toEqual([
    ['缺少 2027 年', '需处理', '/system/dict?code=holiday'],
  ])
})

test('a queue is slow after ten minutes', () => {
  const jobs = { failed: 0, waiting: 1, running: 0 }
  expect(states({ jobs: { ...jobs, oldestMinutes: 9 } })).toEqual([
    ['failed', '正常'],
    ['queue', '正常'],
  ])
  expect(states({ jobs: { ...jobs, failed: 1, oldestMinutes: 10 } })).toEqual([
    ['failed', '需处理'],
    ['queue', '积压'],
  ])
})

test('messages that failed or wait too long, and channels that are not set up, are seen', () => {
  const messages = { mail: true, sms: true, waiting: 3, failed: 0, oldestMinutes: 9 }
  const words = (more: Partial<typeof messages>) => states({ messages: { ...messages, ...more } })
  expect(words({})).toEqual([
    ['mail', '正常'],
    ['sms', '正常'],
    ['messages', '正常'],
  ])
  expect(words({ mail: false, sms: false, oldestMinutes: 10 })).toEqual([
    ['mail', '不发送'],
    ['sms', '不发送'],
    ['messages', '积压'],
  ])
  expect(words({ failed: 1 })[2]).toEqual(['messages', '需处理'])
  const [row] = healthRowsOf({ ...none, messages: { ...messages, failed: 1 } }).slice(-1)
  expect(row?.to).toBe('/inbox/outbox?state=failed')
})

test('a disk with less than a tenth of its space left is low; files elsewhere have no disk', () => {
  const storage = { files: 3, bytes: 2048, disk: { free: 9, size: 100 } }
  expect(states({ storage })).toEqual([
    ['storage', undefined],
    ['disk', '空间不足'],
  ])
  expect(states({ storage: { ...storage, disk: { free: 10, size: 100 } } })[1]).toEqual(['disk', '正常'])
  expect(states({ storage: { ...storage, disk: null } })).toEqual([['storage', undefined]])
})

test.each([
  [{ enabled: false, lastAt: null, lastFailureAt: null }, '未开启'],
  [{ enabled: true, lastAt: null, lastFailureAt: null }, '等待中'],
  [{ enabled: true, lastAt: '2026-11-24 07:00:00', lastFailureAt: '2026-11-23 07:00:00' }, '正常'],
  [{ enabled: true, lastAt: '2026-11-23 07:00:00', lastFailureAt: '2026-11-24 07:00:00' }, '归档失败'],
  [{ enabled: true, lastAt: null, lastFailureAt: '2026-11-24 07:00:00' }, '归档失败'],
])('archiving %j is %s', (archiving, words) => {
  expect(states({ archiving })).toEqual([['archiving', words]])
})

test('texts that differ only in their form are named, and without them there is no line', () => {
  expect(states({ doubles: [] })).toEqual([])
  const [row] = healthRowsOf({
    ...none,
    doubles: [{ label: ['岗位编号', 'Code'], count: 1, texts: ['ＣＥＯ', 'ceo'] }],
  })
  expect([row?.label[0], row?.figure[0], row?.state?.words[0], row?.note?.[0]]).toEqual([
    '岗位编号仅写法不同',
    '1',
    '需处理',
    '请改为不同的内容：ＣＥＯ、ceo',
  ])
})

test('without a public address a line says what is missing because of it', () => {
  const [row] = healthRowsOf({ ...none, address: { publicUrl: null } })
  expect([row?.figure[0], row?.state?.words[0], row?.note?.[0]]).toEqual([
    '未配置',
    '需处理',
    expect.stringContaining('PUBLIC_URL'),
  ])
  expect(states({ address: { publicUrl: 'https://5g.example.cn' } })).toEqual([['address', '正常']])
})

test('the words about backups are those of the server, and lead to their job', () => {
  const backup = {
    figure: ['5 小时前', '5 h ago'],
    tone: 'bad',
    words: ['未验证', 'Not proved'],
    note: ['原因', 'why'],
  } as const
  const [row] = healthRowsOf({ ...none, backup })
  expect([row?.figure[0], row?.state, row?.note?.[0], row?.to]).toEqual([
    '5 小时前',
    { tone: 'bad', words: backup.words },
    '原因',
    '/job/job-info',
  ])
})
