import { useEffect, useRef } from 'react'
import type { Text } from '#contract/kit/text.ts'
import type { GrantEffect, MenuChange } from '#contract/system/permission-lens.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './grant-effect.module.css'

const maxShifts = 12

const Shifts = ({ label, shifts, kind }: { label: Text; shifts: readonly MenuChange[]; kind: 'gained' | 'lost' }) => {
  const t = useLocalize()
  if (shifts.length === 0) return null
  const listedShifts = shifts
    .slice(0, maxShifts)
    .map(({ title, people }) => t([`${title}（${people} 人）`, `${title} (${people})`]))
  const hiddenCount = shifts.length - listedShifts.length
  return (
    <p className={css[kind]}>
      {t(label)}
      {listedShifts.join(t(['、', ', ']))}
      {hiddenCount > 0 ? t([` 等 ${shifts.length} 项`, ` and ${hiddenCount} more`]) : null}
    </p>
  )
}

const Rows = ({ label, people }: GrantEffect['rows'][number]) => {
  const t = useLocalize()
  return people.map(({ account, realName, before, after, gained, lost }) => (
    <tr key={account}>
      <td>{label}</td>
      <td>{realName || account}</td>
      <td className={css.number}>{before}</td>
      <td className={css.number}>{after}</td>
      <td className={css.number}>
        {gained ? <span className={css.gained}>+{gained}</span> : null}{' '}
        {lost ? <span className={css.lost}>−{lost}</span> : null}
        {gained || lost ? null : t(words.none)}
      </td>
    </tr>
  ))
}

/** Preview of a grant: screens and buttons with the people who gain or lose them, rows by count. */
export const Effect = ({ people, counted, screens, buttons, rows }: GrantEffect) => {
  const t = useLocalize()
  const nothing = ![screens, buttons].some((one) => one.gained.length + one.lost.length) && rows.length === 0
  const place = useRef<HTMLElement>(null)
  // below a long tree the preview would appear out of view
  useEffect(() => {
    // newer browsers return a promise, which an effect must not return
    void place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={place} className={css.effect} aria-live="polite">
      <h3>{t([`保存后的影响：涉及 ${people} 人`, `Effect of saving: ${people} people affected`])}</h3>
      {nothing ? <p>{t(['没有人的页面、按钮或可见数据发生变化', 'Nobody gains or loses anything'])}</p> : null}
      <Shifts label={['新增页面：', 'Screens gained: ']} shifts={screens.gained} kind="gained" />
      <Shifts label={['失去页面：', 'Screens lost: ']} shifts={screens.lost} kind="lost" />
      <Shifts label={['新增按钮：', 'Buttons gained: ']} shifts={buttons.gained} kind="gained" />
      <Shifts label={['失去按钮：', 'Buttons lost: ']} shifts={buttons.lost} kind="lost" />
      {rows.length ? (
        <table className={css.rows}>
          <caption className="hidden-words">{t(['可见数据的变化', 'Changes in visible rows'])}</caption>
          <thead>
            <tr>
              <th scope="col">{t(['数据', 'Records'])}</th>
              <th scope="col">{t(['用户', 'User'])}</th>
              <th scope="col" className={css.number}>
                {t(['现在可见', 'Now'])}
              </th>
              <th scope="col" className={css.number}>
                {t(['保存后可见', 'After saving'])}
              </th>
              <th scope="col" className={css.number}>
                {t(['变化', 'Change'])}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <Rows key={one.label} {...one} />
            ))}
          </tbody>
        </table>
      ) : null}
      {counted < people ? (
        <p>{t([`数据条数只统计了前 ${counted} 人`, `Rows were counted for the first ${counted} people only`])}</p>
      ) : null}
    </section>
  )
}
