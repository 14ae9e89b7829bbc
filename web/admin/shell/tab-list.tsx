import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { prefersReducedMotion } from '#web/base/page/reduced-motion.ts'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import { scrollItemIntoView } from '#web/ui/scroll-sideways.ts'
import css from './tab-list.module.css'

/** Part of the visible width by which an arrow scrolls; the rest stays visible, to keep the place. */
const step = 0.7
/** Pixels at an end of the visible part, where the tabs fade if there are more. */
const fadeWidth = 24
/** Pixels by which a wheel that counts lines scrolls for each of them. */
const lineWidth = 40

/** Turning the wheel scrolls the tabs sideways, as long as there are more of them in that direction. */
const scrollByWheel = (event: WheelEvent): void => {
  const list = event.currentTarget as HTMLElement
  // the browser scrolls sideways by itself, and zooms with Ctrl
  if (event.deltaX !== 0 || event.ctrlKey || event.shiftKey) return
  const before = list.scrollLeft
  list.scrollLeft += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * lineWidth
  if (list.scrollLeft !== before) event.preventDefault()
}

interface Hidden {
  readonly before: boolean
  readonly after: boolean
}

const hiddenIn = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Hidden => ({
  before: scrollLeft > 1,
  after: scrollLeft + clientWidth < scrollWidth - 1,
})

interface ArrowProps {
  readonly name: Text
  readonly disabled: boolean
  readonly scroll: () => void
  readonly children: ReactNode
}

const Arrow = ({ name, disabled, scroll, children }: ArrowProps) => (
  <button
    type="button"
    className={iconButtonClass(css.arrow)}
    aria-label={useLocalize()(name)}
    disabled={disabled}
    onClick={scroll}
  >
    {children}
  </button>
)

interface Props {
  /** Changes whenever the width of a tab can change. */
  readonly content: string
  readonly activeId: string
  /** List item that is always visible. */
  readonly first: ReactNode
  /** The other list items; the current one has `data-shown`. */
  readonly children: ReactNode
}

/** The tabs in one line. If they do not fit, arrows scroll all but the first. */
export const TabList = ({ content, activeId, first, children }: Props) => {
  const ref = useRef<HTMLUListElement>(null)
  const [hidden, setHidden] = useState<Hidden>({ before: false, after: false })
  const overflows = hidden.before || hidden.after
  // biome-ignore lint/correctness/useExhaustiveDependencies: not read, but a change of the tabs moves the active one
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const measure = () => {
      const { before, after } = hiddenIn(list)
      setHidden((old) => (old.before === before && old.after === after ? old : { before, after }))
    }
    // called at first too, and when the arrows or the window change the width
    const sizes = new ResizeObserver(() => {
      scrollItemIntoView(list, '[data-shown]', fadeWidth)
      measure()
    })
    sizes.observe(list)
    list.addEventListener('scroll', measure, { passive: true })
    list.addEventListener('wheel', scrollByWheel, { passive: false })
    return () => {
      sizes.disconnect()
      list.removeEventListener('scroll', measure)
      list.removeEventListener('wheel', scrollByWheel)
    }
  }, [activeId, content])
  const scroll = (direction: 1 | -1) => () =>
    ref.current?.scrollBy({
      left: direction * step * ref.current.clientWidth,
      behavior: prefersReducedMotion() ? 'auto' : 'smooth',
    })
  return (
    <>
      <ul className={css.first}>{first}</ul>
      {overflows ? (
        <Arrow name={['向左滚动页签', 'Scroll the tabs left']} disabled={!hidden.before} scroll={scroll(-1)}>
          <ChevronLeftIcon aria-hidden="true" />
        </Arrow>
      ) : null}
      <ul
        ref={ref}
        className={css.tabs}
        data-before={hidden.before || undefined}
        data-after={hidden.after || undefined}
        style={{ '--fade': `${fadeWidth}px` } as CSSProperties}
      >
        {children}
      </ul>
      {overflows ? (
        <Arrow name={['向右滚动页签', 'Scroll the tabs right']} disabled={!hidden.after} scroll={scroll(1)}>
          <ChevronRightIcon aria-hidden="true" />
        </Arrow>
      ) : null}
    </>
  )
}
