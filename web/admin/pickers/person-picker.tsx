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

export interface PeopleProps<I> extends ControlProps {
  /** Lists the people who may be named, by part of their name or account (`realName`). */
  readonly from: Endpoint<I, readonly Person[]>
  readonly input: I
  /** Who is chosen at first: they may be none of the first people that the call lists. */
  readonly chosen?: { readonly id: string; readonly label: string } | undefined
}

const cacheOptions = { staleTime: 60_000, placeholderData: keepPreviousData }

/** The people whom a call offers, as options; both account and department tell them apart. */
export const usePeople = <I,>({ from, input, disabled }: PeopleProps<I>) => {
  const t = useLocalize()
  const [text, setText] = useState('')
  const { data, error } = useAnswer(from, text ? { ...input, realName: text } : input, cacheOptions)
  const options = (data ?? []).map(({ id, realName, account, deptName }) => ({
    id,
    label: t(withFacts(realName ?? id, [account, deptName])),
  }))
  return { options, setText, look: usePickerProps({ disabled }, !data && !error, error?.message) }
}

/** Picks one of the people whom a call offers, by part of the name or the account. */
export const PersonPicker = <I,>(props: PeopleProps<I>) => {
  const { value, onChange } = props
  const { options, setText, look } = usePeople(props)
  // the chosen person stays among the options while others are searched
  const [last, setLast] = useState<{ readonly id: string; readonly label: string } | null>(props.chosen ?? null)
  const id = value ? String(value) : null
  const isMissing = last !== null && last.id === id && !options.some((one) => one.id === id)
  const choose = (next: string | null) => {
    setLast(options.find((one) => one.id === next) ?? last)
    onChange(next)
  }
  return (
    <ComboBox
      {...look}
      options={isMissing ? [last, ...options] : options}
      value={id}
      search={setText}
      onChange={choose}
    />
  )
}
