import { useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { hasBulkActions, RowActions, Toolbar } from '../../crud/record-actions.tsx'
import { useRecords } from '../../crud/use-records.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { type AnyRow, callsOf, noCall, titleIn } from '../../entity/calls.ts'
import { RecordTable } from '../../table/record-table.tsx'
import { useSelected } from '../../table/selection.ts'
import { Empty } from '../../table/states.tsx'
import { columnNames, displayColumns } from '../../table/table-columns.tsx'
import { scopeKindOf } from './scope-kinds.tsx'
import { type ScopedMenu, sheetOf } from './scoped-menu.ts'

interface Props {
  readonly of: AnyEntity
  readonly menu: ScopedMenu
  readonly close: () => void
}

/** Page size; more than any menu has. */
const maxScopes = 200

/** The scopes of one menu, to add, change and remove. */
export const ScopeSheet = ({ of, menu, close }: Props) => {
  const t = useLocalize()
  const { form, fields, columns, startOf } = scopeKindOf(of)
  const [formOptions] = useState(() => form(menu.name))
  const names = columnNames(of, columns).filter((name) => name !== 'menuId')
  const call = callsOf(of).page ?? noCall
  const { data, error, isFetching, refetch } = useAnswer(call, { menuId: menu.id, current: 1, size: maxScopes })
  const selected = useSelected()
  const records = useRecords(of, {
    fields,
    form: formOptions,
    onWritten: selected.drop,
    parentDialog: { dialog: sheetOf(of), of: menu },
  })
  const defaults = { menuId: menu.id, ...startOf(menu.code) }
  const label = t(of.label)
  return (
    <>
      <RecordModal
        title={t([`${label} · ${menu.name}`, `${label} · ${menu.name}`])}
        close={close}
        width={1080}
        footer={<Button onClick={close}>{t(words.close)}</Button>}
      >
        <Toolbar records={records} selection={selected} defaults={defaults} exports={false} />
        <RecordTable
          caption={label}
          columns={displayColumns(of, names, columns)}
          rows={data?.records as readonly AnyRow[] | undefined}
          error={error}
          busy={isFetching}
          retry={refetch}
          empty={
            <Empty filtered={false}>
              {records.may.add ? <Button onClick={() => records.add(defaults)}>{t(words.add)}</Button> : null}
            </Empty>
          }
          titleOf={(row) => titleIn(of, row)}
          selection={hasBulkActions(records) ? selected : undefined}
          actions={(row) => <RowActions records={records} row={row} />}
        />
      </RecordModal>
      {records.dialog}
    </>
  )
}
