import { jobInstance } from '#contract/job/job-instance.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag, type Tone } from '#web/ui/notice.tsx'

const tones: Readonly<Record<number, Tone>> = { [runStatus.failed]: 'bad', [runStatus.done]: 'good' }

/** The state of a run or of a part of one. */
export const RunStatusTag = ({ of: status }: { of: number }) => {
  const t = useLocalize()
  const label = jobInstance.fields.status.choices.find(([value]) => value === status)?.[1]
  return label ? <Tag tone={tones[status] ?? 'calm'}>{t(label)}</Tag> : null
}
