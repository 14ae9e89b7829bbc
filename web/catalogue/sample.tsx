import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { searchOf, useSettings } from './catalogue-settings.ts'
import css from './sample.module.css'

/** The states that most components have. */
export const states = {
  plain: ['默认', 'Default'],
  filled: ['已填', 'Filled'],
  placeholder: ['占位提示', 'Placeholder'],
  required: ['必填', 'Required'],
  disabled: ['不可用', 'Disabled'],
  busy: ['处理中', 'Busy'],
  invalid: ['校验未通过', 'Invalid'],
  hint: ['带说明', 'With hint and note'],
  long: ['长文本', 'Long text'],
} as const satisfies Record<string, Text>

const SectionContext = createContext('')

interface SectionProps {
  readonly name: string
  readonly title: Text
  readonly children: ReactNode
}

/** One component with all its states. */
export const Section = ({ name, title, children }: SectionProps) => {
  const t = useLocalize()
  return (
    <section className={css.section} aria-labelledby={`section-${name}`}>
      <h3 id={`section-${name}`}>{t(title)}</h3>
      <div className={css.samples}>
        <SectionContext value={name}>{children}</SectionContext>
      </div>
    </section>
  )
}

interface SampleProps {
  /** Unique in its section; the picture test reports it. */
  readonly name: string
  readonly label: Text
  /** Takes the full width of the page. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A component in one state. */
export const Sample = ({ name, label, wide = false, children }: SampleProps) => (
  <figure className={css.sample} data-wide={wide || undefined}>
    <figcaption>{useLocalize()(label)}</figcaption>
    <div data-sample={`${useContext(SectionContext)}/${name}`}>{children}</div>
  </figure>
)

interface OpenSampleProps {
  /** Unique in the catalogue: the value of `open` in the address. */
  readonly name: string
  readonly label: Text
  readonly wide?: boolean
  /** Opens the component in this element as a person does; without it, the component is present only while it is open. */
  readonly act?: (box: HTMLElement) => void
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** Calls `act` on the element once it is in the middle of the window: lists close when the page scrolls. */
const useOpenAtStart = (isOpen: boolean, act: OpenSampleProps['act']) => {
  const box = useRef<HTMLDivElement>(null)
  const open = useEffectEvent(() => box.current && act?.(box.current))
  useEffect(() => {
    if (!isOpen) return
    box.current?.scrollIntoView({ block: 'center' })
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => open())
    })
    return () => cancelAnimationFrame(frame)
  }, [isOpen])
  return box
}

/** A component that covers others while it is open: a link opens it. */
export const OpenSample = ({ name, label, wide = false, act, children }: OpenSampleProps) => {
  const t = useLocalize()
  const settings = useSettings()
  const navigate = useNavigate()
  const isOpen = settings.open === name
  const box = useOpenAtStart(isOpen, act)
  const close = () => void navigate(searchOf({ ...settings, open: null }))
  return (
    <figure className={css.sample} data-wide={wide || undefined}>
      <figcaption>
        {t(label)}{' '}
        <Link to={searchOf({ ...settings, open: name })}>
          {t(['打开', 'Open'])}
          <span className="hidden-words"> {t(label)}</span>
        </Link>
      </figcaption>
      <div ref={box} key={String(isOpen)} data-sample={`open/${name}`}>
        {act || isOpen ? (typeof children === 'function' ? children(close) : children) : null}
      </div>
    </figure>
  )
}
