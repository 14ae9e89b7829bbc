import { consoleWords } from '../console-words.ts'
import { entity } from '../kit/entity.ts'
import { choice, longText, ref, text } from '../kit/field.ts'
import { words } from '../words.ts'
import { menuCounts } from './menu-counts.ts'

/**
 * Which rows and columns of an entity a role may see. `resourceCode` is the code of the entity; `scopeColumn` the columns that
 * are compared with the person (scope-rule.ts); `scopeValue` the further conditions of type 5, as list parameters, never SQL;
 * `scopeField` the visible columns, `*` for all. Several scopes of one or more roles add up.
 */
export const dataScope = entity('system', 'dataScope', consoleWords.dataScopes, {
  title: 'scopeName',
  rowLabel: ['数据权限', 'data scope'],
  screen: '/authority/datascope',
  fields: {
    menuId: ref('所属菜单', 'Menu', { of: 'menu' }),
    scopeName: text('权限名称', 'Name', { required: true }),
    resourceCode: text(...consoleWords.resourceCode, { required: true }),
    scopeField: text('可见字段', 'Visible fields', { initial: '*' }),
    /** Stored for clients of the family; nothing reads it, and no form of ours has it. */
    scopeClass: text('权限类名', 'Class'),
    scopeColumn: text('权限字段', 'Column'),
    scopeType: choice('规则类型', 'Rule', {
      required: true,
      choices: [
        [1, ['全部可见', 'All rows']],
        [2, ['本人可见', 'Own rows']],
        [3, ['所在机构可见', 'Own department']],
        [4, ['所在机构及子级可见', 'Own department and below']],
        [5, ['自定义', 'Custom']],
      ],
    }),
    scopeValue: longText('规则值', 'Value'),
    remark: text(...consoleWords.remark),
  },
  search: ['resourceCode', 'scopeName'],
  shared: true,
  perms: { view: words.view, setting: ['权限设置', 'Set scopes'] },
  list: ['menuId', 'scopeName', 'resourceCode', 'scopeType', 'remark'],
  exportColumns: ['scopeName', 'resourceCode', 'scopeType', 'scopeColumn', 'remark'],
  actions: { menuCounts: menuCounts('data_scope') },
})
