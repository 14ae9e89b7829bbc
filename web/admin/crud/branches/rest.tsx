import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import type { AnyRow } from '../calls.ts'
import type { Level } from './levels.ts'

interface Props {
  readonly level: Level<AnyRow>
  /** What the rows lie below; nothing at the top. */
  readonly above?: string | undefined
  readonly readOn: () => void
}

/** What follows the rows of a level: that there are more, that they are coming, or why they are not there. */
export const Rest = ({ level: { nodes, rest, total, error }, above, readOn }: Props) => {
  const t = useLocalize()
  if (rest === 'waiting') return t(words.loading)
  const named = above ? <span className="hidden-words"> {above}</span> : null
  if (rest === 'failed')
    return (
      <>
        {error?.message}
        <Button kind="link" onClick={readOn}>
          {t(words.retry)}
          {named}
        </Button>
      </>
    )
  return (
    <>
      <Button kind="link" onClick={readOn}>
        {t(['加载更多', 'Load more'])}
        {named}
      </Button>
      {total === undefined ? null : t([`已显示 ${nodes.length} / ${total} 条`, `${nodes.length} of ${total} shown`])}
    </>
  )
}
