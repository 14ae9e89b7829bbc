import { Tabs } from 'antd'
import { type FocusEvent, type FormEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { check } from '#contract/kit/check.ts'
import type { Fields } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { Failure, type FieldError } from '#web/base/caller.ts'
import { useLang, useLocalize } from '#web/base/say.ts'
import { FaultSummary, useFocusAt } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, useIdAt } from '#web/form/form-context.ts'
import { type FormValues, withValue } from '#web/form/place.ts'
import { type Form, useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { isChangedMeanwhile, meanwhile, wordsOf } from './as-read.ts'
import type { Labelled } from './calls.ts'
import css from './form-dialog.module.css'
import type { FormWays } from './form-ways.ts'
import { type FormName, useKeeping, useUnsentForm } from './kept-form.ts'
import { useLeaving } from './leaving.ts'
import { Over } from './over.tsx'
import { Restored } from './restored.tsx'

interface Props {
  readonly form: FormName
  readonly title: string
  readonly parts: readonly Labelled[]
  readonly initial: FormValues
  /** `new` demands what is required; `change` leaves alone what is not there. */
  readonly mode: 'new' | 'change'
  readonly send: (value: FormValues) => Promise<unknown>
  /** Reads what it was begun with anew, once another has changed that. */
  readonly again?: (() => Promise<FormValues>) | undefined
  readonly close: () => void
  /** Words of the button that sends. */
  readonly ok: string
  readonly danger?: boolean
  /** Stands above the fields: what is going to happen. */
  readonly note?: string | undefined
  /** Fields that are shown and stay as they are. */
  readonly locked?: readonly string[]
  readonly ways?: FormWays | undefined
}

/** Sends a form. Where another has changed the row meanwhile, what is theirs alone comes into the form, and nothing typed is lost. */
const useSending = ({ send, again, initial }: Props, fields: Fields, form: Form) => {
  const t = useLocalize()
  return async (value: FormValues) => {
    try {
      return await send(value)
    } catch (error) {
      if (!again || !isChangedMeanwhile(error)) throw error
      const found = meanwhile(fields, form.values, initial, await again())
      if (!found.both.length && !Object.keys(found.taken).length) return send(value)
      for (const [name, theirs] of Object.entries(found.taken)) form.state.change(name, theirs)
      throw new Failure(t(wordsOf(fields, found)), 409)
    }
  }
}

/** Faults while one goes on typing: those of a value that is right now are gone, and what is said is said in the reader's language. */
const useFaults = (form: Form, fields: Fields, mode: Props['mode']) => {
  const t = useLocalize()
  const lang = useLang()
  const [saidIn, setSaidIn] = useState(lang)
  const wrongIn = (typed: FormValues): FieldError[] =>
    check(fields, { ...typed }, { mode }).faults.map(({ at, text }) => ({ at, msg: t(text) }))
  if (saidIn !== lang) {
    setSaidIn(lang)
    const said = wrongIn(form.values)
    // what the server found is said by the server alone, in the language of then
    form.setFaults(said.filter(({ at }) => form.faults.some((one) => one.at === at)))
  }
  return {
    wrongIn,
    changed: (typed: FormValues, at: string) => {
      const isOf = (fault: FieldError) => fault.at === at || fault.at.startsWith(`${at}.`)
      if (!form.faults.some(isOf)) return
      const left = wrongIn(typed)
      form.setFaults(form.faults.filter((one) => !isOf(one) || left.some((wrong) => wrong.at === one.at)))
    },
  }
}

/**
 * Which required fields were left empty, where that is said at once (specification 001, section 5). Who leaves one for a button is
 * told by what the button does: a sentence that comes while he presses it would move it away.
 */
const useLeft = (isEager: boolean, fields: Fields, typed: FormValues) => {
  const idAt = useIdAt()
  const [left, setLeft] = useState<readonly string[]>([])
  const isEmpty = (name: string) => (typed[name] ?? '') === ''
  return {
    isLeftEmpty: (name: string) => left.includes(name) && isEmpty(name),
    leave: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const name = isEager ? Object.keys(fields).find((one) => idAt(one) === target.id) : undefined
      if (!name || relatedTarget instanceof HTMLButtonElement) return
      if (fields[name]?.required && !left.includes(name)) setLeft([...left, name])
    },
  }
}

/** Four fields or fewer stand below one another, unless a page of text is among them. */
const [wide, narrow] = [880, 520]

const partAt = (parts: readonly Labelled[], at: string): number => {
  const name = at.split('.')[0] as string
  return Math.max(
    0,
    parts.findIndex(({ fields }) => Object.hasOwn(fields, name)),
  )
}

/**
 * A form over the page. It closes by its buttons or Escape, not by a press beside it (specification 001, section 2). What
 * was typed stays when it is refused, and is asked about before it is thrown away.
 */
export const FormDialog = (props: Props) => {
  const { title, initial, mode, ok, danger, note, locked = [], ways = {} } = props
  const t = useLocalize()
  const id = useId()
  const focusAt = useFocusAt()
  const unsent = useUnsentForm(props.form)
  const form = useForm({ ...initial, ...unsent })
  const parts = props.parts.map((part) => ({ ...part, fields: ways.fields?.(part.fields, form.values) ?? part.fields }))
  const fields: Fields = Object.assign({}, ...parts.map((part) => part.fields))
  const found = useFaults(form, fields, mode)
  const { isLeftEmpty, leave: leaveField } = useLeft(ways.isEager === true, fields, form.values)
  const [shown, setShown] = useState(0)
  const changed = JSON.stringify(form.values) !== JSON.stringify(initial)
  const forget = useKeeping(props.form, fields, form.values, initial, changed)
  const close = () => {
    forget()
    props.close()
  }
  const leave = useLeaving(changed, close)
  const go = (at: string) => {
    flushSync(() => setShown(partAt(parts, at)))
    focusAt(at)
  }
  const send = useSending(props, fields, form)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { value } = check(fields, { ...form.values }, { mode })
    const faults = found.wrongIn(form.values)
    form.setFaults(faults)
    if (faults.length === 0 && (await form.run(() => send(value)))) close()
  }
  const keptSecret = (at: string) =>
    mode === 'change' && fields[at]?.kind === 'secret'
      ? t(['留空表示不修改', 'Leave it empty to keep what it is'])
      : null
  const change = (at: string, value: unknown) => {
    const others = ways.follow?.({ ...form.values, [at]: value }, at) ?? {}
    for (const [name, one] of Object.entries({ [at]: value, ...others })) form.state.change(name, one)
    found.changed(withValue({ ...form.values, ...others }, at.split('.'), value), at)
  }
  const sum = ways.sum?.(form.values)
  const state = {
    ...form.state,
    change,
    faultAt: (at: string) =>
      form.state.faultAt(at) ??
      (isLeftEmpty(at) ? found.wrongIn(form.values).find((one) => one.at === at)?.msg : undefined),
    hintAt: keptSecret,
    controlAt: (at: string) => ways.controls?.[at],
    editable: (at: string) => form.state.editable(at) && !locked.includes(at),
  }
  const single = Object.keys(fields).length <= 4 && !Object.values(fields).some(({ kind }) => kind === 'richText')
  return (
    <Over
      title={title}
      width={single ? narrow : wide}
      close={() => void leave()}
      footer={
        <div className={css.foot}>
          {ways.beside ? <span className={css.beside}>{ways.beside(form.values)}</span> : null}
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
        {unsent ? <Restored /> : null}
        {note ? <p>{note}</p> : null}
        {ways.note ? <p className={css.note}>{t(ways.note)}</p> : null}
        <FormContext value={state}>
          {parts.length === 1 ? (
            <FieldGrid fields={fields} values={form.values} />
          ) : (
            <PartTabs parts={parts} typed={form.values} faults={form.faults} shown={shown} show={setShown} />
          )}
        </FormContext>
        {sum ? <p className={css.sum}>{t(sum)}</p> : null}
      </form>
    </Over>
  )
}

interface TabsProps {
  readonly parts: readonly Labelled[]
  readonly typed: FormValues
  readonly faults: readonly FieldError[]
  readonly shown: number
  readonly show: (part: number) => void
}

/** The parts of a long form, each a tab that says how much in it is wrong. */
const PartTabs = ({ parts, typed, faults, shown, show }: TabsProps) => {
  const t = useLocalize()
  return (
    <Tabs
      activeKey={String(shown)}
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
          children: <FieldGrid fields={fields} values={typed} />,
        }
      })}
    />
  )
}
