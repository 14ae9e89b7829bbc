import { post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { int, refs, text } from '../kit/field.ts'

/**
 * Entries of the top bar. Each shows a part of the menus: those of its setting that the caller holds, with what lies above
 * them; who holds none of them does not see it. It opens nothing: what one may do stands in the roles.
 */
export const topMenu = entity('system', 'topMenu', ['顶部菜单', 'Top menus'], {
  rowLabel: ['顶部菜单', 'top menu'],
  screen: '/system/topmenu',
  at: 'caict-system/topmenu',
  code: 'topmenu',
  fields: {
    code: text('菜单编号', 'Code', { required: true, unique: true }),
    name: text('菜单名称', 'Name', { required: true }),
    nameEn: text('英文名称', 'English name'),
    source: text('菜单图标', 'Icon', { required: true, message: ['请选择菜单图标', 'Please choose: Icon'] }),
    sort: int('菜单排序', 'Order', { required: true, initial: 1 }),
  },
  search: ['code', 'name'],
  list: ['name', 'code', 'source', 'sort'],
  actions: {
    /** Replaces the setting of each. */
    grant: post(
      {
        topMenuIds: refs('顶部菜单', 'Top menus', { of: 'topMenu', required: true }),
        menuIds: refs('菜单', 'Menus', { of: 'menu' }),
      },
      { access: { perm: ['topmenu_setting'] }, button: { at: 'toolbar', label: ['菜单设置', 'Set menus'] } },
    ),
  },
})
