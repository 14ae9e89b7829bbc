import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { type AnyRow, titleIn } from '../../entity/calls.ts'
import type { Records } from '../use-records.tsx'

interface Props {
  readonly records: Records
  readonly row: AnyRow
  readonly defaults?: object
  /** Expands the row, so that the new child is visible. */
  readonly onAdd?: () => void
}

/** Button that adds a child to this row; for users who may add rows. */
export const AddBelow = ({ records, row, defaults = {}, onAdd }: Props) => {
  const t = useLocalize()
  const add = () => {
    onAdd?.()
    records.add({ parentId: row.id, ...defaults })
  }
  return (
    <Button kind="link" onClick={add}>
      {t(['新增下级', 'Add below'])}
      <span className="hidden-words"> {titleIn(records.entity, row)}</span>
    </Button>
  )
}
