import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { type Elder, setElder, useElder } from './elder.ts'
import css from './elder-tools.module.css'
import { type Part, partsToRead, readAloud } from './read-aloud.ts'

/** A line across the page that follows the pointer, or the focus when there is no pointer. */
const ReadingLine = () => {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const to = (y: number) => {
      if (line.current) line.current.style.transform = `translateY(${y}px)`
    }
    const point = ({ clientY }: PointerEvent) => to(clientY)
    const focus = ({ target }: FocusEvent) => target instanceof Element && to(target.getBoundingClientRect().bottom)
    window.addEventListener('pointermove', point)
    window.addEventListener('focusin', focus)
    return () => {
      window.removeEventListener('pointermove', point)
      window.removeEventListener('focusin', focus)
    }
  }, [])
  return <div ref={line} className={css.line} aria-hidden="true" />
}

const sizes: readonly (readonly [Elder['size'], Text])[] = [
  [1, ['大', 'Large']],
  [2, ['更大', 'Larger']],
  [3, ['特大', 'Very large']],
]
const contrasts: readonly (readonly [Elder['contrast'], Text])[] = [
  ['plain', ['默认', 'Default']],
  ['strong', ['白底黑字', 'Black on white']],
  ['dark', ['黑底亮字', 'Light on black']],
]
const switches: readonly (readonly ['pointer' | 'line' | 'simple', Text])[] = [
  ['pointer', ['大鼠标', 'Large pointer']],
  ['line', ['辅助线', 'Reading line']],
  ['simple', ['简约版', 'Simple version']],
]

interface ChoiceProps<T> {
  readonly name: Text
  readonly choices: readonly (readonly [T, Text])[]
  readonly selected: T
  readonly choose: (value: T) => void
}

const Choice = <T extends string | number>({ name, choices, selected, choose }: ChoiceProps<T>) => {
  const t = useLocalize()
  return (
    <fieldset className={css.choice}>
      <legend>{t(name)}</legend>
      {choices.map(([value, label]) => (
        <Button key={value} aria-pressed={value === selected} onClick={() => choose(value)}>
          {t(label)}
        </Button>
      ))}
    </fieldset>
  )
}

const noVoice: Text = ['此浏览器没有可用的语音，无法朗读。', 'This browser has no voice for reading aloud.']

/** Maximum characters of the excerpt, enough to find the text on the page. */
const maxExcerptLength = 30
const excerptOf = (words: string) => (words.length > maxExcerptLength ? `${words.slice(0, maxExcerptLength)}…` : words)

type ReadingState = Part | 'none' | 'begins' | 'failed'

const ReadAloud = () => {
  const t = useLocalize()
  const lang = useLang()
  const [reading, setReading] = useState<ReadingState>('none')
  const stop = useRef(() => {})
  const isOn = reading !== 'none' && reading !== 'failed'
  useEffect(() => () => stop.current(), [])
  const element = typeof reading === 'object' ? reading.element : null
  useEffect(() => {
    element?.setAttribute('data-reading', '')
    return () => element?.removeAttribute('data-reading')
  }, [element])
  const toggle = () => {
    if (isOn) return stop.current()
    setReading('begins')
    stop.current = readAloud(partsToRead(), lang === 'zh' ? 'zh-CN' : 'en', {
      onPart: setReading,
      onEnd: (couldRead) => setReading(couldRead ? 'none' : 'failed'),
    })
  }
  const message: Text | null =
    typeof reading === 'object'
      ? [`正在朗读：${excerptOf(reading.words)}`, `Reading: ${excerptOf(reading.words)}`]
      : reading === 'begins'
        ? ['正在准备朗读…', 'Preparing to read…']
        : reading === 'failed'
          ? noVoice
          : null
  return (
    <>
      <Button aria-pressed={isOn} onClick={toggle}>
        {isOn ? t(['停止朗读', 'Stop reading']) : t(['朗读', 'Read aloud'])}
      </Button>
      <span role="status">{message ? t(message) : ''}</span>
    </>
  )
}

/** Turns the mode off. The toolbar disappears, so the focus moves to the button that turns it on again. */
const leave = () => {
  setElder({ on: false })
  document.getElementById('elder')?.focus()
}

/** The toolbar of the elder mode, above every page while the mode is on. */
export const ElderTools = () => {
  const t = useLocalize()
  const elder = useElder()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      className={css.tools}
      data-open={isOpen || undefined}
      aria-label={t(['长者模式工具栏', 'Easy reading toolbar'])}
    >
      {/* on a phone the tools fold into one line */}
      <Button className={css.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t(['收起工具', 'Fewer tools']) : t(['阅读工具', 'Reading tools'])}
      </Button>
      <Choice
        name={['字号', 'Text size']}
        choices={sizes}
        selected={elder.size}
        choose={(size) => setElder({ size })}
      />
      <Choice
        name={['对比度', 'Contrast']}
        choices={contrasts}
        selected={elder.contrast}
        choose={(contrast) => setElder({ contrast })}
      />
      {switches.map(([name, label]) => (
        <Button key={name} aria-pressed={elder[name]} onClick={() => setElder({ [name]: !elder[name] })}>
          {t(label)}
        </Button>
      ))}
      {/* the key stops the reading when the user leaves the page */}
      <ReadAloud key={pathname} />
      <Button kind="main" className={css.leave} onClick={leave}>
        {t(['退出长者模式', 'Turn off easy reading'])}
      </Button>
      {elder.line ? <ReadingLine /> : null}
    </section>
  )
}
