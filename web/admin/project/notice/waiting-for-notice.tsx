import { publicNotice } from '#contract/project/public-notice.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { Notice } from '#web/ui/notice.tsx'

const { waiting } = publicNotice.calls

/** The templates and batches whose declarations wait for a notice. */
export const WaitingForNotice = () => {
  const t = useLocalize()
  const may = useMay()
  const { data } = useAnswer(waiting, {}, { enabled: waiting.access.perm.some(may), staleTime: 0 })
  if (!data?.length) return null
  return (
    <div className="below-12">
      <Notice tone="ask" title={t(['有申报待发布公示', 'Declarations wait for a notice'])}>
        {data.map(({ templateId, templateName, batchName, count, drafted }) => (
          <p key={`${templateId} ${batchName}`}>
            {[templateName, batchName].filter(Boolean).join(' · ')}
            {t([`：${count} 件，其中 ${drafted} 件已拟稿。`, `: ${count}, of which ${drafted} in a draft.`])}
          </p>
        ))}
      </Notice>
    </div>
  )
}
