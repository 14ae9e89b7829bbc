import { type ComponentType, useRef, useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { applies, type Field, type Fields, nameKey } from '#contract/kit/field.ts'
import { hasName } from '#contract/kit/kinds.ts'
import type { Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import { words } from '#contract/words.ts'
import { ask, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { AddressLink } from '#web/base/page/address-link.tsx'
import { Answers } from '#web/form/answers.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { FormDialog } from '../dialog/form-dialog.tsx'
import type { FormOptions } from '../dialog/form-options.ts'
import type { FrameProps } from '../dialog/record-modal.tsx'
import type { FormName } from '../dialog/unsent-form.ts'
import { type AnyRow, callsOf, type FieldGroup, keyField, noCall, partsOf } from '../entity/calls.ts'
import type { Columns } from '../table/table-columns.tsx'
import { DetailSection } from './detail-section.tsx'
import { isMachineText, MachineText } from './machine-text.tsx'
import { useNextSort } from './next-sort.ts'

/** The full row, read again when it is opened; the row of the list if the entity has no detail. */
export const useFullRow = (entity: AnyEntity, row: AnyRow) => {
  const { detail } = callsOf(entity)
  const input = detail ? { [keyField(detail)]: row.id } : {}
  const query = useAnswer(detail ?? noCall, input as never, {
    enabled: detail !== undefined,
    gcTime: 0,
    // a change of language does not close the form meanwhile
    placeholderData: (before: unknown) =>
      (before as AnyRow | undefined)?.id === row.id ? (before as never) : undefined,
  })
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

interface NewProps {
  readonly form: FormName
  readonly entity: AnyEntity
  readonly defaults: FormValues
  readonly fields?: readonly string[] | undefined
  readonly formOptions?: FormOptions | undefined
  readonly send: (value: FormValues) => Promise<unknown>
  readonly close: () => void
}

/** A row that is added below another has a fixed parent. */
const lockedFieldsOf = (entity: AnyEntity, defaults: FormValues): string[] =>
  Object.keys(defaults).filter((name) => (entity.fields as Fields)[name]?.kind === 'tree')

/** The form of a new row, which is the last of its siblings. */
export const NewRecord = ({ entity, defaults, fields, ...common }: NewProps) => {
  const t = useLocalize()
  const place = useNextSort(entity, defaults)
  if (!place) return null
  const [zh, en] = entity.rowLabel ?? entity.label
  return (
    <FormDialog
      {...common}
      parts={partsOf(entity, fields)}
      ok={t(words.save)}
      mode="new"
      title={t([`新增${zh}`, `Add ${en}`])}
      initial={initialOf(entity, { ...place, ...defaults })}
      locked={lockedFieldsOf(entity, defaults)}
    />
  )
}

interface ChangeProps extends Omit<NewProps, 'defaults' | 'send'> {
  readonly title: string
  /** The row as it was read when the form opened. */
  readonly fresh: AnyRow
  /** `read` is the row as last read. */
  readonly send: (value: FormValues, read?: AnyRow) => Promise<unknown>
  readonly frame: ComponentType<FrameProps>
}

/** The form of an existing row. Sends the version it was read at, and refetches the row after an edit conflict. */
export const RecordForm = ({ entity, fresh, fields, send, ...common }: ChangeProps) => {
  const t = useLocalize()
  const { detail } = callsOf(entity)
  const parts = partsOf(entity, fields)
  const names = parts.flatMap((part) => Object.keys(part.fields))
  const isSecret = (name: string) => (entity.fields as Fields)[name]?.kind === 'secret'
  // the options of the form may need to know the row
  const valuesOf = (row: AnyRow): FormValues =>
    Object.fromEntries(['id', ...names].map((name) => [name, isSecret(name) ? null : (row[name] ?? null)]))
  const latestRow = useRef(fresh)
  const [initial, setInitial] = useState(() => valuesOf(fresh))
  const again = async () => {
    if (detail) latestRow.current = await ask(detail, { [keyField(detail)]: fresh.id })
    const currentValues = valuesOf(latestRow.current)
    setInitial(currentValues)
    return currentValues
  }
  const sendProps = detail ? { again, send: (value: FormValues) => send(value, latestRow.current) } : { send }
  return (
    <FormDialog
      {...common}
      {...sendProps}
      parts={parts}
      ok={t(words.save)}
      mode="change"
      initial={initial}
      locked={common.formOptions?.locked?.(fresh) ?? []}
    />
  )
}

/** A field and its display value: coded values by their labels in the row; times to the minute, or to the second if `exact`. */
const displayValue = (row: AnyRow, name: string, field: Field, exact: boolean): [Field, unknown] => {
  if (hasName(field)) return [{ kind: 'text', label: field.label }, row[nameKey(name)] ?? row[name]]
  if (field.kind === 'time') return [field, row[name] ? String(row[name]).slice(0, exact ? 19 : 16) : null]
  return [field, row[name]]
}

const recordWords: Text = ['记录信息', 'Record']

/** Whether the rows of an entity can be changed at all. */
export const isEditable = (entity: AnyEntity) => {
  const { add, edit, remove } = callsOf(entity)
  return Boolean(add ?? edit ?? remove)
}

/** Whether a field is an id that no entity gives a name: it tells a reader nothing. */
const isNamelessId = ({ kind, of }: Field) => kind === 'ref' && of === undefined

/** The parts of a detail: those of the form with output-only fields, and when the row was created and changed. */
const detailParts = (entity: AnyEntity) => {
  const fields = entity.fields as Fields
  const parts = partsOf(entity)
  const formFields = new Set(parts.flatMap((part) => Object.keys(part.fields)))
  const readOnlyFields = Object.entries(fields).filter(
    ([name, field]) => field.direction === 'out' && !formFields.has(name) && !isNamelessId(field),
  )
  const { createTime, updateTime } = base
  const times: Fields = isEditable(entity) ? { createTime, updateTime } : { createTime }
  const allParts = [...parts, { label: recordWords, fields: { ...Object.fromEntries(readOnlyFields), ...times } }]
  return allParts.filter((part) => Object.keys(part.fields).length > 0)
}

interface ValuesProps {
  readonly entity: AnyEntity
  readonly row: AnyRow
  /** The columns of the list, some of which have words for a value. */
  readonly columns: Columns | undefined
}

/** All fields of a row, read-only. */
export const RecordValues = ({ entity, ...props }: ValuesProps) =>
  detailParts(entity).map((part) => <DetailPart key={part.label[0]} {...part} {...props} exact={!isEditable(entity)} />)

type PartProps = FieldGroup & Omit<ValuesProps, 'entity'> & { readonly exact: boolean }

const DetailPart = ({ label, fields, row, columns = [], exact }: PartProps) => {
  const t = useLocalize()
  const visibleFields = Object.entries(fields).filter(([, field]) => field.kind !== 'secret' && applies(field, row))
  const valueIn = (name: string, field: Field): [Field, unknown] => {
    const column = columns.find((one) => one.name === name)
    if (!column || !('text' in column)) return displayValue(row, name, field, exact)
    return [{ kind: 'text', label: field.label }, t(column.text(row as never))]
  }
  const pairs = visibleFields.map(([name, field]) => [name, valueIn(name, field)] as const)
  return (
    <DetailSection title={t(label)}>
      <Answers
        fields={Object.fromEntries(pairs.map(([name, [field]]) => [name, field]))}
        values={Object.fromEntries(pairs.map(([name, [, value]]) => [name, value]))}
        renderValue={(name, field) => {
          if (field.direction !== 'out' || !row[name]) return null
          if (fields[name]?.rule === 'url') return <AddressLink address={String(row[name])} />
          return isMachineText(row[name]) ? <MachineText text={row[name]} label={t(field.label)} /> : null
        }}
      />
    </DetailSection>
  )
}
