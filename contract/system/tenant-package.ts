import { consoleWords } from '../console-words.ts'
import { entity } from '../kit/entity.ts'
import { refs, text } from '../kit/field.ts'

/**
 * Product package of a tenant: the menus that its roles may have, each with its buttons. Its screen can add, edit and delete;
 * it has no view (specification 001, section 2).
 */
export const tenantPackage = entity('system', 'tenantPackage', ['租户产品包', 'Tenant packages'], {
  rowLabel: ['产品包', 'package'],
  screen: '/system/tenantpackage',
  fields: {
    packageName: text('产品包名称', 'Package name', { required: true, max: 50 }),
    menuId: refs('菜单', 'Menus', { of: 'menu', required: true }),
    remark: text(...consoleWords.remark),
  },
  search: ['packageName'],
  shared: 'closed',
  list: ['packageName', 'remark', 'createTime'],
  verbs: ['list', 'detail', 'submit', 'remove', 'select'],
  perms: {},
})
