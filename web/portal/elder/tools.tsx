import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { useLang, useLocalize } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { type Elder, setElder, useElder } from './elder.ts'
import { type Part, partsToRead, read } from './reading.ts'
import { ReadingLine } from './reading-line.tsx'
import css from './tools.module.css'

const sizes: readonly (readonly [Elder['size'], Text])[] = [
  [1, ['大', 'Large']],
  [2, ['更大', 'Larger']],
  [3, ['特大', 'Very large']],
]
const contrasts: readonly (readonly [Elder['contrast'], Text])[] = [
  ['plain', ['默认', 'Plain']],
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
  readonly chosen: T
  readonly choose: (value: T) => void
}

const Choice = <T extends string | number>({ name, choices, chosen, choose }: ChoiceProps<T>) => {
  const t = useLocalize()
  return (
    <fieldset className={css.choice}>
      <legend>{t(name)}</legend>
      {choices.map(([value, label]) => (
        <Button key={value} aria-pressed={value === chosen} onClick={() => choose(value)}>
          {t(label)}
        </Button>
      ))}
    </fieldset>
  )
}

const noVoice: Text = ['此浏览器没有可用的语音，无法朗读。', 'This browser has no voice to read with.']

/** As much of what is read as one finds it by. */
const most = 30
const beginning = (words: string) => (words.length > most ? `${words.slice(0, most)}…` : words)

type Reading = Part | 'none' | 'begins' | 'failed'

const ReadAloud = () => {
  const t = useLocalize()
  const lang = useLang()
  const { pathname } = useLocation()
  const [reading, setReading] = useState<Reading>('none')
  const stop = useRef(() => {})
  const isOn = reading !== 'none' && reading !== 'failed'
  // what is read has gone with its page
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another address
  useEffect(() => () => stop.current(), [pathname])
  const element = typeof reading === 'object' ? reading.element : null
  useEffect(() => {
    element?.setAttribute('data-heard', '')
    return () => element?.removeAttribute('data-heard')
  }, [element])
  const press = () => {
    if (isOn) return stop.current()
    setReading('begins')
    stop.current = read(partsToRead(), lang === 'zh' ? 'zh-CN' : 'en', {
      at: setReading,
      ended: (couldRead) => setReading(couldRead ? 'none' : 'failed'),
    })
  }
  const said: Text | null =
    typeof reading === 'object'
      ? [`正在朗读：${beginning(reading.words)}`, `Reading: ${beginning(reading.words)}`]
      : reading === 'begins'
        ? ['正在准备朗读…', 'About to read…']
        : reading === 'failed'
          ? noVoice
          : null
  return (
    <>
      <Button aria-pressed={isOn} onClick={press}>
        {isOn ? t(['停止朗读', 'Stop reading']) : t(['朗读', 'Read aloud'])}
      </Button>
      <span role="status">{said ? t(said) : ''}</span>
    </>
  )
}

/** The tools go with the mode; the focus goes to what switches it on again. */
const leave = () => {
  setElder({ on: false })
  document.getElementById('elder')?.focus()
}

/** The tools of the elder mode, above every page while it is on. */
export const ElderTools = () => {
  const t = useLocalize()
  const elder = useElder()
  return (
    <section className={css.tools} aria-label={t(['长者模式工具栏', 'Tools for easier reading'])}>
      <Choice name={['字号', 'Type size']} choices={sizes} chosen={elder.size} choose={(size) => setElder({ size })} />
      <Choice
        name={['对比度', 'Contrast']}
        choices={contrasts}
        chosen={elder.contrast}
        choose={(contrast) => setElder({ contrast })}
      />
      {switches.map(([name, label]) => (
        <Button key={name} aria-pressed={elder[name]} onClick={() => setElder({ [name]: !elder[name] })}>
          {t(label)}
        </Button>
      ))}
      <ReadAloud />
      <Button kind="main" onClick={leave}>
        {t(['退出长者模式', 'Leave this mode'])}
      </Button>
      {elder.line ? <ReadingLine /> : null}
    </section>
  )
}
