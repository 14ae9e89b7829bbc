import { useLocalize } from '#web/base/api/language.ts'

/** Source, scope and date of the library's figures. */
export const LibrarySource = ({ asOf }: { asOf: string | undefined }) => {
  const t = useLocalize()
  return (
    <p className="above-28 muted small">
      {t([
        '统计口径：仅计入项目库中已公开的项目，与项目库列表同源。数据来源：本平台项目库。',
        'Scope: published projects in the project library, the same as in the project list. Source: project library of this platform.',
      ])}
      {asOf ? t([`数据截至 ${asOf.slice(0, 16)}。`, ` As of ${asOf.slice(0, 16)}.`]) : null}
    </p>
  )
}
