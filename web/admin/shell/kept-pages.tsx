import { Activity, memo, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Location, Routes } from 'react-router'
import { PageId } from '#web/form/form-context.ts'
import { type Kept, keep } from './kept.ts'

type Places = Map<EventTarget, readonly [number, number]>

const placeOf = (target: EventTarget): readonly [number, number] =>
  target === document
    ? [window.scrollX, window.scrollY]
    : [(target as Element).scrollLeft, (target as Element).scrollTop]

const scrollTo = (target: EventTarget, [x, y]: readonly [number, number]) =>
  (target === document ? window : (target as Element)).scrollTo(x, y)

/** Where one was on the page: how far it and what is on it were scrolled. A hidden element forgets that. */
const useScrolled = (shown: boolean) => {
  const places = useRef<Places>(new Map([[document, [0, 0]]]))
  useLayoutEffect(() => {
    if (!shown) return
    const known = places.current
    for (const [target, place] of known) scrollTo(target, place)
    const note = ({ target }: Event) => target && known.set(target, placeOf(target))
    document.addEventListener('scroll', note, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', note, { capture: true })
  }, [shown])
}

/** What had the focus has it again, unless it is held by what is still in sight, such as the tab that was pressed. */
const useFocused = (box: RefObject<HTMLElement | null>, shown: boolean) => {
  const left = useRef<Element | null>(null)
  const came = useRef(false)
  useLayoutEffect(() => {
    if (!shown) return
    const now = document.activeElement
    const isHeld = now !== null && now !== document.body && now.checkVisibility()
    const back = left.current instanceof HTMLElement && left.current.isConnected ? left.current : null
    // the first page of all begins where the browser does
    if (!isHeld && came.current) (back ?? box.current?.closest('main'))?.focus({ preventScroll: true })
    came.current = true
    return () => {
      left.current = box.current?.contains(document.activeElement) ? document.activeElement : null
    }
  }, [shown, box])
}

interface PageProps {
  readonly location: Location
  readonly shown: boolean
  readonly children: ReactNode
}

/**
 * One page at its own address. While another is shown it stays as it was, without effects: it asks the server nothing and
 * says nothing of itself, its dialogs are away, and what is typed there waits.
 */
const Page = memo(({ location, shown, children }: PageProps) => {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useScrolled(shown)
  useFocused(box, shown)
  return (
    <div ref={box} data-page={shown ? 'shown' : 'kept'}>
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <PageId value={id}>
          <Routes location={location}>{children}</Routes>
        </PageId>
      </Activity>
    </div>
  )
})

interface Props {
  readonly shown: Kept
  readonly isOpen: (id: string) => boolean
  readonly holds: (id: string) => boolean
  /** The routes of all pages; the same element as long as nothing about them changes. */
  readonly children: ReactNode
}

/** The page that is shown, and those that are kept behind it. */
export const KeptPages = ({ shown, isOpen, holds, children }: Props) => {
  const [kept, setKept] = useState<readonly Kept[]>([shown])
  const next = keep(kept, shown, isOpen, holds)
  if (next !== kept) setKept(next)
  // in an order of their own: an embedded page that is moved is loaded anew
  return next
    .toSorted((one, other) => one.id.localeCompare(other.id))
    .map(({ id, location }) => (
      <Page key={id} location={location} shown={id === shown.id}>
        {children}
      </Page>
    ))
}
