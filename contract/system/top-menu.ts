import { consoleWords } from '../console-words.ts'
import { post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { int, refs, text } from '../kit/field.ts'

/**
 * Entries of the top bar. Each displays the assigned menus that the caller may see, with the menus above them; a caller who
 * may see none of them does not see the entry. Entries grant no permission: only roles do.
 */
export const topMenu = entity('system', 'topMenu', ['顶部菜单', 'Top menus'], {
  title: 'name',
  rowLabel: ['顶部菜单', 'top menu'],
  screen: '/system/topmenu',
  at: 'caict-system/topmenu',
  code: 'topmenu',
  fields: {
    code: text('菜单编号', 'Code', { required: true, unique: true }),
    name: text('菜单名称', 'Name', { required: true }),
    nameEn: text(...consoleWords.englishName),
    source: text('菜单图标', 'Icon', { required: true, message: ['请选择菜单图标', 'Icon is required'] }),
    sort: int('菜单排序', 'Order', { required: true, initial: 1 }),
  },
  search: ['code', 'name'],
  list: ['name', 'code', 'source', 'sort'],
  verbs: ['list', 'detail', 'submit', 'remove', 'reorder'],
  actions: {
    /** Replaces the assigned menus of each top menu. */
    grant: post(
      {
        topMenuIds: refs('顶部菜单', 'Top menus', { of: 'topMenu', required: true }),
        menuIds: refs('菜单', 'Menus', { of: 'menu' }),
      },
      { access: { perm: ['topmenu_setting'] }, button: { at: 'toolbar', label: ['菜单设置', 'Set menus'] } },
    ),
  },
})
