import { use } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { Candidate } from '#contract/project/recommendation-order.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import { OrderingContext } from './place-cell.tsx'
import css from './recommendation-order.module.css'

interface StepProps {
  readonly kind: 'up' | 'down'
  readonly label: Text
  /** Null where it leads nowhere. */
  readonly press: (() => void) | null
}

const Step = ({ kind, label, press }: StepProps) => {
  const t = useLocalize()
  const Sign = kind === 'up' ? ArrowUpIcon : ArrowDownIcon
  return (
    <button
      type="button"
      className={iconButtonClass(css.step)}
      data-step={kind}
      disabled={press === null}
      aria-label={t(label)}
      onClick={press ?? undefined}
    >
      <Sign aria-hidden="true" />
    </button>
  )
}

/** Moves a row up or down by one place; one without a place gets the last one. */
export const PlaceSteps = ({ row: { id, place, projectName } }: { readonly row: Candidate }) => {
  const { put, count } = use(OrderingContext)
  if (!put) return null
  const up = () => put(id, place === null ? count + 1 : place - 1)
  const down = () => put(id, (place ?? count) + 1)
  const isLast = place === null || place === count
  return (
    <span className="inline-row gap-4">
      <Step kind="up" label={[`上移 ${projectName}`, `Move up: ${projectName}`]} press={place === 1 ? null : up} />
      <Step kind="down" label={[`下移 ${projectName}`, `Move down: ${projectName}`]} press={isLast ? null : down} />
    </span>
  )
}
