import type { AnyEntity } from '#contract/kit/entity.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { FormDialog } from '../dialog/form-dialog.tsx'
import type { FormOptions } from '../dialog/form-options.ts'
import type { FormName } from '../dialog/unsent-form.ts'
import type { Reopened } from '../dialog/use-dialog.ts'
import { titleIn } from '../entity/calls.ts'
import { formNameOf, type Open } from './open-form.ts'
import { OpenedRecord, type RecordProps } from './open-record.tsx'
import { NewRecord } from './record-forms.tsx'
import { countWords, type Operations } from './use-operations.ts'

interface Props extends Omit<RecordProps, 'open' | 'form'> {
  readonly entity: AnyEntity
  readonly open: Open
  readonly operations: Operations
  /** Fields of the form, if not all of the declaration. */
  readonly fields: readonly string[] | undefined
  readonly formOptions: FormOptions | undefined
  readonly parentDialog: Reopened | undefined
  readonly close: () => void
}

/** What is open on an entity's screen: a new row, an existing one, or the form of an action. */
export const OpenDialog = ({ open, parentDialog, ...props }: Props) => {
  const { entity, operations, fields, formOptions, close } = props
  const form = formNameOf(entity, open, parentDialog)
  if (open.what === 'press')
    return (
      <ActionForm
        entity={entity}
        form={form}
        of={open}
        send={(value) => operations.perform(open.action, open.rows, value)}
        close={close}
      />
    )
  if (open.what === 'add')
    return (
      <NewRecord
        entity={entity}
        defaults={open.defaults}
        send={(value) => operations.save(null, { ...open.defaults, ...value })}
        close={close}
        fields={fields}
        formOptions={formOptions}
        form={form}
      />
    )
  return <OpenedRecord {...props} open={open} form={form} />
}

interface ActionFormProps {
  readonly entity: AnyEntity
  readonly form: FormName
  readonly of: Open & { readonly what: 'press' }
  readonly send: (value: FormValues) => Promise<unknown>
  readonly close: () => void
}

/** The inputs of an action, with its question and the names of the rows that it is about. */
const ActionForm = ({ entity, form, of: { action, rows, initial = {} }, send, close }: ActionFormProps) => {
  const t = useLocalize()
  const { button, inputFields } = action
  const [row] = rows
  const label = t(button.label)
  const question = button.confirmText ? [t(button.confirmText)] : []
  const names = rows.length ? [t(countWords(entity, rows))] : []
  return (
    <FormDialog
      form={form}
      title={row && rows.length === 1 ? `${label} · ${titleIn(entity, row)}` : label}
      parts={[{ label: button.label, fields: inputFields }]}
      initial={initial}
      mode="new"
      note={[...question, ...names].join(' ')}
      ok={label}
      danger={button.danger === true}
      send={send}
      close={close}
    />
  )
}
