import { stageOf, stageTitle } from '#contract/project/stages.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tag } from '#web/ui/notice.tsx'

interface StageTagProps {
  readonly code: number | null
  readonly name?: string | null
  /** Where `name` is not in the reader's language already. */
  readonly nameEn?: string | null
}

/** Tag of a stage, in its tone; `name` is the title of a further review. */
export const StageTag = ({ code, name = null, nameEn = null }: StageTagProps) => {
  const t = useLocalize()
  return <Tag tone={stageOf(code).tone}>{t(stageTitle(code, name, nameEn))}</Tag>
}
