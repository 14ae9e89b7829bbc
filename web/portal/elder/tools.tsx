import { useEffect, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { useLang, useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { type Elder, setElder, useElder } from './elder.ts'
import { read, stopReading, textToRead } from './reading.ts'
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
  const t = useSay()
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

const ReadAloud = () => {
  const t = useSay()
  const lang = useLang()
  const [reading, setReading] = useState(false)
  const [failed, fail] = useState(false)
  useEffect(() => stopReading, [])
  const press = () => {
    if (reading) stopReading()
    const began = !reading && read(textToRead(), lang === 'zh' ? 'zh-CN' : 'en', () => setReading(false))
    fail(!reading && !began)
    setReading(began)
  }
  return (
    <>
      <Button aria-pressed={reading} onClick={press}>
        {reading ? t(['停止朗读', 'Stop reading']) : t(['朗读', 'Read aloud'])}
      </Button>
      <span role="status">{failed ? t(noVoice) : ''}</span>
    </>
  )
}

/** The tools of the elder mode, above every page while it is on. */
export const ElderTools = () => {
  const t = useSay()
  const elder = useElder()
  return (
    <section className={css.tools} aria-label={t(['长者模式工具栏', 'Tools for easier reading'])}>
      <Choice name={['字号', 'Type']} choices={sizes} chosen={elder.size} choose={(size) => setElder({ size })} />
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
      <Button kind="main" onClick={() => setElder({ on: false })}>
        {t(['退出长者模式', 'Leave this mode'])}
      </Button>
      {elder.line ? <ReadingLine /> : null}
    </section>
  )
}
