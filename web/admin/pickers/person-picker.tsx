import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#contract/kit/call.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { ControlProps } from '#web/form/control.ts'
import { usePickerProps } from '#web/form/picker-props.ts'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { withFacts } from './reference-choices.ts'

interface Person {
  readonly id: string
  readonly realName: string | null
  readonly account: string | null
  readonly deptName: string | null
}

interface Props<I> extends ControlProps {
  /** Lists the people who may be named, by part of their name or account (`realName`). */
  readonly from: Endpoint<I, readonly Person[]>
  readonly input: I
}

const cacheOptions = { staleTime: 60_000, placeholderData: keepPreviousData }

/** Picks one of the people whom a call offers, by part of the name or the account; both and the department tell them apart. */
export const PersonPicker = <I,>({ from, input, value, onChange, disabled }: Props<I>) => {
  const t = useLocalize()
  const [text, setText] = useState('')
  const { data, error } = useAnswer(from, text ? { ...input, realName: text } : input, cacheOptions)
  // the chosen person stays among the options while others are searched
  const [last, setLast] = useState<{ id: string; label: string } | null>(null)
  const options = (data ?? []).map(({ id, realName, account, deptName }) => ({
    id,
    label: t(withFacts(realName ?? id, [account, deptName])),
  }))
  const id = value ? String(value) : null
  const isMissing = last !== null && last.id === id && !options.some((one) => one.id === id)
  const choose = (next: string | null) => {
    setLast(options.find((one) => one.id === next) ?? last)
    onChange(next)
  }
  return (
    <ComboBox
      {...usePickerProps({ disabled }, !data && !error, error?.message)}
      options={isMissing ? [last, ...options] : options}
      value={id}
      search={setText}
      onChange={choose}
    />
  )
}
