import { expect, test } from 'vitest'
import type { RecordMatch } from '#contract/desk/record-search.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import type { FrameAction } from './frame-actions.tsx'
import type { Entry } from './menu-entries.ts'
import { actionItems, groupsFor, menuItems, recordItem } from './palette-items.tsx'
import type { RecentChoice } from './recent-choices.ts'

const t = (text: Text) => localize(text, 'zh')
const entry = (code: string, label: string, below: Entry[] = []): Entry => ({
  code,
  label,
  path: `/system/${code}`,
  isExternal: false,
  icon: code,
  below,
})
const entries = [
  entry('system', '系统管理', [entry('role', '角色管理'), entry('user', '用户管理'), entry('dict', '系统字典')]),
]
const actions: FrameAction[] = [
  { key: 'lock', label: ['锁屏', 'Lock the screen'], sign: null, run: () => {} },
  { key: 'theme', label: ['选择主题', 'Choose a theme'], sign: null, run: () => {} },
]
const record: RecordMatch = {
  entity: 'user',
  id: '7',
  title: '周工',
  fields: [
    { name: 'account', value: 'zhou' },
    { name: 'realName', value: '周工' },
  ],
}
const source = (may: (code: string) => boolean = () => true) => ({
  menus: menuItems([entry('home', '首页')], entries),
  records: [recordItem(record, t)].flatMap((item) => item ?? []),
  actions: actionItems(entries, actions, t, may),
  recent: [] as RecentChoice[],
})
const labelsFor = (text: string, choices = source(), may: (code: string) => boolean = () => false) =>
  Object.fromEntries(
    groupsFor(text, choices, t, may)
      .filter(({ options }) => options.length > 0)
      .map(({ label, options }) => [label, options.map((option) => option.label)]),
  )

test('a text lists the matching menus, then records, then actions', () => {
  expect(labelsFor('用户')).toEqual({ 菜单: ['用户管理'], 数据: ['周工'], 操作: ['新增用户'] })
  expect(labelsFor('sp', { ...source(), records: [] })).toEqual({ 操作: ['锁屏'] })
  expect(labelsFor('没有', { ...source(), records: [] })).toEqual({})
})

test('without a text recent choices come first and are not repeated below', () => {
  const recent = [
    { key: 'record:user:7', record },
    { key: 'action:lock' },
    { key: 'menu:/system/role' },
    { key: 'gone' },
  ]
  expect(labelsFor('', { ...source(), records: [], recent })).toEqual({
    最近使用: ['周工', '锁屏', '角色管理'],
    操作: ['新增用户', '新增角色', '选择主题'],
  })
})

test('rows can be added where the person has the menu and the permission, and the list has a form', () => {
  expect(labelsFor('新增')).toEqual({ 数据: ['周工'], 操作: ['新增用户', '新增角色'] })
  expect(
    labelsFor(
      '新增',
      source((code) => code === 'role_add'),
    ),
  ).toEqual({ 数据: ['周工'], 操作: ['新增角色'] })
  expect(source().actions.find(({ label }) => label === '新增用户')?.target).toEqual({
    path: '/system/user',
    isExternal: false,
    state: { add: 'user' },
  })
})

test('a record opens in its list, filtered by its most specific field or by its id', () => {
  expect(recordItem(record, t)?.target).toMatchObject({ path: '/system/user?account_equal=zhou' })
  expect(recordItem({ ...record, fields: [] }, t)?.target).toMatchObject({ path: '/system/user?id=7' })
  expect(recordItem({ ...record, entity: 'nothing' }, t)).toBeNull()
})

test('a record says what else is known of it, each value with its name', () => {
  const fields = [...record.fields, { name: 'phone', value: '19900001234' }]
  expect(recordItem({ ...record, fields }, t)?.detail).toBe('登录账号：zhou；手机号码：19900001234')
  expect(recordItem({ ...record, title: '' }, t)).toMatchObject({ label: 'zhou' })
})

test('the first record that is found offers what its list can do with it, within the permissions', () => {
  const offered = (may: (code: string) => boolean) => labelsFor('周工', source(), may).对第一条数据的操作
  expect(offered(() => true)).toEqual(expect.arrayContaining(['编辑: 周工', '重置密码: 周工']))
  expect(offered((code) => code === 'user_edit')).toEqual(['编辑: 周工'])
  expect(offered(() => false)).toBeUndefined()
})

test('a page is found by its pinyin and by other words for it, after those that are named so', () => {
  const dashboard = { ...entry('/wel/dashboard', '数据概览'), path: '/wel/dashboard' }
  const withPages = { ...source(), records: [], menus: menuItems([dashboard], entries) }
  expect(labelsFor('统计', withPages)).toEqual({ 菜单: ['数据概览'] })
  expect(labelsFor('baobiao', withPages)).toEqual({ 菜单: ['数据概览'] })
  expect(labelsFor('jiaose', withPages)).toEqual({ 菜单: ['角色管理'], 操作: ['新增角色'] })
})
