import { Activity, memo, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Location, Routes } from 'react-router'
import { PageId } from '#web/form/form-context.ts'
import { type CachedPage, updateCachedPages } from './page-cache.ts'

type ScrollPositions = Map<EventTarget, readonly [number, number]>

const scrollPositionOf = (target: EventTarget): readonly [number, number] =>
  target === document
    ? [window.scrollX, window.scrollY]
    : [(target as Element).scrollLeft, (target as Element).scrollTop]

const scrollTo = (target: EventTarget, [x, y]: readonly [number, number]) =>
  (target === document ? window : (target as Element)).scrollTo(x, y)

/** Restores the scroll positions of the page and of the elements in it, which browsers drop for hidden elements. */
const useScrollRestoration = (isVisible: boolean) => {
  const positionsRef = useRef<ScrollPositions>(new Map([[document, [0, 0]]]))
  useLayoutEffect(() => {
    if (!isVisible) return
    const positions = positionsRef.current
    for (const [target, position] of positions) scrollTo(target, position)
    const recordPosition = ({ target }: Event) => target && positions.set(target, scrollPositionOf(target))
    document.addEventListener('scroll', recordPosition, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', recordPosition, { capture: true })
  }, [isVisible])
}

/** Restores the focus, or moves it to a new page, unless an element that is still visible has it, such as the tab that was pressed. */
const useFocusRestoration = (box: RefObject<HTMLElement | null>, isVisible: boolean, isFirst: boolean) => {
  const lastFocused = useRef<Element | null>(null)
  const isStart = useRef(isFirst)
  useLayoutEffect(() => {
    if (!isVisible) return
    const focused = document.activeElement
    const isFocusVisible = focused !== null && focused !== document.body && focused.checkVisibility()
    const back =
      lastFocused.current instanceof HTMLElement && lastFocused.current.isConnected ? lastFocused.current : null
    // on the very first page the browser decides where the focus starts
    if (!isFocusVisible && !isStart.current) (back ?? box.current?.closest('main'))?.focus({ preventScroll: true })
    isStart.current = false
    return () => {
      lastFocused.current = box.current?.contains(document.activeElement) ? document.activeElement : null
    }
  }, [isVisible, box])
}

interface PageProps {
  readonly location: Location
  readonly isVisible: boolean
  /** Whether it is the page that the frame opened with. */
  readonly isFirst: boolean
  readonly children: ReactNode
}

/**
 * One page at its own address. While another page is visible its state and typed input stay, but its effects are off: it sends
 * no requests, shows no messages, and its dialogs are hidden.
 */
const Page = memo(({ location, isVisible, isFirst, children }: PageProps) => {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useScrollRestoration(isVisible)
  useFocusRestoration(box, isVisible, isFirst)
  return (
    <div ref={box} data-page={isVisible ? 'shown' : 'kept'}>
      <Activity mode={isVisible ? 'visible' : 'hidden'}>
        <PageId value={id}>
          <Routes location={location}>{children}</Routes>
        </PageId>
      </Activity>
    </div>
  )
})

interface Props {
  readonly current: CachedPage
  readonly isOpen: (id: string) => boolean
  readonly isUnsent: (id: string) => boolean
  /** The routes of all pages; the same element until the routes change. */
  readonly children: ReactNode
}

/** The current page, and the cached pages hidden behind it. */
export const CachedPages = ({ current, isOpen, isUnsent, children }: Props) => {
  const [cached, setCached] = useState<readonly CachedPage[]>([current])
  const [firstId] = useState(current.id)
  const next = updateCachedPages(cached, current, isOpen, isUnsent)
  if (next !== cached) setCached(next)
  // sorted by id: an iframe that moves in the DOM reloads
  return next
    .toSorted((one, other) => one.id.localeCompare(other.id))
    .map(({ id, location }) => (
      <Page key={id} location={location} isVisible={id === current.id} isFirst={id === firstId}>
        {children}
      </Page>
    ))
}
