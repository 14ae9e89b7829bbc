import { Tabs } from 'antd'
import { type FocusEvent, type FormEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { check } from '#contract/kit/check.ts'
import type { Fields } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { Failure, type FieldError } from '#web/base/caller.ts'
import { useLang, useLocalize } from '#web/base/language.ts'
import { FaultSummary, useFocusAt } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, useIdAt } from '#web/form/form-context.ts'
import { type FormValues, withValue } from '#web/form/form-values.ts'
import { type Form, useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { FieldGroup } from './calls.ts'
import { conflictMessage, isEditConflict, mergeChanges } from './edit-conflict.ts'
import css from './form-dialog.module.css'
import type { FormOptions } from './form-options.ts'
import { RecordModal } from './record-modal.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import { type FormName, useSaveUnsent, useUnsentForm } from './unsent-form.ts'
import { useConfirmLeave } from './use-confirm-leave.ts'

interface Props {
  readonly form: FormName
  readonly title: string
  readonly parts: readonly FieldGroup[]
  readonly initial: FormValues
  /** `new` checks required fields; `change` ignores absent ones. */
  readonly mode: 'new' | 'change'
  readonly send: (value: FormValues) => Promise<unknown>
  /** Reloads the initial values after another user has changed them. */
  readonly again?: (() => Promise<FormValues>) | undefined
  readonly close: () => void
  /** Label of the submit button. */
  readonly ok: string
  readonly danger?: boolean
  /** Displayed above the fields: what is going to happen. */
  readonly note?: string | undefined
  /** Fields that are displayed read-only. */
  readonly locked?: readonly string[]
  readonly formOptions?: FormOptions | undefined
}

/** Submits a form. On an edit conflict, changes made only by others are merged into the form; no typed input is lost. */
const useSending = ({ send, again, initial }: Props, fields: Fields, form: Form) => {
  const t = useLocalize()
  return async (value: FormValues) => {
    try {
      return await send(value)
    } catch (error) {
      if (!again || !isEditConflict(error)) throw error
      const merge = mergeChanges(fields, form.values, initial, await again())
      if (!merge.conflicts.length && !Object.keys(merge.remoteChanges).length) return send(value)
      for (const [name, remoteValue] of Object.entries(merge.remoteChanges)) form.state.change(name, remoteValue)
      throw new Failure(t(conflictMessage(fields, merge)), 409)
    }
  }
}

/** Validation errors while the user types: fixed ones disappear, and the others appear in the current language. */
const useFaults = (form: Form, fields: Fields, mode: Props['mode']) => {
  const t = useLocalize()
  const lang = useLang()
  const [faultLang, setFaultLang] = useState(lang)
  const wrongIn = (values: FormValues): FieldError[] =>
    check(fields, { ...values }, { mode }).faults.map(({ at, text }) => ({ at, msg: t(text) }))
  if (faultLang !== lang) {
    setFaultLang(lang)
    const faults = wrongIn(form.values)
    // errors found only by the server cannot be translated here, so a language change drops them
    form.setFaults(faults.filter(({ at }) => form.faults.some((one) => one.at === at)))
  }
  return {
    wrongIn,
    clearFixedFaults: (values: FormValues, at: string) => {
      const isOf = (fault: FieldError) => fault.at === at || fault.at.startsWith(`${at}.`)
      if (!form.faults.some(isOf)) return
      const remaining = wrongIn(values)
      form.setFaults(form.faults.filter((one) => !isOf(one) || remaining.some((wrong) => wrong.at === one.at)))
    },
  }
}

/**
 * Required fields that were left empty, for forms that report this at once (specification 001, section 5). Leaving a field by
 * pressing a button does not count: the message would move the button during the press.
 */
const useLeftEmpty = (isEager: boolean, fields: Fields, values: FormValues) => {
  const idAt = useIdAt()
  const [leftFields, setLeftFields] = useState<readonly string[]>([])
  const isEmpty = (name: string) => (values[name] ?? '') === ''
  return {
    isLeftEmpty: (name: string) => leftFields.includes(name) && isEmpty(name),
    leave: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const name = isEager ? Object.keys(fields).find((one) => idAt(one) === target.id) : undefined
      if (!name || relatedTarget instanceof HTMLButtonElement) return
      if (fields[name]?.required && !leftFields.includes(name)) setLeftFields([...leftFields, name])
    },
  }
}

/** Dialog widths in pixels: up to four fields form one narrow column, unless one is rich text. */
const [wide, narrow] = [880, 520]

const partAt = (parts: readonly FieldGroup[], at: string): number => {
  const name = at.split('.')[0] as string
  return Math.max(
    0,
    parts.findIndex(({ fields }) => Object.hasOwn(fields, name)),
  )
}

/**
 * A form in a dialog. It closes by its buttons or Escape, not by a press outside (specification 001, section 2). Typed input
 * stays after an error, and discarding it requires confirmation.
 */
export const FormDialog = (props: Props) => {
  const { title, initial, mode, ok, danger, note, locked = [], formOptions = {} } = props
  const t = useLocalize()
  const id = useId()
  const focusAt = useFocusAt()
  const unsent = useUnsentForm(props.form)
  const form = useForm({ ...initial, ...unsent })
  const parts = props.parts.map((part) => ({
    ...part,
    fields: formOptions.fields?.(part.fields, form.values) ?? part.fields,
  }))
  const fields: Fields = Object.assign({}, ...parts.map((part) => part.fields))
  const faultState = useFaults(form, fields, mode)
  const { isLeftEmpty, leave: leaveField } = useLeftEmpty(formOptions.isEager === true, fields, form.values)
  const [activePart, setActivePart] = useState(0)
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial)
  const clearUnsent = useSaveUnsent(props.form, fields, form.values, initial, isChanged)
  const close = () => {
    clearUnsent()
    props.close()
  }
  const leave = useConfirmLeave(isChanged, close)
  const go = (at: string) => {
    flushSync(() => setActivePart(partAt(parts, at)))
    focusAt(at)
  }
  const send = useSending(props, fields, form)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { value } = check(fields, { ...form.values }, { mode })
    const faults = faultState.wrongIn(form.values)
    form.setFaults(faults)
    if (faults.length === 0 && (await form.run(() => send(value)))) close()
  }
  const secretHint = (at: string) =>
    mode === 'change' && fields[at]?.kind === 'secret'
      ? t(['留空表示不修改', 'Leave it empty to keep what it is'])
      : null
  const change = (at: string, value: unknown) => {
    const derived = formOptions.deriveChanges?.({ ...form.values, [at]: value }, at) ?? {}
    for (const [name, one] of Object.entries({ [at]: value, ...derived })) form.state.change(name, one)
    faultState.clearFixedFaults(withValue({ ...form.values, ...derived }, at.split('.'), value), at)
  }
  const summary = formOptions.summary?.(form.values)
  const state = {
    ...form.state,
    change,
    faultAt: (at: string) =>
      form.state.faultAt(at) ??
      (isLeftEmpty(at) ? faultState.wrongIn(form.values).find((one) => one.at === at)?.msg : undefined),
    hintAt: secretHint,
    controlAt: (at: string) => formOptions.controls?.[at],
    editable: (at: string) => form.state.editable(at) && !locked.includes(at),
  }
  const single = Object.keys(fields).length <= 4 && !Object.values(fields).some(({ kind }) => kind === 'richText')
  return (
    <RecordModal
      title={title}
      width={single ? narrow : wide}
      close={() => void leave()}
      footer={
        <div className={css.foot}>
          {formOptions.extra ? <span className={css.beside}>{formOptions.extra(form.values)}</span> : null}
          <Button onClick={() => void leave()}>{t(words.cancel)}</Button>
          <Button kind={danger ? 'danger' : 'main'} type="submit" form={id} busy={form.busy}>
            {ok}
          </Button>
        </div>
      }
    >
      <form
        id={id}
        noValidate
        className={css.form}
        data-single={single || undefined}
        onSubmit={(e) => void submit(e)}
        onBlur={leaveField}
      >
        <FaultSummary faults={form.faults} go={go} />
        {form.refusal ? <Notice tone="bad" title={form.refusal} live /> : null}
        {unsent ? <RestoredNotice /> : null}
        {note ? <p>{note}</p> : null}
        {formOptions.note ? <p className={css.note}>{t(formOptions.note)}</p> : null}
        <FormContext value={state}>
          {parts.length === 1 ? (
            <FieldGrid fields={fields} values={form.values} />
          ) : (
            <PartTabs
              parts={parts}
              values={form.values}
              faults={form.faults}
              activePart={activePart}
              show={setActivePart}
            />
          )}
        </FormContext>
        {summary ? <p className={css.sum}>{t(summary)}</p> : null}
      </form>
    </RecordModal>
  )
}

interface TabsProps {
  readonly parts: readonly FieldGroup[]
  readonly values: FormValues
  readonly faults: readonly FieldError[]
  readonly activePart: number
  readonly show: (part: number) => void
}

/** The parts of a long form as tabs, each with its number of errors. */
const PartTabs = ({ parts, values, faults, activePart, show }: TabsProps) => {
  const t = useLocalize()
  return (
    <Tabs
      activeKey={String(activePart)}
      onChange={(key) => show(Number(key))}
      items={parts.map(({ label, fields }, i) => {
        const wrong = faults.filter(({ at }) => partAt(parts, at) === i).length
        return {
          key: String(i),
          forceRender: true,
          label: (
            <>
              {t(label)}
              {wrong ? <span className={css.wrong}>{t([`${wrong} 处需修改`, `${wrong} to correct`])}</span> : null}
            </>
          ),
          children: <FieldGrid fields={fields} values={values} />,
        }
      })}
    />
  )
}
