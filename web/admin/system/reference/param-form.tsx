import { consoleWords } from '#contract/console-words.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import { param } from '#contract/system/param.ts'
import { type ParamKey, paramDefinitionOf, paramDefinitions } from '#contract/system/param-definitions.ts'
import { type ParamDefinition, type ParamInput, switched } from '#contract/system/param-kinds.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../../dialog/form-dialog.tsx'
import { paramDialog } from '../dialog-names.ts'

/** An existing row to change, or a platform parameter to set for the first time. */
export type Edited =
  | { readonly row: RowOf<typeof param>; readonly unset: null }
  | { readonly row: null; readonly unset: ParamKey }

const { paramName, paramKey, paramValue, remark } = param.fields

/** The form field for a value of this kind. */
const fieldFor = (input: ParamInput): Field => {
  const { label, required } = paramValue
  const common = { label, required }
  switch (input.as) {
    case 'switch':
      return {
        ...common,
        kind: 'choice',
        choices: Object.entries(switched),
      }
    case 'number':
      return { ...common, kind: 'int', min: input.min, max: input.max }
    case 'link':
      return { ...common, kind: 'text', rule: 'url', max: 500 }
    case 'text':
      return { ...common, kind: 'text', max: 500 }
  }
}

/** Converts a numeric value for its number field; in requests every value is a string. */
const formValue = (registered: ParamDefinition | undefined, value: string): unknown =>
  registered?.input.as === 'number' && /^\d+$/.test(value.trim()) ? Number(value) : value

const fieldsOf = (registered: ParamDefinition | undefined): Fields =>
  registered ? { paramValue: fieldFor(registered.input), remark } : { paramName, paramKey, paramValue, remark }

/** Form of one parameter; for a platform parameter it asks only for the value, by its type, and describes its effect. */
export const ParamForm = ({ row, unset, close }: Edited & { readonly close: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const key = row ? row.paramKey : unset
  const registered = paramDefinitionOf(key)
  const name = registered ? t(registered.name) : (row?.paramName ?? key)
  const initial: FormValues = row
    ? { paramName: row.paramName, paramKey: key, paramValue: formValue(registered, row.paramValue), remark: row.remark }
    : { paramValue: formValue(registered, registered?.initial ?? ''), remark: null }
  const send = async (value: FormValues) => {
    const payload = { ...value, paramValue: String(value.paramValue) }
    const fullPayload = row
      ? { ...payload, id: row.id }
      : { ...payload, paramName: paramDefinitions[unset].name[0], paramKey: unset }
    await ask(param.calls.submit, fullPayload)
    toaster.success(t(row ? words.updated : consoleWords.added))
    void invalidate(param.path)
  }
  return (
    <FormDialog
      form={{ name: `param-${row?.id ?? key}`, opened: { dialog: paramDialog, of: { row, unset } } }}
      title={row ? t([`编辑 · ${name}`, `Edit · ${name}`]) : t([`设置 · ${name}`, `Set · ${name}`])}
      parts={[{ label: param.label, fields: fieldsOf(registered) }]}
      initial={initial}
      mode={row ? 'change' : 'new'}
      note={registered ? noteOf(registered, t) : undefined}
      ok={t(words.save)}
      formOptions={{ isEager: true }}
      send={send}
      close={close}
    />
  )
}

const noteOf = ({ description, valid, initial }: ParamDefinition, t: ReturnType<typeof useLocalize>): string => {
  const note = fill(['{0}可填：{1}。', '{0} Allowed: {1}.'], description, valid)
  return t(initial ? fill(['{0}默认值：{1}', '{0} Default: {1}'], note, initial) : note)
}
