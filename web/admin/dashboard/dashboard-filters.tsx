import { useId } from 'react'
import { periods } from '#contract/portal/periods.ts'
import { provinces } from '#contract/portal/provinces.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ChoiceList } from '#web/form/select-control.tsx'
import { FormField } from '#web/ui/input.tsx'
import css from './dashboard-filters.module.css'
import { useSelection } from './use-selection.ts'

/** Period and province of all figures, kept in the address. */
export const DashboardFilters = () => {
  const t = useLocalize()
  const name = useId()
  const { period, province, choose } = useSelection()
  return (
    <div className={css.filters}>
      <fieldset className={css.periods}>
        <legend>{t(['统计时段', 'Period'])}</legend>
        {periods.map(([value, label]) => (
          <label key={value} data-choice>
            <input type="radio" name={name} checked={value === period} onChange={() => choose({ period: value })} />
            {t(label)}
          </label>
        ))}
      </fieldset>
      <div className={css.province}>
        <FormField label={t(['省份', 'Province'])}>
          <ChoiceList
            value={province}
            onValue={(code) => choose({ province: code })}
            disabled={false}
            placeholder={t(['全国', 'Whole country'])}
            options={Object.entries(provinces).map(([value, label]) => ({ value, label: t(label) }))}
          />
        </FormField>
      </div>
    </div>
  )
}
