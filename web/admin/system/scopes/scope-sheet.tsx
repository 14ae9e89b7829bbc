import { useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { ListTable, useList } from '../../crud/list.tsx'
import { Toolbar } from '../../crud/record-actions.tsx'
import { wholeList } from '../../crud/sources/list-source.ts'
import { RecordModal } from '../../dialog/record-modal.tsx'
import { type AnyRow, callsOf, noCall } from '../../entity/calls.ts'
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
  const query = useAnswer(call, { menuId: menu.id, current: 1, size: maxScopes })
  const source = wholeList(query.data?.records as readonly AnyRow[] | undefined, query)
  const list = useList(of, source, { fields, form: formOptions, parentDialog: { dialog: sheetOf(of), of: menu } })
  const { may, add, dialog } = list.records
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
        <Toolbar list={list} defaults={defaults} exports={false} />
        <ListTable
          list={list}
          columns={displayColumns(of, names, columns)}
          empty={
            <Empty filtered={false}>
              {may.add ? <Button onClick={() => add(defaults)}>{t(words.add)}</Button> : null}
            </Empty>
          }
        />
      </RecordModal>
      {dialog}
    </>
  )
}
