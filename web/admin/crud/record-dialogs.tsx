import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { applies, type Field, type Fields, nameKey } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import { words } from '#contract/words.ts'
import { ask } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView } from '#web/base/page.tsx'
import { useMay } from '#web/base/permissions.ts'
import { useFreshQuery } from '#web/base/use-fresh-query.ts'
import { Answers } from '#web/form/answers.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { type AnyRow, callsOf, type FieldGroup, keyField, noCall, partsOf, titleIn } from './calls.ts'
import { FormDialog } from './form-dialog.tsx'
import type { FormOptions } from './form-options.ts'
import { isMachineText, MachineText } from './machine-text.tsx'
import css from './record-dialogs.module.css'
import { RecordModal } from './record-modal.tsx'
import type { FormName } from './unsent-form.ts'

/** The full row, always refetched; the row of the list if the entity has no detail. */
const useFullRow = (entity: AnyEntity, row: AnyRow) => {
  const { detail } = callsOf(entity)
  const input = detail ? { [keyField(detail)]: row.id } : {}
  const query = useFreshQuery(detail ?? noCall, input as never, { enabled: detail !== undefined })
  return { ...query, data: detail ? (query.data as AnyRow | undefined) : row }
}

/** Values of a new row: the initial values of the fields, then the defaults of the place where it is added. */
const initialOf = (entity: AnyEntity, defaults: FormValues): FormValues => ({
  ...Object.fromEntries(
    Object.entries(entity.fields as Fields).flatMap(([name, { initial }]) =>
      initial === undefined ? [] : [[name, initial]],
    ),
  ),
  ...defaults,
})

interface FormProps {
  readonly form: FormName
  readonly entity: AnyEntity
  /** The row to change; null for a new one. */
  readonly row: AnyRow | null
  readonly defaults: FormValues
  readonly fields?: readonly string[] | undefined
  readonly formOptions?: FormOptions | undefined
  /** `read` is the row to change, as last read. */
  readonly send: (value: FormValues, read?: AnyRow) => Promise<unknown>
  readonly close: () => void
}

/** A row that is added below another has a fixed parent. */
const lockedFieldsOf = (entity: AnyEntity, defaults: FormValues): string[] =>
  Object.keys(defaults).filter((name) => (entity.fields as Fields)[name]?.kind === 'tree')

/** The form of an entity's row. */
export const RecordForm = ({ form, entity, row, defaults, fields, formOptions, send, close }: FormProps) => {
  const t = useLocalize()
  const [zh, en] = entity.rowLabel ?? entity.label
  const common = { form, parts: partsOf(entity, fields), formOptions, send, close, ok: t(words.save) }
  if (!row)
    return (
      <FormDialog
        {...common}
        mode="new"
        title={t([`新增${zh}`, `Add ${en}`])}
        initial={initialOf(entity, defaults)}
        locked={lockedFieldsOf(entity, defaults)}
      />
    )
  const title = t([`编辑 · ${titleIn(entity, row)}`, `Edit · ${titleIn(entity, row)}`])
  return (
    <WithRecord title={title} close={close} entity={entity} row={row}>
      {(fresh) => <ChangeForm {...common} entity={entity} title={title} fresh={fresh} />}
    </WithRecord>
  )
}

type ChangeProps = Omit<ComponentProps<typeof FormDialog>, 'initial' | 'mode' | 'send' | 'again'> &
  Pick<FormProps, 'entity' | 'send'> & { readonly fresh: AnyRow }

/** The form of an existing row. Sends the version it was read at, and refetches the row after an edit conflict. */
const ChangeForm = ({ entity, fresh, send, ...common }: ChangeProps) => {
  const { detail } = callsOf(entity)
  const names = common.parts.flatMap((part) => Object.keys(part.fields))
  const isSecret = (name: string) => (entity.fields as Fields)[name]?.kind === 'secret'
  const valuesOf = (row: AnyRow): FormValues =>
    Object.fromEntries(names.map((name) => [name, isSecret(name) ? null : (row[name] ?? null)]))
  const latestRow = useRef(fresh)
  const [initial, setInitial] = useState(() => valuesOf(fresh))
  const again = async () => {
    if (detail) latestRow.current = await ask(detail, { [keyField(detail)]: fresh.id })
    const currentValues = valuesOf(latestRow.current)
    setInitial(currentValues)
    return currentValues
  }
  const sendProps = detail ? { again, send: (value: FormValues) => send(value, latestRow.current) } : { send }
  return <FormDialog {...common} {...sendProps} mode="change" initial={initial} />
}

interface WithRecordProps {
  readonly title: string
  readonly close: () => void
  readonly entity: AnyEntity
  readonly row: AnyRow
  readonly children: (row: AnyRow) => ReactNode
}

/** A dialog that displays loading or the error until the row is there; then its content replaces it. */
const WithRecord = ({ title, close, entity, row, children }: WithRecordProps) => {
  const query = useFullRow(entity, row)
  if (query.data) return children(query.data)
  return (
    <RecordModal title={title} close={close}>
      <QueryView from={query}>{children}</QueryView>
    </RecordModal>
  )
}

const codedKinds = ['ref', 'refs', 'tree', 'dict', 'dicts', 'code', 'codes', 'choice']

/** A field and its display value: coded values by their labels in the row; times to the minute, or to the second if `exact`. */
const displayValue = (row: AnyRow, name: string, field: Field, exact: boolean): [Field, unknown] => {
  if (codedKinds.includes(field.kind)) return [{ kind: 'text', label: field.label }, row[nameKey(name)] ?? row[name]]
  if (field.kind === 'time') return [field, row[name] ? String(row[name]).slice(0, exact ? 19 : 16) : null]
  return [field, row[name]]
}

const recordWords: Text = ['记录信息', 'Record']

/** Whether the rows of an entity can be changed at all. */
const isEditable = (entity: AnyEntity) => {
  const { add, edit, remove } = callsOf(entity)
  return Boolean(add ?? edit ?? remove)
}

/** The parts of a detail: those of the form with output-only fields, and when the row was created and changed. */
const detailParts = (entity: AnyEntity) => {
  const fields = entity.fields as Fields
  const parts = partsOf(entity)
  const formFields = new Set(parts.flatMap((part) => Object.keys(part.fields)))
  const readOnlyFields = Object.entries(fields).filter(
    ([name, { direction }]) => direction === 'out' && !formFields.has(name),
  )
  const { createTime, updateTime } = base
  const times: Fields = isEditable(entity) ? { createTime, updateTime } : { createTime }
  const allParts = [...parts, { label: recordWords, fields: { ...Object.fromEntries(readOnlyFields), ...times } }]
  return allParts.filter((part) => Object.keys(part.fields).length > 0)
}

/** Link to the row's audit log, for users who may read it. */
const HistoryLink = ({ entity, id }: { entity: AnyEntity; id: string }) => {
  const t = useLocalize()
  const may = useMay()
  if (!isEditable(entity) || !may('audit')) return null
  return (
    <Link className={buttonClass()} to={`/log/audit?entity=${entity.name}&rowId=${id}`}>
      {t(['变更记录', 'History'])}
    </Link>
  )
}

interface DetailProps {
  readonly entity: AnyEntity
  readonly row: AnyRow
  readonly close: () => void
}

/** All fields of a row, read-only. */
export const RecordDetail = ({ entity, row, close }: DetailProps) => {
  const t = useLocalize()
  const query = useFullRow(entity, row)
  const title = titleIn(entity, row)
  return (
    <RecordModal
      title={t([`查看 · ${title}`, `View · ${title}`])}
      close={close}
      footer={
        <span className={css.foot}>
          <HistoryLink entity={entity} id={row.id} />
          <Button onClick={close}>{t(words.close)}</Button>
        </span>
      }
    >
      <QueryView from={query}>
        {(row) =>
          detailParts(entity).map((part) => (
            <DetailPart key={part.label[0]} {...part} row={row} exact={!isEditable(entity)} />
          ))
        }
      </QueryView>
    </RecordModal>
  )
}

const DetailPart = ({ label, fields, row, exact }: FieldGroup & { row: AnyRow; exact: boolean }) => {
  const t = useLocalize()
  const visibleFields = Object.entries(fields).filter(([, field]) => field.kind !== 'secret' && applies(field, row))
  const pairs = visibleFields.map(([name, field]) => [name, displayValue(row, name, field, exact)] as const)
  return (
    <section className={css.part}>
      <h3>{t(label)}</h3>
      <Answers
        fields={Object.fromEntries(pairs.map(([name, [field]]) => [name, field]))}
        values={Object.fromEntries(pairs.map(([name, [, value]]) => [name, value]))}
        renderValue={(name, field) =>
          field.direction === 'out' && isMachineText(row[name]) ? (
            <MachineText text={row[name]} label={t(field.label)} />
          ) : null
        }
      />
    </section>
  )
}
