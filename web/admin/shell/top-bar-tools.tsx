import { useLocalize } from '#web/base/api/language.ts'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import type { FrameAction } from './frame-actions.tsx'
import css from './top-bar-tools.module.css'

const maxCount = 99

/** Count badge on the icon of a tool. */
export const Count = ({ of }: { of: number }) =>
  of ? (
    <span className={css.count} aria-hidden="true">
      {of > maxCount ? `${maxCount}+` : of}
    </span>
  ) : null

/** One icon button per tool of the top bar (specification 000, section 2). */
export const Tools = ({ tools }: { tools: readonly FrameAction[] }) => {
  const t = useLocalize()
  return (
    <div className="row middle">
      {tools.map(({ key, label, countLabel, count = 0, sign, run }) => (
        <button
          key={key}
          type="button"
          className={iconButtonClass(css.tool)}
          aria-label={t(countLabel ?? label)}
          title={t(label)}
          onClick={run}
        >
          <span aria-hidden="true">{sign}</span>
          <Count of={count} />
        </button>
      ))}
    </div>
  )
}
