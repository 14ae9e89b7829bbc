import { consoleWords } from '../console-words.ts'
import { entity } from '../kit/entity.ts'
import { choice, flag, int, text, tree } from '../kit/field.ts'
import { columnTypes } from './column-types.ts'

/**
 * News columns: a tree; each column has one type (column-types.ts). A request for a column returns its contents and those of
 * its subcolumns, without the contents of hidden columns.
 */
export const column = entity('news', 'column', ['栏目管理', 'Columns'], {
  title: 'name',
  rowLabel: ['栏目', 'column'],
  at: 'caict-news/column/release',
  fields: {
    parentId: tree('上级栏目', 'Parent', { of: 'column' }),
    name: text('栏目名称', 'Name', { required: true, max: 50 }),
    nameEn: text(...consoleWords.englishName, { max: 100 }),
    type: choice('栏目类型', 'Column type', { required: true, choices: columnTypes }),
    sort: int('排序', 'Order', { required: true, initial: 1 }),
    isOpen: flag('对外显示', 'Visible', { required: true, initial: 1 }),
  },
  search: ['name', 'type'],
  list: ['name', 'type', 'sort', 'isOpen'],
  verbs: ['forest', 'detail', 'save', 'update', 'remove', 'reorder', 'select', 'tree'],
})
