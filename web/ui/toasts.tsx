import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { CloseButton } from './close-button.tsx'
import css from './toasts.module.css'

export type ToastTone = 'good' | 'bad' | 'ask' | 'busy'

interface Toast {
  readonly key: string
  readonly tone: ToastTone
  readonly content: ReactNode
  /** Below the content: what happened in detail. */
  readonly detail?: ReactNode
  readonly action?: ReactNode
  /** Seconds until it disappears; null: until it is dismissed. */
  readonly seconds: number | null
}

export interface Toaster {
  success(content: ReactNode): void
  warning(content: ReactNode): void
  error(content: ReactNode): void
  /** Shows a toast, in place of the one with the same key. */
  show(toast: Toast): void
  dismiss(key: string): void
}

const ToasterContext = createContext<Toaster | null>(null)

/** Short messages above everything else. They must not be the only place where something is said: they disappear. */
export const useToaster = (): Toaster => {
  const toaster = useContext(ToasterContext)
  if (!toaster) throw new Error('useToaster outside of ToastProvider')
  return toaster
}

/** Visible seconds: long enough to read a sentence, and longer for what went wrong. */
const durations = { good: 4, ask: 6, bad: 8 } as const
const maxVisible = 4

const signs: Readonly<Record<ToastTone, string>> = {
  good: 'M3.5 8.5l3 3 6-7',
  bad: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  ask: 'M8 3.5v6M8 11.5v1',
  busy: 'M8 2.5a5.5 5.5 0 1 1-5.5 5.5',
}

const ToastItem = ({ toast, dismiss, closeWords }: { toast: Toast; dismiss: () => void; closeWords: string }) => {
  const { tone, content, detail, action } = toast
  const box = useRef<HTMLDivElement>(null)
  const [isPaused, setPaused] = useState(false)
  const dismissInTime = useEffectEvent(dismiss)
  useEffect(() => {
    if (isPaused || toast.seconds === null) return
    let timer: ReturnType<typeof setTimeout>
    const wait = (ms: number) => {
      timer = setTimeout(() => {
        // its buttons cannot be used while a modal dialog is open
        if (toast.action && document.querySelector('dialog:modal')) wait(1000)
        else dismissInTime()
      }, ms)
    }
    wait(toast.seconds * 1000)
    return () => clearTimeout(timer)
  }, [isPaused, toast])
  const updatePaused = () => setPaused(box.current?.matches(':hover, :has(:focus-visible)') === true)
  return (
    <div
      ref={box}
      role="alert"
      className={css.toast}
      data-toast={tone}
      data-detailed={detail || action ? '' : undefined}
      onPointerEnter={updatePaused}
      onPointerLeave={updatePaused}
      onFocus={updatePaused}
      onBlur={() => setTimeout(updatePaused)}
    >
      <svg className={css.sign} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={signs[tone]} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
      </svg>
      <div className={css.words}>
        <span>{content}</span>
        {detail ? <div className="above-4 muted">{detail}</div> : null}
        {action ? <div className="row to-end above-12">{action}</div> : null}
      </div>
      {tone === 'busy' ? null : <CloseButton words={closeWords} onClick={dismiss} />}
    </div>
  )
}

/** Moves the list below the element that has just got the focus by keyboard, if it covers that (WCAG 2.4.11). */
const useFocusVisible = (list: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const uncover = ({ target }: FocusEvent) => {
      const toasts = list.current
      if (!toasts || !(target instanceof Element) || toasts.contains(target) || !target.matches(':focus-visible'))
        return
      toasts.style.translate = ''
      const [focused, box] = [target.getBoundingClientRect(), toasts.getBoundingClientRect()]
      const isCovered =
        focused.left < box.right && focused.right > box.left && focused.top < box.bottom && focused.bottom > box.top
      // there is no room below what fills the window
      if (isCovered && focused.height < innerHeight / 2) toasts.style.translate = `0 ${focused.bottom - box.top}px`
    }
    document.addEventListener('focusin', uncover)
    return () => document.removeEventListener('focusin', uncover)
  }, [list])
}

/** A popover of the browser: only those are visible above a modal dialog, although its buttons do nothing until that closes. */
const ToastList = ({ toasts, children }: { toasts: readonly Toast[]; children: ReactNode }) => {
  const list = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.key
  useFocusVisible(list)
  useEffect(() => {
    const popover = list.current
    if (newest === undefined) return popover?.hidePopover()
    // what opened last is above
    if (document.querySelector('dialog:modal')) popover?.hidePopover()
    popover?.showPopover()
  }, [newest])
  return (
    <div ref={list} popover="manual" className={css.list}>
      {children}
    </div>
  )
}

/** Shows the toasts of everything inside. */
export const ToastProvider = ({ closeWords, children }: { closeWords: string; children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const toaster = useMemo<Toaster>(() => {
    let count = 0
    const show = (toast: Toast) =>
      setToasts((now) => {
        const isThere = now.some(({ key }) => key === toast.key)
        const next = isThere ? now.map((one) => (one.key === toast.key ? toast : one)) : [...now, toast]
        // those that stay until they are dismissed are not pushed out
        const surplus = next.filter(({ seconds }) => seconds !== null).slice(0, Math.max(0, next.length - maxVisible))
        return next.filter((one) => !surplus.includes(one))
      })
    const say = (tone: 'good' | 'bad' | 'ask') => (content: ReactNode) => {
      count += 1
      show({ key: `toast-${count}`, tone, content, seconds: durations[tone] })
    }
    return {
      success: say('good'),
      warning: say('ask'),
      error: say('bad'),
      show,
      dismiss: (key) => setToasts((now) => now.filter((one) => one.key !== key)),
    }
  }, [])
  return (
    <ToasterContext value={toaster}>
      {children}
      <ToastList toasts={toasts}>
        {toasts.map((toast) => (
          <ToastItem key={toast.key} toast={toast} closeWords={closeWords} dismiss={() => toaster.dismiss(toast.key)} />
        ))}
      </ToastList>
    </ToasterContext>
  )
}
