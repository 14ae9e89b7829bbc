import { useStates } from '#contract/storage/oss.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag } from '#web/ui/notice.tsx'

/** Whether a storage or a provider is the active one. */
export const InUse = ({ status }: { status: number | null }) => {
  const t = useLocalize()
  const [, label] = useStates.find(([value]) => value === status) ?? useStates[0]
  return <Tag tone={status === 2 ? 'good' : 'calm'}>{t(label)}</Tag>
}
