import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { MaximizeIcon, MinusIcon, PlusIcon } from '#web/ui/icons.ts'
import css from './diagram.module.css'
import { fitDrawing } from './fit-drawing.ts'
import type { Viewer } from './viewer.ts'

/** Smaller, larger, and the whole drawing. */
export const ZoomButtons = ({ viewer }: { viewer: Viewer | null }) => {
  const t = useLocalize()
  const button = (label: Text, sign: ReactNode, act: (viewer: Viewer) => void) => (
    <button
      type="button"
      className={iconButtonClass(css.zoom)}
      aria-label={t(label)}
      title={t(label)}
      disabled={!viewer}
      onClick={() => viewer && act(viewer)}
    >
      {sign}
    </button>
  )
  return (
    <span className="inline-row gap-4 push">
      {button(['缩小', 'Zoom out'], <MinusIcon aria-hidden="true" />, (one) => one.get('zoomScroll').stepZoom(-1))}
      {button(['放大', 'Zoom in'], <PlusIcon aria-hidden="true" />, (one) => one.get('zoomScroll').stepZoom(1))}
      {button(['适应窗口', 'Fit'], <MaximizeIcon aria-hidden="true" />, (one) => fitDrawing(one.get('canvas')))}
    </span>
  )
}
