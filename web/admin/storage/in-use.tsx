import { useStates } from '#contract/storage/oss.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag } from '#web/ui/notice.tsx'
import type { Columns } from '../table/table-columns.tsx'

/** Whether a storage or a provider is the active one. */
const InUse = ({ status }: { status: number | null }) => {
  const t = useLocalize()
  const [, label] = useStates.find(([value]) => value === status) ?? useStates[0]
  return <Tag tone={status === 2 ? 'good' : 'calm'}>{t(label)}</Tag>
}

export const inUseColumns: Columns = [{ name: 'status', cell: ({ status }) => <InUse status={status} /> }]
