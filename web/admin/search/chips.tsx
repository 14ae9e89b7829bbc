import { type Chip, chipsOf, rangeText, regionAbove } from '#contract/filter-chips.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { isNumber, typeOf } from '#contract/kit/kinds.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldValue } from '#web/form/answers.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { XIcon } from '#web/ui/icons.ts'
import type { ListState } from '../entity/list-state.ts'
import { RefTitle, targetOf } from '../pickers/reference-choices.ts'
import css from './chips.module.css'

type Filters = ListState['filters']

/** The value of an active filter in words. */
export const ChipValue = ({ chip: { field, keys, range }, filters }: { chip: Chip; filters: Filters }) => {
  const t = useLocalize()
  const [key = ''] = keys
  const value = filters[key] as string
  if (key.endsWith('_notnull')) return t(['已有', 'any'])
  if (key.endsWith('_null')) return t(words.notFilled)
  if (range) return t(rangeText(range.from, range.to))
  if (typeOf(field) === 'reference') return <RefTitle target={targetOf(field.of)} id={value} />
  const read = isNumber(field) && Number.isFinite(Number(value)) ? Number(value) : value
  return <FieldValue field={field} value={read} above={field.of === 'region' ? regionAbove(value) : null} />
}

interface Props {
  readonly entity: AnyEntity
  readonly filters: Filters
  readonly filter: (filters: Filters) => void
}

/** The active filters, each with a button to remove it, and one button to remove all. */
export const Chips = ({ entity, filters, filter }: Props) => {
  const t = useLocalize()
  const chips = chipsOf(entity, filters)
  const drop = (keys: readonly string[]) =>
    filter(Object.fromEntries(Object.entries(filters).filter(([key]) => !keys.includes(key))))
  return (
    <ul className="row wrap middle gap-8 below-12" aria-label={t(['已选条件', 'Active filters'])}>
      {chips.map((chip) => {
        const label = t(chip.field.label)
        return (
          <li key={chip.keys.join()} className={css.chip}>
            <span>
              {label}
              {t(['：', ': '])}
              {chip.sign}
              <ChipValue chip={chip} filters={filters} />
            </span>
            <button
              type="button"
              className={iconButtonClass(css.drop)}
              aria-label={t([`取消条件 ${label}`, `Remove the filter ${label}`])}
              onClick={() => drop(chip.keys)}
            >
              <XIcon aria-hidden="true" />
            </button>
          </li>
        )
      })}
      {chips.length > 1 ? (
        <li>
          <button type="button" className={css.all} onClick={() => filter({})}>
            {t(['重置条件', 'Reset filters'])}
          </button>
        </li>
      ) : null}
    </ul>
  )
}
