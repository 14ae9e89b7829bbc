import { consoleWords } from '#contract/console-words.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { menu } from '#contract/system/menu.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { RecordList } from '../../crud/record-list.tsx'
import { useLazyTreeSource } from '../../crud/sources/lazy-tree-source.tsx'
import type { FormOptions } from '../../dialog/form-options.ts'
import { cellOf, EmptyCell } from '../../table/cells.tsx'
import type { Column } from '../../table/table-columns.tsx'
import { menusAndButtons } from '../../tree/known-trees.ts'
import { MenuName } from '../access/menu-name.tsx'
import { copyNames } from '../reference/copy-name.ts'
import { MenuIconControl } from './menu-icon-control.tsx'

const isButton = ({ category }: FormValues) => Number(category) === 2

/** The path is required for a menu; for a button it is the optional address of the API it calls. */
const fieldsFor = (fields: Fields, values: FormValues): Fields => {
  const path: Field = isButton(values)
    ? { ...menu.fields.path, label: consoleWords.apiAddress }
    : { ...menu.fields.path, required: true }
  // the spread keeps the position of the field in the form
  return { ...fields, path }
}

const form: FormOptions = {
  controls: { source: MenuIconControl },
  fields: fieldsFor,
  deriveChanges: ({ category, alias }, changedField) => {
    if (changedField !== 'category') return {}
    // the alias `menu` marks menus: a button loses it, a menu gets it
    return isButton({ category }) ? (alias === 'menu' ? { alias: null } : {}) : { alias: 'menu' }
  },
}

const name: Column<typeof menu> = { name: 'name', cell: (row) => <MenuName of={row} /> }
/** Where a button is placed; does not apply to menus. */
const action: Column<typeof menu> = {
  name: 'action',
  cell: (row) => (row.category === 2 ? cellOf('action', menu.fields.action, row) : <EmptyCell />),
}

/** The form of a copy starts with names and addresses of its own. */
const openCopy = ([row]: readonly RowOf<typeof menu>[], openForm: (initial: FormValues) => void) => {
  if (!row) return
  const [copyName, copyNameEn] = copyNames(row.name, row.nameEn)
  const path = row.path && (row.category === 1 ? `${row.path}-copy` : row.path)
  openForm({ name: copyName, nameEn: copyNameEn, code: `${row.code}_copy`, path, range: 'buttons' })
}

const columns = [name, action]

/** Menus and the buttons below them, loaded level by level. */
export const Menus = () => (
  <RecordList
    of={menu}
    source={useLazyTreeSource(menusAndButtons)}
    columns={columns}
    fields={[
      'parentId',
      'category',
      'name',
      'nameEn',
      'code',
      'path',
      'source',
      'isOpen',
      'sort',
      'remark',
      // last, as only other clients read them
      'alias',
      'action',
    ]}
    form={form}
    overrides={{ copy: openCopy }}
  />
)
