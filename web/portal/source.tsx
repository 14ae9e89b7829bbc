import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'

/** What figures count, their source and their date. */
export const Source = ({ text, asOf }: { readonly text: Text; readonly asOf: string | undefined }) => {
  const t = useLocalize()
  return (
    <p className="above-28 muted small">
      {t(text)}
      {asOf ? t([`数据截至 ${asOf.slice(0, 16)}。`, ` As of ${asOf.slice(0, 16)}.`]) : null}
    </p>
  )
}
