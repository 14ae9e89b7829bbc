import type { Text } from '#contract/kit/text.ts'
import type { StageDuration, Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'

type Props = Pick<Status, 'expectedAt' | 'scoreUntil' | 'estimate' | 'typical'>

/** Until when the stage lasts; of the expert review also until when its experts score. Null without a deadline. */
export const dueWords = ({ expectedAt, scoreUntil }: Pick<Status, 'expectedAt' | 'scoreUntil'>): Text | null => {
  if (!expectedAt) return null
  const [end, scores] = [expectedAt.slice(0, 16), scoreUntil?.slice(0, 16)]
  return scores
    ? [`专家评分截止时间：${scores}；评审结论截止时间：${end}`, `Scores due by ${scores}, the decision by ${end}`]
    : [`本环节截止时间：${end}`, `This step is due by ${end}`]
}

/** How long a stage takes, for everybody who reads its deadline. */
export const typicalWords = ({ days, basis }: StageDuration): Text => [
  `近12个月本环节实际用时中位数 ${days} 天（${basis} 件）`,
  `In the last 12 months this stage took ${days} days (median of ${basis})`,
]

/** When the present stage is due, and when earlier declarations had a result: the same dates for visitors and declarants. */
export const StageDates = (props: Props) => {
  const { estimate, typical } = props
  const t = useLocalize()
  const due = dueWords(props)
  return (
    <>
      {due ? <p>{t(due)}</p> : null}
      {typical ? <p>{t(typicalWords(typical))}</p> : null}
      {estimate ? (
        <p>
          {t([
            `按已办结的 ${estimate.basis} 件申报自本环节起所用时间的中位数推算，结果时间在 ${estimate.at.slice(0, 10)} 前后，实际可能更早或更晚，仅供参考。`,
            `A result is likely around ${estimate.at.slice(0, 10)}, by the median time that ${estimate.basis} completed declarations took from this stage. Yours may take less or more.`,
          ])}
        </p>
      ) : null}
    </>
  )
}
