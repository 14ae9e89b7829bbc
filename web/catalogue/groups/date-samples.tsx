import { useState } from 'react'
import { date, type Field, time } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { DateRangeInput } from '#web/form/date-range-input.tsx'
import { FormField } from '#web/ui/input.tsx'
import { FieldSample, SampleField } from '../field-sample.tsx'
import { OpenSample, Sample, Section, states } from '../sample.tsx'

const day = date('开工日期', 'Start of construction', { required: true })
const moment = time('公示开始时间', 'Start of the public notice', { required: true })

const openCalendar = (box: HTMLElement) => box.querySelector<HTMLElement>('[aria-haspopup="dialog"]')?.click()

interface KindProps {
  readonly name: string
  readonly title: Text
  readonly field: Field
  readonly value: string
}

/** A day in the past, so that the mark of the current day is not in the picture. */
const SingleSamples = ({ name, title, field, value }: KindProps) => (
  <Section name={name} title={title}>
    <FieldSample name="placeholder" label={states.placeholder} field={{ ...field, required: false }} />
    <FieldSample name="filled" label={states.filled} field={field} value={value} />
    <FieldSample name="disabled" label={states.disabled} field={field} value={value} disabled />
    <FieldSample
      name="invalid"
      label={states.invalid}
      field={field}
      value={value}
      fault={['不能早于立项日期', 'Must not be before the approval']}
    />
    <FieldSample name="no-day" label={['不是日期', 'Not a date']} field={field} value="2024-02-30" />
    <OpenSample name={name} label={['展开', 'Opened']} act={openCalendar}>
      <SampleField name="open" field={field} value={value} />
    </OpenSample>
  </Section>
)

const RangeSample = ({ initial }: { initial: readonly [from: string | null, to: string | null] }) => {
  const t = useLocalize()
  const [[from, to], setRange] = useState(initial)
  return (
    <FormField label={t(['创建时间', 'Created'])}>
      <DateRangeInput from={from} to={to} onChange={(...range) => setRange(range)} />
    </FormField>
  )
}

const RangeSamples = () => (
  <Section name="date-range" title={['日期范围', 'Date range']}>
    <Sample name="placeholder" label={states.placeholder}>
      <RangeSample initial={[null, null]} />
    </Sample>
    <Sample name="filled" label={states.filled}>
      <RangeSample initial={['2024-03-04', '2024-03-15']} />
    </Sample>
    <Sample name="order" label={['顺序颠倒', 'Wrong order']}>
      <RangeSample initial={['2024-03-15', '2024-03-04']} />
    </Sample>
    <OpenSample name="date-range" label={['展开', 'Opened']} act={openCalendar}>
      <RangeSample initial={['2024-03-04', '2024-03-15']} />
    </OpenSample>
  </Section>
)

export const DateSamples = () => (
  <>
    <SingleSamples name="date" title={['日期', 'Date']} field={day} value="2024-03-04" />
    <SingleSamples
      name="date-time"
      title={['日期与时间', 'Date and time']}
      field={moment}
      value="2024-03-04 09:30:00"
    />
    <RangeSamples />
  </>
)
