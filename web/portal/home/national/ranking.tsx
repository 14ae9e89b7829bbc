import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import type { MapState } from './map-state.ts'
import { topTen } from './ranked-places.ts'
import css from './ranking.module.css'
import { Row } from './ranking-row.tsx'
import { useTabStop } from './use-tab-stop.ts'

/**
 * The provinces ranked by number of projects; also the keyboard equivalent of the map. It displays the first ten; the rest on
 * demand, or when a key or a selection leads to one of them.
 */
export const Ranking = ({ list, ...current }: MapState) => {
  const t = useLocalize()
  const { activate } = current
  const { box, at, handleKeyDown, isExpanded, toggle } = useTabStop({ list, ...current })
  const visiblePlaces = isExpanded ? list : list.slice(0, topTen)
  return (
    <>
      <div className={css.head}>
        <h3 id="ranking">{t(['省份排名', 'Province ranking'])}</h3>
        <span aria-hidden="true" className="muted small">
          {t(['项目数（个）', 'Projects'])}
        </span>
      </div>
      <div
        ref={box}
        role="listbox"
        tabIndex={-1}
        aria-labelledby="ranking"
        className={css.list}
        onKeyDown={handleKeyDown}
        onBlur={() => activate(null)}
        onPointerLeave={() => activate(null)}
      >
        {visiblePlaces.map((place, i) => (
          <Row
            key={place.code}
            place={place}
            maxValue={list[0]?.value ?? 0}
            current={current}
            isStop={i === (at < visiblePlaces.length ? at : 0)}
          />
        ))}
      </div>
      <p className="above-8">
        <Button kind="link" aria-expanded={isExpanded} onClick={toggle}>
          {isExpanded ? t(['只看前十', 'Show top ten']) : t(['显示全部', 'Show all'])}
        </Button>
      </p>
    </>
  )
}
