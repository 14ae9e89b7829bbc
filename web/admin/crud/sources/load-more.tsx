import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import type { AnyRow } from '../../entity/calls.ts'
import type { Level } from '../../tree/levels.ts'

interface Props {
  readonly level: Level<AnyRow>
  /** Name of the parent row; undefined at the top level. */
  readonly above?: string | undefined
  readonly loadMore: () => void
}

/** The line after the rows of a level: more to load, loading, or the error. */
export const LoadMore = ({ level: { nodes, loadState, total, error }, above, loadMore }: Props) => {
  const t = useLocalize()
  if (loadState === 'waiting') return t(words.loading)
  const hiddenTitle = above ? <span className="hidden-words"> {above}</span> : null
  if (loadState === 'failed')
    return (
      <>
        {error?.message}
        <Button kind="link" onClick={loadMore}>
          {t(words.retry)}
          {hiddenTitle}
        </Button>
      </>
    )
  return (
    <>
      <Button kind="link" onClick={loadMore}>
        {t(['加载更多', 'Load more'])}
        {hiddenTitle}
      </Button>
      {total === undefined ? null : t([`已显示 ${nodes.length} / ${total} 条`, `${nodes.length} of ${total} shown`])}
    </>
  )
}
