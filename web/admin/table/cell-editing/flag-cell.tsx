import { type ReactNode, use, useState } from 'react'
import { applies, type Field } from '#contract/kit/field.ts'
import { failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Switch } from '#web/ui/switch.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import type { AnyRow } from '../../entity/calls.ts'
import { type CellEditing, CellEditingContext } from './cell-editing.ts'

interface Props {
  readonly name: string
  readonly field: Field
  readonly row: AnyRow
}

const FlagSwitch = ({ name, field, row, editing }: Props & { editing: CellEditing }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  const label = t(field.label)
  const title = editing.titleOf(row)
  const turn = async (isOn: boolean) => {
    setBusy(true)
    try {
      await editing.save(row, { [name]: isOn ? 1 : 0 })
    } catch (error) {
      toaster.error(failureOf(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Switch
      checked={row[name] === 1}
      busy={busy}
      name={t([`${label} ${title}`, `${label}: ${title}`])}
      onChange={(isOn) => void turn(isOn)}
    />
  )
}

/** Yes or no as a switch, for users who may change it; otherwise as a word, which `children` is. */
export const FlagCell = ({ children, ...props }: Props & { children: ReactNode }) => {
  const editing = use(CellEditingContext)
  const isEditable =
    editing?.fields[props.name] !== undefined && applies(props.field, props.row) && editing.canEdit(props.row)
  return editing && isEditable ? <FlagSwitch {...props} editing={editing} /> : children
}
