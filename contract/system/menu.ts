import { consoleWords } from '../console-words.ts'
import { get, row as oneRow, post, rows, shaped, type TreeNode } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, int, ref, refs, text, tree } from '../kit/field.ts'
import { base, type EntityRow } from '../kit/verbs.ts'
import { words } from '../words.ts'
import { topMenu } from './top-menu.ts'

const fields = {
  parentId: tree('上级菜单', 'Parent', { of: 'menu' }),
  category: choice('菜单类型', 'Type', {
    required: true,
    initial: 1,
    choices: [
      [1, ['菜单', 'Menu']],
      [2, ['按钮', 'Button']],
    ],
  }),
  name: text('菜单名称', 'Name', { required: true }),
  nameEn: text(...consoleWords.englishName),
  code: text('菜单编号', 'Code', { required: true, unique: true }),
  /** Read by clients of the family only, as `component` and `action` are. */
  alias: text('菜单别名', 'Alias', { initial: 'menu' }),
  path: text('路由地址', 'Path'),
  source: text('菜单图标', 'Icon', {
    required: true,
    when: { category: [1] },
    message: ['请选择菜单图标', 'Icon is required'],
  }),
  component: text('组件', 'Component'),
  sort: int('菜单排序', 'Order', { required: true, initial: 1 }),
  action: choice('按钮功能', 'Button position', {
    when: { category: [2] },
    keepsUnused: true,
    choices: [
      [0, words.none],
      [1, ['工具栏', 'Toolbar']],
      [2, ['操作栏', 'Row']],
      [3, ['工具操作栏', 'Both']],
    ],
  }),
  isOpen: choice('打开方式', 'Opens in', {
    initial: 1,
    when: { category: [1] },
    keepsUnused: true,
    choices: [
      [1, ['当前窗口', 'Current window']],
      [2, ['新窗口', 'New window']],
    ],
  }),
  remark: text(...consoleWords.remark),
}

const row = { ...base, ...fields }
/** A row of one level, or a match of any level, with the ids and names of its ancestors; the first id is that of the root. */
const rowWithPath = {
  ...row,
  ancestors: text('祖级', 'Ancestors', { direction: 'out', required: true }),
  place: text('所在位置', 'Place', { direction: 'out', required: true }),
}
const level = { parentId: tree('上级', 'Parent') }

/** A menu with the menus below it; leaves have no children. */
export type MenuNode = EntityRow<typeof fields> & { children?: MenuNode[] }
/** A menu of the caller, with `label` and title key for clients of the family (specification 000, section 3). */
export type RouteNode = EntityRow<typeof fields> & { label: string; meta: { i18n: string }; children?: RouteNode[] }
/** The menus and scopes that can be granted to roles. */
export interface GrantTrees {
  menu: TreeNode[]
  dataScope: TreeNode[]
  apiScope: TreeNode[]
}
export type GrantKeys = { [N in keyof GrantTrees]: string[] }
/** The same for top menus, to which only menus can be assigned. */
export type TopTree = Pick<GrantTrees, 'menu'>
export type TopKeys = Pick<GrantKeys, 'menu'>

/** What is copied together with a menu. */
const copiedRows = [
  ['menu', ['仅菜单本身', 'Only the menu']],
  ['buttons', ['菜单及其按钮', 'The menu and its buttons']],
  ['all', ['菜单、按钮及下级菜单', 'The menu, its buttons and all menus below']],
] as const

/** Menus and, below them, their buttons; the code of a row is its permission code. */
export const menu = entity('system', 'menu', ['菜单管理', 'Menus'], {
  title: 'name',
  rowLabel: ['菜单', 'menu'],
  fields,
  search: ['name', 'code', 'alias'],
  shared: true,
  list: ['name', 'code', 'path', 'category', 'action', 'sort'],
  exportColumns: ['name', 'code', 'path', 'alias', 'category', 'sort'],
  verbs: ['forest', 'detail', 'submit', 'remove', 'reorder', 'tree'],
  actions: {
    menuList: get(
      {},
      { label: ['菜单树', 'Menu tree'], access: { perm: ['menu'] }, body: 'filters', output: rows(row) },
    ),
    /** One level; with filters and without a parent, matches of every level. */
    lazyList: get(level, {
      label: ['逐级列表', 'List by level'],
      access: { perm: ['menu'] },
      body: 'filters',
      output: rows(rowWithPath),
    }),
    /** The same without buttons; also used to edit scopes, which belong to menus. */
    lazyMenuList: get(level, {
      label: ['逐级菜单', 'Menus by level'],
      access: { perm: ['menu', 'data_scope', 'api_scope'] },
      body: 'filters',
      output: rows(rowWithPath),
    }),
    /** Adds a menu like another one. Codes of copied buttons and menus begin with the new code. */
    copy: post(
      {
        menuId: ref('菜单', 'Menu', { of: 'menu', required: true }),
        name: fields.name,
        nameEn: fields.nameEn,
        code: fields.code,
        path: fields.path,
        range: choice('复制范围', 'What to copy', { required: true, initial: 'buttons', choices: copiedRows }),
      },
      { output: oneRow({ id: base.id }), button: { at: 'row', label: words.copy } },
    ),
    routes: get(
      { topMenuId: ref('顶部菜单', 'Top menu') },
      { label: ['用户菜单', 'My menus'], access: 'login', output: shaped<RouteNode[]>() },
    ),
    buttons: get({}, { label: ['用户按钮', 'My buttons'], access: 'login', output: shaped<MenuNode[]>() }),
    topMenu: get(
      {},
      {
        label: ['可用顶部菜单', 'My top menus'],
        access: 'login',
        output: rows({ ...base, ...topMenu.fields }),
      },
    ),
    grantTopTree: get(
      {},
      {
        label: ['顶部菜单可配置项', 'Available menus for top menus'],
        access: { perm: ['topmenu'] },
        output: shaped<TopTree>(),
      },
    ),
    topTreeKeys: get(
      { topMenuIds: refs('顶部菜单', 'Top menus') },
      { label: ['顶部菜单已有配置', 'Menus of top menus'], access: { perm: ['topmenu'] }, output: shaped<TopKeys>() },
    ),
    grantTree: get({}, { label: ['授权树', 'Grant trees'], access: { perm: ['role'] }, output: shaped<GrantTrees>() }),
    roleTreeKeys: get(
      { roleIds: refs(...consoleWords.roles) },
      { label: ['角色已有授权', 'Grants of roles'], access: { perm: ['role'] }, output: shaped<GrantKeys>() },
    ),
  },
})
