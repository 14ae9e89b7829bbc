import { amountOf } from '#contract/portal/amount.ts'
import type { FigureWords } from '#contract/portal/figure-words.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { formatNumber } from '#web/base/page/number.ts'

interface Props {
  readonly words: Pick<FigureWords, 'unit' | 'money'>
  readonly value: number
}

/** A figure with its unit; amounts of money in the notation of the current language. */
export const FigureValue = ({ words, value }: Props) => {
  const t = useLocalize()
  const lang = useLang()
  const { figure, unit } = words.money ? amountOf(value, lang) : { figure: formatNumber(value), unit: t(words.unit) }
  return (
    <>
      <b>{figure}</b> {unit ? <small>{unit}</small> : null}
    </>
  )
}
