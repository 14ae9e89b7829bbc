import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import { type OpenWalk, progressWords, stepWords, useOpensNext } from './use-walk.ts'
import css from './walk-bar.module.css'

const OpensNext = () => {
  const t = useLocalize()
  const { opensNext, setOpensNext } = useOpensNext()
  return (
    <label className={css.setting}>
      <input type="checkbox" checked={opensNext} onChange={({ target }) => setOpensNext(target.checked)} />
      {t(['办理后打开下一件', 'Open the next one after a decision'])}
    </label>
  )
}

/** Leads through the list that the page was opened from. Its height is the same before the list is read. */
export const WalkBar = ({ waits, position, go, addArrivals }: OpenWalk) => {
  const t = useLocalize()
  const { at = 0, count = 0, previous, next, arrivals = [] } = position ?? {}
  return (
    <nav className={css.bar} aria-label={t(['逐件办理', 'One after another'])}>
      <span className={css.steps}>
        {/* not `disabled`: the last step must not lose the focus */}
        <Button aria-disabled={!previous} aria-keyshortcuts="k" onClick={() => go(previous)}>
          <ChevronLeftIcon aria-hidden="true" />
          {t(stepWords.previous)}
        </Button>
        <span className={css.place} aria-live="polite">
          {position ? t([`第 ${at} / ${count} 件`, `${at} of ${count}`]) : null}
        </span>
        <Button aria-disabled={!next} aria-keyshortcuts="j" onClick={() => go(next)}>
          {t(stepWords.next)}
          <ChevronRightIcon aria-hidden="true" />
        </Button>
      </span>
      {waits ? <span className="muted">{position ? t(progressWords(position)) : null}</span> : null}
      {arrivals.length ? (
        <Button kind="link" onClick={addArrivals}>
          {t([`新增 ${arrivals.length} 件，加入本次办理`, `New: ${arrivals.length}. Add them`])}
        </Button>
      ) : null}
      {waits ? <OpensNext /> : null}
    </nav>
  )
}
