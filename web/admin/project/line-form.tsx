import { useState } from 'react'
import { lineKinds } from '#contract/project/batch-scores.ts'
import type { CutOff } from '#contract/project/cut-off.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField, Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import css from './batch-scores.module.css'

/** A number as typed, with at most two decimals; null if it is none. */
const numberOf = (typed: string): number | null => (/^\d{1,5}(\.\d{1,2})?$/.test(typed.trim()) ? Number(typed) : null)

/** What a proposal can have. */
const [maxScore, maxCount] = [100, 10_000]

interface FormProps {
  readonly line: CutOff | null
  readonly set: (line: CutOff | null) => void
}

/** Sets a line by a number or a score, if wanted with a minimum. */
export const LineForm = ({ line, set }: FormProps) => {
  const t = useLocalize()
  const [by, setBy] = useState<CutOff['by']>(line?.by ?? 'count')
  const [at, setAt] = useState(String(line?.at ?? ''))
  const [minimum, setMinimum] = useState(String(line?.minimum ?? ''))
  const value = numberOf(at)
  const least = numberOf(minimum)
  const isPossible =
    value !== null &&
    (by === 'value' ? value <= maxScore : Number.isInteger(value) && value <= maxCount) &&
    (minimum === '' || (least !== null && least <= maxScore))
  return (
    <form
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault()
        if (isPossible) set({ by, at: value ?? 0, minimum: least })
      }}
    >
      <Select
        label={t(['入选线', 'Line'])}
        value={by}
        onValue={(next) => setBy(next as CutOff['by'])}
        options={lineKinds.map(([kind, label]) => ({ value: kind, label: t(label) }))}
      />
      <FormField label={t(by === 'count' ? ['入选件数', 'Members above it'] : ['入选分数', 'Score from'])}>
        <Input className={css.number} inputMode="decimal" autoComplete="off" value={at} onValue={setAt} />
      </FormField>
      <FormField label={t(['最低分', 'Minimum'])}>
        <Input className={css.number} inputMode="decimal" autoComplete="off" value={minimum} onValue={setMinimum} />
      </FormField>
      <Button type="submit" disabled={!isPossible}>
        {t(['画线', 'Draw the line'])}
      </Button>
      {line ? <Button onClick={() => set(null)}>{t(['取消画线', 'Remove the line'])}</Button> : null}
    </form>
  )
}
