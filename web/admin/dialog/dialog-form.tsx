import { type ComponentType, type FormEvent, type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { asTyped } from '#contract/as-typed.ts'
import { check } from '#contract/kit/check.ts'
import type { Fault } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { hasFields } from '#contract/kit/kinds.ts'
import { words } from '#contract/words.ts'
import { Failure, type FieldError } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { groupWords, placeOfFault } from '#web/form/fault-place.ts'
import { FaultSummary, useFocusAt } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, type FormState } from '#web/form/form-context.ts'
import { type FormValues, withValue } from '#web/form/form-values.ts'
import { type Form, useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { FieldGroup } from '../entity/calls.ts'
import css from './dialog-form.module.css'
import { conflictMessage, isEditConflict, mergeChanges } from './edit-conflict.ts'
import { mergeFaults, useFaults, useLeftEmpty } from './form-faults.ts'
import type { FormOptions } from './form-options.ts'
import { PartTabs, partAt } from './part-tabs.tsx'
import { type FrameProps, RecordModal } from './record-modal.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import { type FormName, isChangedFrom, useSaveUnsent, useUnsentForm } from './unsent-form.ts'
import { useConfirmLeave } from './use-confirm-leave.ts'

interface Props {
  readonly form: FormName
  readonly title: string
  readonly parts: readonly FieldGroup[]
  readonly initial: FormValues
  /** The faults that a call has found in the initial values. */
  readonly initialFaults?: readonly FieldError[] | undefined
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
  readonly note?: ReactNode
  /** Fields that are displayed read-only. */
  readonly locked?: readonly string[]
  readonly formOptions?: FormOptions | undefined
  /** What contains the form; a dialog by default. */
  readonly frame?: ComponentType<FrameProps> | undefined
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

/** The values of the form, with restored input, and its fields, as the form's options change them. */
const useDialogForm = (props: Props) => {
  const { form: name, parts: allParts, initial, initialFaults, mode, locked = [], formOptions = {} } = props
  const t = useLocalize()
  const unsent = useUnsentForm(name)
  const form = useForm({ ...initial, ...unsent }, initialFaults)
  const parts = allParts.map((part) => ({
    ...part,
    fields: formOptions.fields?.(part.fields, form.values) ?? part.fields,
  }))
  const fields: Fields = Object.assign({}, ...parts.map((part) => part.fields))
  const checkedFields: Fields = formOptions.isDraft ? asTyped(fields) : fields
  const { wrongIn, clearFixedFaults } = useFaults(form, checkedFields, mode)
  const { isLeftEmpty, leave: leaveField } = useLeftEmpty(formOptions.isEager === true, fields, form.values)
  const change = (at: string, value: unknown) => {
    const derived = formOptions.deriveChanges?.({ ...form.values, [at]: value }, at) ?? {}
    for (const [name, one] of Object.entries({ [at]: value, ...derived })) form.state.change(name, one)
    clearFixedFaults(withValue({ ...form.values, ...derived }, at.split('.'), value), at)
  }
  const state: FormState = {
    ...form.state,
    change,
    faultAt: (at) => {
      const left = isLeftEmpty(at) ? wrongIn(form.values).find((one) => one.at === at) : undefined
      return form.state.faultAt(at) ?? (left && t(left.text))
    },
    hintAt: (at) =>
      mode === 'change' && fields[at]?.kind === 'secret'
        ? t(['留空表示不修改', 'Leave empty to keep the current value'])
        : null,
    controlAt: (at) => formOptions.controls?.[at],
    editable: (at) => form.state.editable(at) && !locked.includes(at),
  }
  return { form, parts, fields, checkedFields, state, wrongIn, leaveField, isRestored: unsent !== null }
}

/** Closing the dialog: `leave` asks before unsaved input is lost, `close` does not; both discard the stored input. */
const useClosing = (props: Props, fields: Fields, values: FormValues) => {
  const isChanged = isChangedFrom(props.initial, values)
  const clearUnsent = useSaveUnsent(props.form, fields, values, props.initial, isChanged)
  const close = () => {
    clearUnsent()
    props.close()
  }
  return { close, leave: useConfirmLeave(isChanged, close) }
}

/** Shows the faults that the form has found, together with those that only the server can find. */
const showFaults = async ({ formOptions, initial }: Props, form: Form, fields: Fields, wrong: readonly Fault[]) => {
  const ask = formOptions?.serverFaults
  if (!ask) return form.setFaults(wrong)
  await form.run(async () => form.setFaults(mergeFaults(fields, wrong, await ask(form.values, initial))))
}

/** The visible part of the form, and a function that leads to a field in any part, or to what the form's options show. */
const useActivePart = (parts: readonly FieldGroup[], fields: Fields, { goElsewhere }: FormOptions) => {
  const focusAt = useFocusAt()
  const [activePart, show] = useState(0)
  const isField = (at: string) => Object.hasOwn(fields, at.split('.')[0] ?? at)
  const go = (at: string) => {
    if (!isField(at)) return goElsewhere?.(at)?.()
    flushSync(() => show(partAt(parts, at)))
    focusAt(at)
  }
  return { activePart, show, go, canGo: (at: string) => isField(at) || Boolean(goElsewhere?.(at)) }
}

interface FooterProps extends Pick<Props, 'ok' | 'danger'> {
  /** Id of the form. */
  readonly id: string
  readonly busy: boolean
  /** Displayed beside the buttons. */
  readonly extra: ReactNode
  readonly cancel: () => void
}

const Footer = ({ id, ok, danger, busy, extra, cancel }: FooterProps) => {
  const t = useLocalize()
  return (
    <>
      {extra ? <span className={css.extra}>{extra}</span> : null}
      <Button onClick={cancel}>{t(words.cancel)}</Button>
      <Button kind={danger ? 'danger' : 'main'} type="submit" form={id} busy={busy}>
        {ok}
      </Button>
    </>
  )
}

/** Dialog widths in pixels: up to four fields form one narrow column, unless one is rich text or has rows. */
const [wide, narrow] = [880, 520]

/** The groups around a field of the form, as words. */
const groupsIn = (fields: Fields, values: FormValues) => (at: string) =>
  groupWords(placeOfFault(fields, at, values).groups)

/**
 * A form in a dialog. It closes by its buttons or Escape, not by a press outside (specification 001, section 2). Typed input
 * stays after an error, and discarding it requires confirmation.
 */
export const DialogForm = (props: Props) => {
  const { title, mode, ok, danger, note, formOptions = {}, frame: Frame = RecordModal } = props
  const t = useLocalize()
  const id = useId()
  const { form, parts, fields, checkedFields, state, wrongIn, leaveField, isRestored } = useDialogForm(props)
  const { values, faults } = form
  const { activePart, show, go, canGo } = useActivePart(parts, fields, formOptions)
  const { close, leave } = useClosing(props, fields, values)
  const send = useSending(props, fields, form)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { value } = check(checkedFields, { ...values }, { mode })
    const wrong = wrongIn(values)
    if (wrong.length > 0) return showFaults(props, form, fields, wrong)
    form.setFaults([])
    if (await form.run(() => send(value))) close()
  }
  const cancel = () => void leave()
  const summary = formOptions.summary?.(values)
  const single =
    Object.keys(fields).length <= 4 &&
    !Object.values(fields).some((field) => field.kind === 'richText' || hasFields(field))
  return (
    <Frame
      title={title}
      width={single ? narrow : wide}
      close={cancel}
      footer={
        <Footer id={id} ok={ok} danger={danger} busy={form.busy} extra={formOptions.extra?.(values)} cancel={cancel} />
      }
    >
      <form
        id={id}
        noValidate
        className={css.form}
        data-single={single || undefined}
        onSubmit={(event) => void submit(event)}
        onBlur={leaveField}
      >
        <FaultSummary faults={faults} go={go} canGo={canGo} groupOf={groupsIn(fields, values)} />
        {form.refusal ? <Notice tone="bad" title={form.refusal} live /> : null}
        {isRestored ? <RestoredNotice /> : null}
        {typeof note === 'string' ? <p>{note}</p> : note}
        {formOptions.note ? <p className="muted">{t(formOptions.note)}</p> : null}
        <FormContext value={state}>
          {parts.length === 1 ? (
            <FieldGrid fields={fields} values={values} />
          ) : (
            <PartTabs label={title} parts={parts} values={values} faults={faults} activePart={activePart} show={show} />
          )}
        </FormContext>
        {summary ? <p className={css.sum}>{t(summary)}</p> : null}
      </form>
    </Frame>
  )
}
