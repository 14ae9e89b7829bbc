import type { Remark } from '#contract/project/status.ts'
import { useSay } from '#web/base/say.ts'
import css from './part-page.module.css'

/** What a reviewer asked at a place. */
export const FieldRemarks = ({ remarks }: { remarks: readonly Remark[] }) => {
  const t = useSay()
  return remarks.map(({ text }) => (
    <span key={text} className={css.remark}>
      <strong>{t(['修改要求：', 'To correct: '])}</strong>
      {text}
    </span>
  ))
}
