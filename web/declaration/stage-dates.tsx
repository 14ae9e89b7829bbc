import type { Status } from '#contract/project/status.ts'
import { useLocalize } from '#web/base/api/language.ts'

type Props = Pick<Status, 'expectedAt' | 'estimate'>

/** When the present stage is due, and when earlier declarations had a result: the same two dates for visitors and declarants. */
export const StageDates = ({ expectedAt, estimate }: Props) => {
  const t = useLocalize()
  return (
    <>
      {expectedAt ? (
        <p>{t([`本环节截止时间：${expectedAt.slice(0, 16)}`, `This step is due by ${expectedAt.slice(0, 16)}`])}</p>
      ) : null}
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
