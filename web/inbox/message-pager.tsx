import { useLocalize } from '#web/base/api/language.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { Button } from '#web/ui/button.tsx'
import css from './message-center.module.css'

interface Props {
  readonly current: number
  readonly pages: number
  readonly total: number
  /** There are more messages than `total`. */
  readonly capped: boolean
  readonly go: (page: number) => void
}

/** The pages of the list; absent if there is only one. A page beyond the last leads back to the first. */
export const MessagePager = ({ current, pages, total, capped, go }: Props) => {
  const t = useLocalize()
  if (pages <= 1 && current <= 1) return null
  const count = `${formatNumber(total)}${capped ? '+' : ''}`
  return (
    <nav className={css.pager} aria-label={t(['分页', 'Pages'])}>
      <Button disabled={current <= 1} onClick={() => go(Math.min(current - 1, Math.max(pages, 1)))}>
        {t(['上一页', 'Previous'])}
      </Button>
      <span role="status">
        {t([`第 ${current} 页，共 ${pages} 页 ${count} 条`, `Page ${current} of ${pages}, ${count} messages`])}
      </span>
      <Button disabled={current >= pages} onClick={() => go(current + 1)}>
        {t(['下一页', 'Next'])}
      </Button>
    </nav>
  )
}
