import { memo } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { china } from './china.ts'
import css from './china-drawing.module.css'

/** Diaoyu Dao and Chiwei Yu, which are too small for an outline. */
export const Diaoyu = memo(() => {
  const t = useLocalize()
  const names = [t(['钓鱼岛', 'Diaoyu Dao']), t(['赤尾屿', 'Chiwei Yu'])]
  return (
    <g className={css.islands}>
      {china.diaoyu.map(([x, y], i) => (
        <g key={x}>
          <circle cx={x} cy={y} r="1.6" />
          <text x={x + 1} y={y - 4 - 3 * i} textAnchor="end">
            {names[i]}
          </text>
        </g>
      ))}
    </g>
  )
})
