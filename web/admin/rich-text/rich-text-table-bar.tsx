import type { Editor } from '@tiptap/react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import css from './rich-text-editor.module.css'
import { changeTable, type TableChange } from './rich-text-table.ts'

const changes: readonly (readonly [TableChange, Text])[] = [
  ['addRowAfter', ['下方加行', 'Add row below']],
  ['addColumnAfter', ['右侧加列', 'Add column to the right']],
  ['deleteRow', ['删除行', 'Delete row']],
  ['deleteColumn', ['删除列', 'Delete column']],
  ['deleteTable', ['删除表格', 'Delete table']],
]

/** Actions on the table that contains the cursor. */
export const TableBar = ({ editor }: { editor: Editor }) => {
  const t = useLocalize()
  return (
    <fieldset className={css.table}>
      <legend className="hidden-words">{t(['表格', 'Table'])}</legend>
      {changes.map(([change, label]) => (
        <Button key={change} kind="link" onClick={() => changeTable(editor, change)}>
          {t(label)}
        </Button>
      ))}
    </fieldset>
  )
}
