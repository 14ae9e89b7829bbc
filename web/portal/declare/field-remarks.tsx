import type { Remark } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './part-page.module.css'

/** The reviewers' remarks on one field. */
export const FieldRemarks = ({ remarks }: { remarks: readonly Remark[] }) => {
  const t = useLocalize()
  return remarks.map(({ text }) => (
    <span key={text} className={css.remark}>
      <strong>{t(['修改要求：', 'Correction required: '])}</strong>
      {text}
    </span>
  ))
}
