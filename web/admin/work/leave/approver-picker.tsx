import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { leave } from '#contract/desk/leave.ts'
import { useAnswer } from '#web/base/caller.ts'
import type { Control } from '#web/form/control.ts'
import { usePickerProps } from '#web/form/picker-props.ts'
import { ComboBox } from '#web/ui/combo-box.tsx'

const cacheOptions = { staleTime: 60_000, placeholderData: keepPreviousData }

/** Picks a person who may approve the request, by part of the name. */
export const ApproverPicker: Control = (props) => {
  const { value, onChange, disabled } = props
  const [text, setText] = useState('')
  const { data, error } = useAnswer(leave.calls.approvers, text ? { realName: text } : {}, cacheOptions)
  // the chosen person stays among the options while others are searched
  const [last, setLast] = useState<{ id: string; label: string } | null>(null)
  const options = (data ?? []).map(({ id, realName, deptName }) => ({
    id,
    label: deptName ? `${realName} · ${deptName}` : (realName ?? id),
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
